import CommandLanguage
import TerminalText

/// The commands derived from the schemas alone: `add card Title points=3`, `change CARD field=value`, `remove CARD`.
struct Prototyping: WorldPart {
  static let topic = "objects"

  private let schemas: [any AnySchema]

  /// Creates the commands for those kinds that can be selected.
  init(of schemas: [any AnySchema]) { self.schemas = schemas.filter { !$0.pluralName.isEmpty } }

  func declare(in declarations: inout Declarations) {
    let addable = schemas.filter { $0.canAdd }
    if !addable.isEmpty {
      declarations.commands.append(add(addable))
      declarations.errors.append(RaisedError<PrototypingError>.self)
    }
    guard !schemas.isEmpty else { return }
    declarations.commands += [change, remove]
    declarations.topics.append(Self.topic)
  }

  /// Returns the fields of a schema that an option sets.
  private static func fields(of schema: any AnySchema) -> [any AnyField] {
    let name = schema.nameOfNameField
    return schema.anyFields.filter { $0.isWritable && $0.name != name }
  }

  // MARK: Parameters

  /// Returns an option `field=VALUE` for each field of the kinds.
  ///
  /// - Parameter isNew: Indicates whether the options are those of `add`, which takes the name without `=`.
  private static func options(
    _ schemas: [any AnySchema], ofNewObject isNew: Bool
  ) -> [(String, Parameter<Value?>)] {
    var options: [(String, Parameter<Value?>)] = []
    for schema in schemas {
      for part in fields(of: schema) where !options.contains(where: { $0.0 == part.name }) {
        let name = part.name
        let value = Parameter<Value>.value(name, part.type.noun)
          .suggesting { (simulation: Simulation) in
            FieldCandidates.of(part.type, within: part.bounds, in: simulation)
          }
          .completed { (simulation: Simulation, position) in
            let part = Self.part(named: name, at: position, schemas, in: simulation) ?? part
            return FieldCandidates.of(part.type, within: part.bounds, in: simulation)
          }
        let option = Parameter<Value?>.option(
          name, value.holding(part.content).formerly(words: { part.presentWords })
        ).formerly(part.formerNames)
          .offered { (simulation: Simulation, position) in
            Self.part(named: name, at: position, schemas, in: simulation)?.access.allowsSetting(
              ofNewObject: isNew)
              ?? false || !isNew && Self.isName(name, at: position, schemas, in: simulation)
          }
        options.append((name, option))
      }
    }
    return options
  }

  private static func part(
    named name: String, at position: CompletionPosition, _ schemas: [any AnySchema],
    in simulation: Simulation
  ) -> (any AnyField)? {
    meant(at: position, schemas, in: simulation).lazy
      .compactMap { fields(of: $0).first { $0.name == name } }.first
  }

  /// Returns the kind that a command's first argument names, or the kind of the object that it names; all kinds if that
  /// is unknown.
  private static func meant(
    at position: CompletionPosition, _ schemas: [any AnySchema], in simulation: Simulation
  ) -> [any AnySchema] {
    guard let first = position.arguments.first else { return schemas }
    if let entry = simulation.names.find(first) {
      return schemas.filter { $0.kindName == simulation.schemas.schemas[entry.kind].kindName }
    }
    let named = schemas.filter { $0.kindName == first }
    return named.isEmpty ? schemas : named
  }

  private func add(_ schemas: [any AnySchema]) -> Command {
    let kinds = schemas.map(\.kindName)
    let options = Self.options(schemas, ofNewObject: true)
    let kind = Parameter<String>.choice("kind", "the kind of the object", of: kinds)
      .formerly(words: { Self.presentKinds(schemas) })
      .map { Value?.some(.text($0)) }
    let name = Parameter<Value?>.optional(
      Parameter<String>.newName(ofKind: "object", "name").map { Value.text($0) })
    return Command(
      "add", "Add an object", host: Simulation.self, parameters: [kind, name] + options.map { $0.1 }
    ) {
      simulation, arguments in
      guard case .text(let kind)? = arguments.first ?? nil else { return }
      var name: String?
      if case .text(let text)? = arguments[1] { name = text }
      try simulation.add(kind, name, Self.given(options, arguments.dropFirst(2)))
    }
    .with(topic: Self.topic, traits: .contained) { schemas.map { KindHelp.variant(of: $0, adding: true) } }
  }

  private static func presentKinds(_ schemas: [any AnySchema]) -> [String: String] {
    var names: [String: String] = [:]
    for schema in schemas {
      for former in schema.formerNames { names[former] = schema.kindName }
    }
    return names
  }

  private static func given(
    _ options: [(String, Parameter<Value?>)], _ values: ArraySlice<Value?>
  ) -> [(String, Value)] {
    zip(options, values).compactMap { option, value in value.map { (option.0, $0) } }
  }

  private var object: Parameter<Value> {
    let single = schemas.filter { $0.isSingle }.map(\.kindName)
    return Parameter("object", "an object of any kind") { (simulation: Simulation, value) in
      if case .text(let name) = value, simulation.names.find(name) == nil,
        let object = simulation.singleObject(ofKind: name)
      {
        return object
      }
      return try simulation.objectValue(value)
    }
    .suggesting { (simulation: Simulation) in
      (simulation.valueNames() + single).map { Completions.Candidate($0) }
    }
  }

  private var change: Command {
    let fields = Self.options(schemas, ofNewObject: false)
    let options = fields + nameOptions(besides: fields.map { $0.0 })
    return Command(
      "change", "Change fields of an object", host: Simulation.self,
      parameters: [object.map { Value?.some($0) }] + options.map { $0.1 }
    ) { simulation, arguments in
      guard case .object(let object)? = arguments.first ?? nil else { return }
      let given = Self.given(options, arguments.dropFirst())
      if given.isEmpty { throw simulation.fieldMissing(of: object) }
      try simulation.change(object, given)
    }
    .with(topic: Self.topic, traits: .contained) { [schemas] in
      schemas.map { KindHelp.variant(of: $0, adding: false) }
    }
  }

  /// Returns options for the fields that hold names, which `add` takes without `=`.
  private func nameOptions(besides known: [String]) -> [(String, Parameter<Value?>)] {
    var names: [String] = []
    for schema in schemas {
      if let name = schema.nameOfNameField, !names.contains(name), !known.contains(name) {
        names.append(name)
      }
    }
    return names.map { name in
      (
        name,
        .option(
          name,
          Parameter<String>.newName(ofKind: "object", name).map { .text($0) }
        )
        .formerly(schemas.flatMap { Self.formerNames(ofNameField: name, $0) })
        .offered { [schemas] (simulation: Simulation, position) in
          Self.isName(name, at: position, schemas, in: simulation)
        }
      )
    }
  }

  private static func formerNames(ofNameField name: String, _ declared: some AnySchema) -> [String] {
    declared.schema.nameField.flatMap { $0.name == name ? $0.formerNames : nil } ?? []
  }

  /// Returns a Boolean value that indicates whether a field holds the name of the object in a command's first argument,
  /// and `change` may set it.
  private static func isName(
    _ field: String, at position: CompletionPosition, _ schemas: [any AnySchema], in simulation: Simulation
  ) -> Bool {
    meant(at: position, schemas, in: simulation).contains { schema in
      schema.nameOfNameField == field
        && schema.anyFields.contains { $0.name == field && $0.access.allowsSetting(ofNewObject: false) }
    }
  }

  private var remove: Command {
    let kinds = schemas.map(\.kindName)
    let first = Parameter<Value>.value("object", "an object, or a kind followed by a name or number")
      .suggesting { (simulation: Simulation) in
        (simulation.valueNames() + kinds).map { Completions.Candidate($0) }
      }
    let second = Parameter<Value>.value("name")
      .completed { (simulation: Simulation, position) in
        let kind = simulation.objects(ofKindNamed: position.arguments.first ?? "")
        return kind?.names.map { Completions.Candidate($0) } ?? []
      }
    return Command("remove", "Remove an object", first, .optional(second)) { simulation, first, second in
      try simulation.remove(simulation.object(first, second, kinds))
    }
    .with(
      topic: Self.topic,
      examples: kinds.prefix(1).flatMap { ["remove Example", "remove \($0) Example"] }, traits: .contained)
  }
}

extension World {
  /// The help topic of the commands derived from the schemas alone: `add`, `change` and `remove`.
  public static var prototypingTopic: String { Prototyping.topic }
}
