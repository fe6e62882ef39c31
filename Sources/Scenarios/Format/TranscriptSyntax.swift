/// How a line's first and last bytes decide what it is; the reader and the writer share it.
enum TranscriptSyntax {
  /// Whether the line is a bare mark, or a mark and a space.
  static func isMark(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) -> Bool {
    end &- start == 1 || bytes[start &+ 1] == UInt8(ascii: " ")
  }

  static func isAnyLines(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) -> Bool {
    end &- start == 3 && bytes[start..<end].allSatisfy { $0 == UInt8(ascii: ".") }
  }

  static func isBlank(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) -> Bool {
    bytes[start..<end].allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
  }

  static func patternKind(
    _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int
  ) -> Transcript.Kind? {
    guard end > start, bytes[end &- 1] == UInt8(ascii: ")") else { return nil }
    if bytes[start..<end].suffix(globEnding.utf8.count).elementsEqual(globEnding.utf8) { return .glob }
    if bytes[start..<end].suffix(regexEnding.utf8.count).elementsEqual(regexEnding.utf8) { return .regex }
    return nil
  }

  static let globEnding = " (glob)"
  static let regexEnding = " (re)"

  /// Whether a printed line would read as something else than itself and needs a leading `\`.
  static func needsEscape(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) -> Bool {
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
}
