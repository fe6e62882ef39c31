/// The syntax of lines, which the reader and the writer share. The first and last bytes of a line determine its kind.
enum TranscriptSyntax {
  /// Returns whether the line is a bare mark, or begins with a mark and a space.
  static func isMark(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Bool {
    end &- start == 1 || bytes[start &+ 1] == UInt8(ascii: " ")
  }

  static func isAnyLines(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Bool {
    end &- start == 3 && (start..<end).allSatisfy { bytes[$0] == UInt8(ascii: ".") }
  }

  static func isBlank(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Bool {
    (start..<end).allSatisfy { bytes[$0] == UInt8(ascii: " ") || bytes[$0] == UInt8(ascii: "\t") }
  }

  static func patternKind(
    _ bytes: Span<UInt8>, _ start: Int, _ end: Int
  ) -> Transcript.Kind? {
    guard end > start, bytes[end &- 1] == UInt8(ascii: ")") else { return nil }
    if ends(bytes, start, end, in: globEnding) { return .glob }
    return ends(bytes, start, end, in: regexEnding) ? .regex : nil
  }

  private static func ends(_ bytes: Span<UInt8>, _ start: Int, _ end: Int, in ending: String) -> Bool {
    let first = end &- ending.utf8.count
    guard first >= start else { return false }
    return zip(first..<end, ending.utf8).allSatisfy { bytes[$0] == $1 }
  }

  static let globEnding = " (glob)"
  static let regexEnding = " (re)"

  /// Returns whether a printed line needs a leading `\` in a file, since it would otherwise have another meaning.
  static func needsEscape(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Bool {
    guard start < end else { return true }
    switch bytes[start] {
    case UInt8(ascii: "#"), UInt8(ascii: "\\"): return true
    case UInt8(ascii: ">"), UInt8(ascii: "."):
      if isMark(bytes, start, end) || isAnyLines(bytes, start, end) { return true }
    case UInt8(ascii: " "), UInt8(ascii: "\t"):
      if isBlank(bytes, start, end) { return true }
    default: break
    }
    return patternKind(bytes, start, end) != nil
  }

  /// Returns the offset of the first `\n` at or after `start`; the count of bytes if there is none. O(distance).
  static func newline(in bytes: Span<UInt8>, from start: Int) -> Int {
    var offset = start
    while offset < bytes.count, bytes[offset] != UInt8(ascii: "\n") { offset &+= 1 }
    return offset
  }

  /// Returns the end of the text of a line, which is before any `\r`, given the start of the line and its newline.
  static func end(_ bytes: Span<UInt8>, _ start: Int, _ newline: Int) -> Int {
    var end = newline
    while end > start, bytes[end &- 1] == UInt8(ascii: "\r") { end &-= 1 }
    return end
  }
}
