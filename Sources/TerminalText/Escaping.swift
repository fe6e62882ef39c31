/// The escaping of text for display. No character of an escaped text can control the terminal, be invisible, reorder
/// its neighbours or end the line.
///
/// An escaped character is written `\u{…}`, a line feed `\n`, a tab `\t`, and a malformed byte `\x…`. The rules are the
/// same for all outputs; the documentation catalogue explains them.
public enum Escaping {
  /// The context in which the text is shown.
  public enum Style: Sendable {
    /// A message or a separate line. Backslashes are not doubled.
    case line
    /// A field of a row. Characters of the row's layout are escaped too: a space at either end or after another space,
    /// and the arrow `→` of changed fields. `\` is also escaped, so that different texts are never shown alike.
    case field
    /// A string in double quotes of the command language. `"` and `\` are escaped too, so that reading the string gives
    /// the same text. A malformed byte becomes U+FFFD.
    case literal
  }

  /// The maximum number of marks on a character, as in the Stream-Safe Text Format (Unicode Standard Annex 15). More
  /// marks would cover the lines above and below, and a text of any length could take a single column.
  static let marksMax = 30

  /// Appends the escaped form of UTF-8 text.
  ///
  /// O(bytes). ASCII without escapes is copied, with one comparison per byte.
  public static func append(_ text: Span<UInt8>, as style: Style = .line, to output: inout [UInt8]) {
    let plain = PlainBytes(style)
    var at = plain.end(in: text, from: 0)
    output.append(text, 0..<at)
    // No marks are allowed after an escape or at the beginning, where they would change the preceding text.
    var marksLeft = at > 0 ? marksMax : 0
    while at < text.count {
      if plain.contains(text, at) {
        output.append(text[at])
        at &+= 1
        marksLeft = marksMax
      } else {
        at = appendScalar(of: text, at: at, as: style, &marksLeft, to: &output)
      }
    }
  }

  /// Appends the escaped form of a string. A string that needs no escape is copied as a whole.
  public static func append(_ text: String, as style: Style = .line, to output: inout [UInt8]) {
    let utf8 = text.utf8.span
    if PlainBytes(style).end(in: utf8, from: 0) == utf8.count {
      output.append(contentsOf: text.utf8)
    } else {
      append(utf8, as: style, to: &output)
    }
  }

  /// Returns the escaped form of a string. If it needs no escape, returns the string itself without copying.
  public static func escaped(_ text: String, as style: Style = .line) -> String {
    let utf8 = text.utf8.span
    if PlainBytes(style).end(in: utf8, from: 0) == utf8.count { return text }
    return escaped(utf8, as: style)
  }

  /// Returns the escaped form of UTF-8 text as a string.
  public static func escaped(_ text: Span<UInt8>, as style: Style = .line) -> String {
    var output: [UInt8] = []
    output.reserveCapacity(text.count + 16)
    append(text, as: style, to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  /// Returns whether a text needs no escape.
  public static func isClean(_ text: String, as style: Style = .line) -> Bool {
    let utf8 = text.utf8.span
    if PlainBytes(style).end(in: utf8, from: 0) == utf8.count { return true }
    var output: [UInt8] = []
    append(utf8, as: style, to: &output)
    // Every escape is longer than the escaped character.
    return output.count == utf8.count
  }

  private static func appendScalar(
    of text: Span<UInt8>, at start: Int, as style: Style, _ marksLeft: inout Int, to output: inout [UInt8]
  ) -> Int {
    let (scalar, end) = UTF8Decoding.scalar(of: text, at: start)
    guard let scalar else {
      appendMalformed(text[start], as: style, to: &output)
      marksLeft = marksMax
      return end
    }
    if TextWidth.commonKind(of: scalar.value) != nil {
      output.append(text, start..<end)
      marksLeft = marksMax
      return end
    }
    let marks = marksLeft
    marksLeft = 0
    switch scalar {
    case "\t": output.append(contentsOf: "\\t".utf8)
    case "\n": output.append(contentsOf: "\\n".utf8)
    case "\\" where style != .line: output.append(contentsOf: "\\\\".utf8)
    case "\"" where style == .literal: output.append(contentsOf: "\\\"".utf8)
    case " " where style == .field, "→" where style == .field: appendEscape(scalar, to: &output)
    case "[" where Sequences.isLogCommand(text, at: start): appendEscape(scalar, to: &output)
    case "\u{1F3F4}":
      let end = Sequences.flagEnd(text, from: end)
      output.append(text, start..<end)
      marksLeft = marksMax
      return end
    case _ where isHidden(scalar) || Sequences.isOutOfPlace(scalar, in: text, from: start, to: end):
      appendEscape(scalar, to: &output)
    default:
      let isMark = TextWidth.kind(of: scalar.value).extends
      if isMark, marks == 0 {
        appendEscape(scalar, to: &output)
      } else {
        output.append(text, start..<end)
        marksLeft = isMark ? marks &- 1 : marksMax
      }
    }
    return end
  }

  private static func appendMalformed(_ byte: UInt8, as style: Style, to output: inout [UInt8]) {
    guard style != .literal else { return output.append(contentsOf: "\u{FFFD}".utf8) }
    output.append(contentsOf: "\\x".utf8)
    output.appendHexadecimal(UInt32(byte))
  }

  private static func appendEscape(_ scalar: Unicode.Scalar, to output: inout [UInt8]) {
    output.append(contentsOf: "\\u{".utf8)
    output.appendHexadecimal(scalar.value)
    output.append(UInt8(ascii: "}"))
  }
}

/// The ASCII bytes that are never escaped, except for spaces in a field.
private struct PlainBytes {
  // One bit for each byte: `low` for the bytes below 64, `high` for the other ASCII bytes.
  private var low: UInt64 = ~0 &<< 32
  private var high: UInt64 = ~0 &>> 1

  init(_ style: Escaping.Style) {
    remove("[")
    if style == .field { remove(" ") }
    if style != .line { remove("\\") }
    if style == .literal { remove("\"") }
  }

  private mutating func remove(_ scalar: Unicode.Scalar) {
    let bit: UInt64 = 1 &<< UInt64(scalar.value & 63)
    if scalar.value < 64 { low &= ~bit } else { high &= ~bit }
  }

  func contains(_ text: Span<UInt8>, _ at: Int) -> Bool {
    let byte = text[at]
    let bits = byte < 64 ? low : byte < 128 ? high : 0
    if bits &>> UInt64(byte & 63) & 1 != 0 { return true }
    // Spaces are escaped only in fields, and not between words.
    return byte == UInt8(ascii: " ") && at > 0 && at &+ 1 < text.count && text[at &- 1] != UInt8(ascii: " ")
  }

  /// Returns the index of the first byte from `start` on that is not one of these bytes; the count if there is none.
  func end(in text: Span<UInt8>, from start: Int) -> Int {
    var at = start
    while at < text.count, contains(text, at) { at &+= 1 }
    return at
  }
}

extension [UInt8] {
  /// Appends a number in upper-case hexadecimal digits, at least one.
  fileprivate mutating func appendHexadecimal(_ value: UInt32) {
    var shift = Swift.max(0, (31 - value.leadingZeroBitCount) / 4 * 4)
    while shift >= 0 {
      let digit = UInt8(truncatingIfNeeded: value >> UInt32(shift) & 0xF)
      append(digit < 10 ? digit &+ 0x30 : digit &+ 0x37)
      shift &-= 4
    }
  }
}
