import CommandLanguage
import TerminalText

/// Commands that follow from the schemas alone: `add card Title points=3`, `change CARD field=value`, `remove CARD`.
struct Prototyping: WorldPart {
  /// The kinds that people know.
  private let schemas: [any AnySchema]

  /// The commands for those of some kinds that can be selected.
  init(of schemas: [any AnySchema]) { self.schemas = schemas.filter { !$0.pluralName.isEmpty } }

  func declare(in declarations: inout Declarations) {
    let addable = schemas.filter { Self.canAdd($0) }
    if !addable.isEmpty {
      declarations.commands.append(add(addable))
      declarations.errors.append(PrototypingError.self)
    }
    guard !schemas.isEmpty else { return }
    declarations.commands += [change, remove]
    declarations.topics.append("objects")
  }

  private static func canAdd(_ schema: some AnySchema) -> Bool { schema.schema.make != nil }

  private static func writableFields<M: Model>(_ schema: Schema<M>) -> [(name: String, type: FieldType)] {
    schema.fields.filter { $0.write != nil && $0.name != schema.nameField?.name }.map { ($0.name, $0.type) }
  }

  private static func fields(of schema: some AnySchema) -> [(name: String, type: FieldType)] {
    writableFields(schema.schema)
  }

  // MARK: Parameters

  /// `field=VALUE` for each field that one of the kinds has.
  private static func options(_ schemas: [any AnySchema]) -> [(String, Parameter<Simulation, Value?>)] {
    var options: [(String, Parameter<Simulation, Value?>)] = []
    for schema in schemas {
      for (name, type) in fields(of: schema) where !options.contains(where: { $0.0 == name }) {
        let value = Parameter<Simulation, Value>(
          "value", type.noun, candidates: { FieldCandidates.of(type, in: $0) },
          value: { (_, value: Value) in value })
        options.append((name, .option(name, value.labelled(name))))
      }
    }
    return options
  }

  private func add(_ schemas: [any AnySchema]) -> Command<Simulation> {
    let kinds = schemas.map(\.kindName)
    let options = Self.options(schemas)
    let kind = Parameter<Simulation, String>.choice("kind", "what it is", of: kinds)
      .map { Value?.some(.text($0)) }
    let name = Parameter<Simulation, Value?>.optional(
      Parameter<Simulation, String>.text("name", "a name that nothing else has").map { Value.text($0) })
    return Command("add", "Add an object", parameters: [kind, name] + options.map { $0.1 }) {
      simulation, arguments in
      guard case .text(let kind)? = arguments.first ?? nil,
        let schema = schemas.first(where: { $0.kindName == kind })
      else { return }
      var name: String?
      if case .text(let text)? = arguments[1] { name = text }
      try simulation.add(schema, name, Self.given(options, arguments.dropFirst(2)))
    }
    .with(topic: "objects", examples: kinds.prefix(1).map { "add \($0) Example" }, traits: .contained)
  }

  private static func given(
    _ options: [(String, Parameter<Simulation, Value?>)], _ values: ArraySlice<Value?>
  ) -> [(String, Value)] {
    zip(options, values).compactMap { option, value in value.map { (option.0, $0) } }
  }

  private var object: Parameter<Simulation, Value> {
    Parameter(
      "object", "an object of any kind",
      candidates: { simulation in simulation.valueNames().map { Completions.Candidate($0) } },
      value: { simulation, value in try simulation.objectValue(value) })
  }

  private var change: Command<Simulation> {
    let options = Self.options(schemas) + nameOptions
    return Command(
      "change", "Change fields of an object",
      parameters: [object.map { Value?.some($0) }] + options.map { $0.1 }
    ) { simulation, arguments in
      guard case .object(let object)? = arguments.first ?? nil else { return }
      try simulation.change(object, Self.given(options, arguments.dropFirst()))
    }
    .with(
      topic: "objects", examples: options.prefix(1).map { "change Example \($0.0)=0" }, traits: .contained)
  }

  /// The fields with names, which `add` takes without `=`.
  private var nameOptions: [(String, Parameter<Simulation, Value?>)] {
    var names: [String] = []
    let known = Self.options(schemas).map { $0.0 }
    for schema in schemas {
      if let name = Self.nameField(schema), !names.contains(name), !known.contains(name) {
        names.append(name)
      }
    }
    return names.map { name in
      (
        name,
        .option(
          name, Parameter<Simulation, String>.text(name, "a name that nothing else has").map { .text($0) })
      )
    }
  }

  private static func nameField(_ schema: some AnySchema) -> String? { schema.schema.nameField?.name }

  private var remove: Command<Simulation> {
    Command("remove", "Remove an object", object) { simulation, value in
      guard case .object(let object) = value else { return }
      try simulation.remove(object)
    }
    .with(topic: "objects", examples: ["remove Example"], traits: .contained)
  }
}
