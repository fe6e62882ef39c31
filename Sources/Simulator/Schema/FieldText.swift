import TerminalText

/// How people are shown what stands in a field.
enum FieldText {
  /// Words as they are, other texts in quotes; a reference as `name` calls its object.
  static func shown(_ value: FieldValue, name: (_ kind: String, _ id: FieldValue) -> String) -> String {
    switch value {
    case .none: "none"
    case .truth(let truth): truth ? "true" : "false"
    case .number(let number): "\(number)"
    case .decimal(let number): "\(number)"
    case .word(let word): Escaping.escaped(word)
    case .text(let text): Quoting.label(text)
    case .reference(let kind, let id): name(kind, id)
    case .list(let values):
      "(" + values.map { shown($0, name: name) }.joined(separator: ", ") + ")"
    }
  }
}
