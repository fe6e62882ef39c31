/// How names and texts are shown: no control, bidi or line-break character reaches a sink as it is.
public enum Display {
  /// The text with such characters written as `\n`, `\t` or `\u{…}`; any other text is left alone.
  public static func escaped(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isEscaped) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      if isEscaped(scalar) { result += escape(scalar) } else { result.unicodeScalars.append(scalar) }
    }
    return result
  }

  /// The escaped text in typographic quotes, as messages show a name: `“Arthur”`.
  public static func quoted(_ text: String) -> String { "“\(escaped(text))”" }

  /// The escaped bytes in typographic quotes.
  public static func quoted(_ bytes: Span<UInt8>) -> String {
    bytes.withUnsafeBufferPointer { quoted(String(decoding: $0, as: UTF8.self)) }
  }

  /// The text as a string of the command language, which reads back as the same text: `"Sir \"Mo\""`.
  ///
  /// By Unicode scalar: a mark may join a quote to the letter before it, and a comparison of characters would
  /// not see the quote then.
  public static func literal(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      default:
        if isEscaped(scalar) { quoted += escape(scalar) } else { quoted.unicodeScalars.append(scalar) }
      }
    }
    return quoted + "\""
  }

  /// `1 argument`, `2 arguments`.
  static func count(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }

  /// `a unit`, `an accessory`.
  static func article(_ noun: String) -> String {
    // Written with a vowel, spoken with a consonant: a unit, a user, a euro.
    let soundsLikeConsonant = ["uni", "use", "usu", "uti", "eu", "one"].contains { noun.hasPrefix($0) }
    return "aeiou".contains(noun.first ?? "x") && !soundsLikeConsonant ? "an \(noun)" : "a \(noun)"
  }

  /// Whether the bytes of `part` are somewhere in `whole`.
  static func contains(_ whole: String, _ part: String) -> Bool {
    let (whole, part) = (Array(whole.utf8), Array(part.utf8))
    guard part.count <= whole.count else { return false }
    return (0...(whole.count - part.count)).contains { start in
      part.indices.allSatisfy { whole[start + $0] == part[$0] }
    }
  }

  static func escape(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": "\\n"
    case "\t": "\\t"
    default: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    }
  }

  /// Controls (C0, DEL, C1), line and paragraph separators, and the characters that turn the direction.
  static func isEscaped(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }
}
