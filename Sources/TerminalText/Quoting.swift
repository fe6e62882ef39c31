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
    var quoted: [UInt8] = []
    append(json: text, to: &quoted)
    return String(decoding: quoted, as: UTF8.self)
  }

  /// Appends a JSON string whose value is the text. Invisible and control characters are escaped.
  package static func append(json text: String, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\""))
    if isPlainJSON(text.utf8.span) {
      output += text.utf8
    } else {
      for scalar in text.unicodeScalars {
        switch scalar {
        case "\"": output += "\\\"".utf8
        case "\\": output += "\\\\".utf8
        case "\n": output += "\\n".utf8
        case " "..."~": output.append(UInt8(ascii: scalar))
        case _ where !scalar.isASCII && Escaping.isClean(String(scalar)): output += String(scalar).utf8
        default:
          for unit in String(scalar).utf16 { output += "\\u\(String(unit, radix: 16, width: 4))".utf8 }
        }
      }
    }
    output.append(UInt8(ascii: "\""))
  }

  /// Returns a Boolean value that indicates whether a text consists of characters that need no escape in JSON.
  private static func isPlainJSON(_ text: Span<UInt8>) -> Bool {
    for at in text.indices {
      let byte = text[at]
      if byte < 0x20 || byte > 0x7E || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        return false
      }
    }
    return true
  }

  /// Returns a word in single quotes, for any shell.
  package static func shell(_ word: some Sequence<UInt8>) -> [UInt8] {
    let quote = UInt8(ascii: "'")
    return [quote] + word.flatMap { $0 == quote ? Array("'\\''".utf8) : [$0] } + [quote]
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
