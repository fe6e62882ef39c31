/// The quoting of names and texts in messages and in the command language.
///
/// All functions process Unicode scalars instead of characters, so a quote followed by a combining mark is a quote.
public enum Quoting {
  /// Returns a name in curly quotes for messages, `“Arthur”`, escaped as a line.
  public static func message(_ text: String) -> String { "“\(Escaping.escaped(text))”" }

  /// Returns a name for sentences and rows: without quotes if it is a single word, otherwise in quotes.
  public static func label(_ text: String) -> String {
    let readsAsWord =
      !text.isEmpty
      && text.unicodeScalars.allSatisfy {
        !$0.isASCII || $0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "_" || $0 == "-"
      }
    return readsAsWord ? Escaping.escaped(text) : message(text)
  }

  /// Returns a name in UTF-8 in curly quotes for messages.
  public static func message(_ text: Span<UInt8>) -> String { "“\(Escaping.escaped(text))”" }

  /// Returns a string literal of the command language whose value is the text: `"a \"b\" \u{202E}"`.
  public static func literal(_ text: String) -> String {
    "\"\(Escaping.escaped(text, as: .literal))\""
  }

  /// Returns a JSON string whose value is the text. Invisible and control characters are escaped.
  public static func json(_ text: String) -> String {
    if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C }) {
      return "\"" + text + "\""
    }
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case " "..."~": quoted.unicodeScalars.append(scalar)
      case _ where !scalar.isASCII && Escaping.isClean(String(scalar)): quoted.unicodeScalars.append(scalar)
      default:
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          quoted += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
        }
      }
    }
    return quoted + "\""
  }

  /// Returns an argument of a command whose value is the text: a bare word if possible, otherwise a string.
  ///
  /// A bare word contains no syntax of the language and is not a number.
  public static func word(_ text: String) -> String {
    isWord(text) ? text : literal(text)
  }

  private static func isWord(_ text: String) -> Bool {
    let utf8 = text.utf8.span
    if utf8.isEmpty { return false }
    for at in utf8.indices where isSyntax(utf8[at]) { return false }
    return DecimalReader.number(utf8, as: .word) == nil && Escaping.isClean(text, as: .literal)
  }

  /// Returns whether a byte is a control character, a space or one of `"#$(),;=[\]{}`.
  private static func isSyntax(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...0x20, 0x22...0x24, 0x28, 0x29, 0x2C, 0x3B, 0x3D, 0x5B...0x5D, 0x7B, 0x7D: true
    default: false
    }
  }
}
