/// Makes text fit to be shown: whatever is in it, it stays on its line and moves nothing else.
public enum Escaping {
  /// Text in which control, bidi, line-break and invisible formatting characters stand as `\u{…}`
  /// (`\t` for a tab), invalid UTF-8 as `\x…`, and no `##…[` can be taken for a log command. O(length).
  public static func visible(_ text: some Sequence<UInt8>) -> String {
    var result = ""
    append(visible: text, to: &result)
    return result
  }

  /// The same for a string.
  public static func visible(_ text: String) -> String {
    // Most names need nothing, and every passed scenario's is shown.
    let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "#") }
    return isPlain ? text : visible(text.utf8)
  }

  static func append(visible text: some Sequence<UInt8>, to result: inout String) {
    var decoder = UTF8Decoder(Array(text))
    var hashes = 0
    while let piece = decoder.next() {
      switch piece {
      case .invalid(let byte): result += "\\x" + hex(UInt32(byte), digits: 2)
      case .scalar(let scalar):
        if scalar == "\t" {
          result += "\\t"
        } else if isHidden(scalar) {
          result += "\\u{" + hex(scalar.value, digits: 1) + "}"
        } else if scalar == "[", hashes >= 2 {
          result += "\\u{5B}"
        } else {
          result.unicodeScalars.append(scalar)
        }
        // Some build services read `##[…` and `##vso[…` anywhere in a line as a command.
        if scalar == "#" {
          hashes &+= 1
        } else if hashes < 2 || !(scalar.properties.isAlphabetic) {
          hashes = 0
        }
      }
    }
  }

  /// Whether a character is not shown as itself: it controls, breaks lines, turns the direction of
  /// text or has no shape at all.
  static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x1F, 0x7F...0x9F: true
    case 0x200E, 0x200F, 0x061C, 0x202A...0x202E, 0x2066...0x2069: true
    case 0x2028, 0x2029, 0x00AD, 0x200B, 0x2060...0x2064, 0x206A...0x206F, 0xFEFF, 0xFFF9...0xFFFB: true
    case 0xE0000...0xE001F, 0xFFFE, 0xFFFF: true
    default: false
    }
  }

  static func hex(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }
}
