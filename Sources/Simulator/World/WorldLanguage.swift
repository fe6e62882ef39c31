import CommandLanguage
import Prompting

/// The command language of a world: its table of commands and its reserved names.
struct WorldLanguage: Sendable {
  let table: CommandTable
  let reservedNames: Set<String>
  let limitNames: [String]

  /// - Parameter modelCount: The number of schemas, from the first, that belong to the world itself. Only these have a
  ///   limit setting.
  init(_ declarations: Declarations, modelCount: Int) {
    var kinds: [Kind] = []
    var words: [String] = []
    var kindNames: [String] = []
    for schema in declarations.schemas {
      let isOfViews = declarations.kindsOfViews.contains(schema.kindName)
      let views = isOfViews ? [] : Self.names(ofViewsIn: schema.kindName, among: declarations.views)
      kinds.append(Kind(of: schema, isOfViews: isOfViews, views))
      for word in Self.words(of: schema) where !words.contains(word) { words.append(word) }
      kindNames.append(schema.kindName)
      let plural = schema.pluralName
      if !plural.isEmpty { kindNames.append(plural) }
    }
    let roots = declarations.roots + Self.roots(of: declarations)
    let settings = declarations.schemas.prefix(modelCount).enumerated().compactMap { index, schema in
      Self.limit(of: schema, at: index)
    }
    limitNames = settings.map(\.name) + declarations.limitNames
    table = CommandTable(
      commands: declarations.commands, kinds: kinds + declarations.kinds.map { $0.kind },
      roots: roots, functions: declarations.functions,
      vocabulary: words.filter { !Self.literals.contains($0) },
      settings: settings + declarations.settings, topics: declarations.topics, errors: declarations.errors,
      standardCommands: declarations.standardCommands, libraries: [.prompt(lesson: declarations.lesson)])
    reservedNames = CommandTable.reservedWords.union(
      words + kindNames + roots.map(\.name) + declarations.reservedNames)
  }

  /// Returns a root for each kind with a single object. It has the kind's name, unless the world declares a root of
  /// that name.
  private static func roots(of declarations: Declarations) -> [Root] {
    declarations.schemas.filter { schema in
      schema.isSingle && !declarations.roots.contains { $0.name == schema.kindName }
    }.map { root(of: $0) }
  }

  private static func root(of declared: some AnySchema) -> Root {
    let name = declared.kindName
    return Root(name, declared.schema.summary, type: .object(KindID(name))) {
      $0.singleObject(ofKind: name) ?? .none
    }
  }

  /// Returns the words that fields can have or carry, which are values in any expression.
  private static func words(of schema: some AnySchema) -> [String] {
    let schema = schema.schema
    var words: [String] = []
    for index in 0..<schema.fields.count {
      var type = schema.fields[index].type.wrapped
      if case .list(let element) = type { type = element }
      words += type.words
      if case .form = type.wrapped { words += type.payloadWords }
    }
    return words
  }

  /// Returns the names of the views whose paths begin with a name: `title` and `network` for `app`.
  private static func names(ofViewsIn name: String, among views: [DeclaredView]) -> [String] {
    var names: [String] = []
    for view in views where view.path.hasPrefix(name + "/") {
      let child = String(view.path.dropFirst(name.count + 1).prefix { $0 != "/" })
      if !child.isEmpty, !names.contains(child) { names.append(child) }
    }
    return names
  }

  private static let literals = ["true", "false", "none"]

  private static func limit(of schema: some AnySchema, at index: Int) -> Setting? {
    guard schema.hasLimit else { return nil }
    let plural = schema.pluralName
    return .count(
      plural, "the maximum number of \(plural)", most: 10_000_000, \.objects[index].limit)
  }
}

extension Kind {
  /// Creates the kind of a schema's objects, with a property for each field.
  ///
  /// - Parameters:
  ///   - isOfViews: Indicates whether the names of its objects may lead to views.
  ///   - views: The names of the views that the kind's own name leads to.
  fileprivate init(of schema: some AnySchema, isOfViews: Bool, _ views: [String]) {
    let schema = schema.schema
    var properties: [Property] = []
    for index in 0..<schema.fields.count {
      let field = schema.fields[index]
      properties.append(
        Property(
          field.name, field.summary, type: field.type.evaluated, rules: schema.fields[index].rules,
          formerly: field.formerNames, formerWords: schema.fields[index].presentWords))
    }
    self.init(
      schema.name, plural: schema.plural, schema.summary, properties: properties, hasChildren: isOfViews,
      childNames: views, hasNames: schema.nameOf != nil, nameProperty: schema.nameField?.name,
      formerly: schema.formerNames)
  }
}

extension Field {
  /// The range of its values: `from 0 to 100`; `nil` if there is none.
  var boundsText: String? {
    bounds.map { "from \($0.least.shown { _, _ in "" }) to \($0.most.shown { _, _ in "" })" }
  }

  /// The rules for its values, one per line: `from 0 to 100`, `after todo: doing`.
  var rules: [String] {
    var rules: [String] = []
    if let boundsText { rules.append(boundsText) }
    if let text = access.text { rules.append(text) }
    if let transitions { rules += transitions.text.split(separator: "\n").map(String.init) }
    return rules
  }
}
