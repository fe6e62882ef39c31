import CommandLanguage

/// What of a world the language knows.
struct WorldLanguage: Sendable {
  let table: CommandTable
  let reservedNames: Set<String>
  /// The settings that are limits of how many there may be.
  let limitNames: [String]

  /// - Parameter modelCount: how many of the schemas are the world's own, of which there is a limit.
  init(_ declarations: Declarations, modelCount: Int) {
    var kinds: [Kind] = []
    var words: [String] = []
    var kindNames: [String] = []
    for (place, schema) in declarations.schemas.enumerated() {
      let isOfViews = declarations.kindsOfViews.contains(schema.kindName)
      kinds.append(SchemaKinds.kind(schema, at: place, isOfViews: isOfViews))
      for word in SchemaKinds.words(of: schema) where !words.contains(word) { words.append(word) }
      kindNames.append(schema.kindName)
      let plural = Self.plural(of: schema)
      if !plural.isEmpty { kindNames.append(plural) }
    }
    let settings = declarations.schemas.prefix(modelCount).enumerated().compactMap { place, schema in
      Self.limit(of: schema, at: place)
    }
    limitNames = settings.map(\.name) + declarations.limitNames
    table = CommandTable(
      commands: declarations.commands, kinds: kinds + declarations.kinds, roots: declarations.roots,
      functions: declarations.functions, vocabulary: words.filter { !Self.literals.contains($0) },
      settings: settings + declarations.settings, topics: declarations.topics, errors: declarations.errors,
      standardCommands: declarations.standardCommands, lesson: declarations.lesson)
    reservedNames = Set(
      words + kindNames + declarations.roots.map(\.name) + declarations.reservedNames + Self.literals
        + Self.keywords)
  }

  private static func plural(of schema: some AnySchema) -> String { schema.schema.plural }

  private static func isSingle(_ schema: some AnySchema) -> Bool { schema.schema.isSingle }

  private static let literals = ["true", "false", "none"]
  private static let keywords = [
    "and", "or", "not", "in", "where", "by", "desc", "limit", "it", "if", "else",
  ]

  /// How many objects of a kind there may be.
  private static func limit(of schema: some AnySchema, at place: Int) -> Setting? {
    let plural = plural(of: schema)
    if plural.isEmpty || isSingle(schema) { return nil }
    return Setting(
      plural, "how many \(plural) there may be", read: { .number($0.objects[place].limit) },
      write: { simulation, value in
        simulation.objects[place].limit = try simulation.count(value, most: 10_000_000)
      })
  }
}
