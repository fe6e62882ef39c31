/// The quotation of names and texts, in messages and in the command language.
///
/// All look at Unicode scalars, never at characters: a quote with a mark behind it is a quote.
public enum Quoting {
  /// As messages show a name: `“Arthur”`, escaped as a line.
  public static func message(_ text: String) -> String { "“\(Escaping.escaped(text))”" }

  /// Returns the name of something that is there, as sentences and rows show it: as it is when it reads as one word,
  /// else in quotes.
  public static func label(_ text: String) -> String {
    let readsAsWord =
      !text.isEmpty
      && text.unicodeScalars.allSatisfy {
        !$0.isASCII || $0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "_" || $0 == "-"
      }
    return readsAsWord ? Escaping.escaped(text) : message(text)
  }

  /// The same as `message(_:)` for UTF-8 text.
  public static func message(_ text: Span<UInt8>) -> String { "“\(Escaping.escaped(text))”" }

  /// A string of the command language that reads back as the text: `"a \"b\" \u{202E}"`.
  public static func literal(_ text: String) -> String {
    "\"\(Escaping.escaped(text, as: .literal))\""
  }

  /// A string of JSON that reads back as the text; what nobody could see, or would act on a terminal, is escaped.
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

  /// A command's argument that reads back as the text: a bare word where that can hold it, else a string.
  ///
  /// A bare word has none of the language's own signs and is no number.
  public static func word(_ text: String) -> String {
    isWord(text) ? text : literal(text)
  }

  private static func isWord(_ text: String) -> Bool {
    let utf8 = text.utf8.span
    if utf8.isEmpty { return false }
    for at in utf8.indices where isSyntax(utf8[at]) { return false }
    return DecimalReader.number(utf8, as: .word) == nil && Escaping.isClean(text, as: .literal)
  }

  /// Blanks, `"`, `#`, `$`, `(`, `)`, `,`, `;`, `=`, `[`, `\`, `]`, `{` and `}`.
  private static func isSyntax(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...0x20, 0x22...0x24, 0x28, 0x29, 0x2C, 0x3B, 0x3D, 0x5B...0x5D, 0x7B, 0x7D: true
    default: false
    }
  }
}
