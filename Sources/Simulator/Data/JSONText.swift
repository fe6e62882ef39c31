import StrictJSON
import TerminalText

/// Values of fields as JSON.
enum JSONText {
  /// A value; references are what `reference` makes of them.
  static func text(of value: FieldValue, reference: (_ kind: String, _ id: FieldValue) -> FieldValue)
    -> String
  {
    switch value {
    case .none: "null"
    case .truth(let truth): truth ? "true" : "false"
    case .number(let number): "\(number)"
    case .decimal(let number): number.isFinite ? "\(number)" : "null"
    case .word(let text), .text(let text): Quoting.json(text)
    case .reference(let kind, let id):
      text(of: reference(kind, id)) { _, id in id }
    case .list(let values):
      "[" + values.map { text(of: $0, reference: reference) }.joined(separator: ",") + "]"
    }
  }

  /// What was found, within a length that a person reads.
  static func shown(_ value: JSONValue) -> String {
    switch value {
    case .string(let text): Quoting.message(TextWidth.truncated(Escaping.escaped(text), to: 40))
    case .number(let text): "the number \(TextWidth.truncated(text, to: 40))"
    case .bool(let truth): "\(truth)"
    case .null: "null"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
