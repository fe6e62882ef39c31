import TerminalText

/// A parameter of a `def`, with the type of its values if the definition declares one.
struct DefinitionParameter: Sendable, Equatable {
  var name: String
  /// The type of the values; ``ValueType/unknown`` if any value is accepted.
  var type = ValueType.unknown

  private static let types: [(name: String, type: ValueType)] = [
    ("number", .number), ("text", .text), ("truth", .truth), ("duration", .duration),
    ("list", .list(.unknown)),
  ]

  static func type(named name: String, _ language: Language) -> ValueType? {
    types.first { $0.name == name }?.type
      ?? language.kinds.first { $0.name == name }.map { .object($0.id) }
  }

  static func typeNames(_ language: Language) -> [String] { types.map(\.name) + language.kinds.map(\.name) }

  static func all(of definition: Node, in program: Program, _ language: Language) -> [DefinitionParameter] {
    var parameters: [DefinitionParameter] = []
    for child in program.children(of: definition).dropFirst() where program[child].kind != .block {
      let type = program[child].first
      parameters.append(
        DefinitionParameter(
          name: program.text(program[child].range),
          type: type < 0
            ? .unknown : Self.type(named: program.text(program[type].range), language) ?? .unknown))
    }
    return parameters
  }

  /// The noun for a value of the type, for messages: `a unit`, `a number`; empty if any value is accepted.
  var noun: String {
    if case .number = type { "a number" } else if type.isList { "a list" } else { type.noun }
  }
}
