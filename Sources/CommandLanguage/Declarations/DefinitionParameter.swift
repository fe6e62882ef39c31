import TerminalText

/// A parameter of a `def`: its name, and the type of its values where the definition says one.
struct DefinitionParameter: Sendable, Equatable {
  var name: String
  /// ``ValueType/unknown`` where any value fits.
  var type = ValueType.unknown

  /// The names of types besides those of kinds.
  private static let types: [(name: String, type: ValueType)] = [
    ("number", .number), ("text", .text), ("truth", .truth), ("duration", .duration),
    ("list", .list(.unknown)),
  ]

  /// The type that a name stands for: one of the language's, or a kind of the host's.
  static func type(named name: String, _ language: Language) -> ValueType? {
    types.first { $0.name == name }?.type
      ?? language.kinds.first { $0.name == name }.map { .object($0.id) }
  }

  /// The names of all types, the language's first.
  static func typeNames(_ language: Language) -> [String] { types.map(\.name) + language.kinds.map(\.name) }

  /// The parameters of a definition's node; those of an unknown type have none.
  static func all(of definition: Node, in program: Program, _ language: Language) -> [DefinitionParameter] {
    var parameters: [DefinitionParameter] = []
    var child = program[definition.first].next
    while child >= 0, program[child].kind != .block {
      let type = program[child].first
      parameters.append(
        DefinitionParameter(
          name: program.text(program[child].range),
          type: type < 0
            ? .unknown : Self.type(named: program.text(program[type].range), language) ?? .unknown))
      child = program[child].next
    }
    return parameters
  }

  /// The value of the type in a message: `a unit`, `a number`; empty for any value.
  var noun: String {
    if case .number = type { "a number" } else if type.isList { "a list" } else { type.noun }
  }
}
