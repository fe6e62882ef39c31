import StrictJSON
import TerminalText

/// Values of fields in JSON.
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

  /// The value of a field of a type; `nil` when it is of another. References are what `reference` makes of them.
  static func value(
    of json: JSONValue, as type: FieldType,
    reference: (JSONValue, any ReferenceTarget.Type) -> FieldValue? = { _, _ in nil }
  ) -> FieldValue? {
    switch (type, json) {
    case (.optional, .null): return FieldValue.none
    case (.optional(let type), _): return value(of: json, as: type, reference: reference)
    case (.text, .string(let text)), (.form, .string(let text)): return .text(text)
    case (.word(let words), .string(let text)): return words.contains(text) ? .word(text) : nil
    case (.truth, .bool(let truth)): return .truth(truth)
    case (.number, .number(let digits)): return Int(digits).map { .number($0) }
    case (.decimal, .number(let digits)): return Double(digits).flatMap { $0.isFinite ? .decimal($0) : nil }
    case (.reference(let target), _): return reference(json, target)
    case (.list(let type), .array(let elements)):
      var values: [FieldValue] = []
      for element in elements {
        guard let value = value(of: element, as: type, reference: reference) else { return nil }
        values.append(value)
      }
      return .list(values)
    default: return nil
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
