import StrictJSON
import TerminalText

/// Values of fields as JSON. What nobody could see, or would act on a terminal, is escaped.
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
    case .word(let text), .text(let text): string(text)
    case .reference(let kind, let id):
      text(of: reference(kind, id)) { _, id in id }
    case .list(let values):
      "[" + values.map { text(of: $0, reference: reference) }.joined(separator: ",") + "]"
    }
  }

  static func string(_ text: String) -> String {
    var shown = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": shown += "\\\""
      case "\\": shown += "\\\\"
      case "\n": shown += "\\n"
      case " "..."~": shown.unicodeScalars.append(scalar)
      default:
        if !scalar.isASCII, Escaping.isClean(String(scalar)) {
          shown.unicodeScalars.append(scalar)
        } else {
          for unit in String(scalar).utf16 { shown += escape(unit) }
        }
      }
    }
    return shown + "\""
  }

  private static func escape(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
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
