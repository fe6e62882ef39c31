import TerminalText

/// Printed text, split into lines like a scenario file: a line ends with `\n` and any `\r` before it.
struct PrintedLines {
  let bytes: [UInt8]
  /// The offset of each line, followed by the offset after the last line. A last line without a line ending is
  /// included.
  private let starts: [UInt32]

  /// - Parameter bytes: the text; bytes beyond 4 GB are ignored.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    let end = min(bytes.count, Int(UInt32.max) - 1)
    // The loops over bytes use indices, because iterators and closures take nine times as long in debug builds.
    var breakCount = 0
    var at = 0
    while at < end {
      if bytes[at] == UInt8(ascii: "\n") { breakCount &+= 1 }
      at &+= 1
    }
    var starts: [UInt32] = []
    starts.reserveCapacity(breakCount + 2)
    var start = 0
    at = 0
    while at < end {
      if bytes[at] == UInt8(ascii: "\n") {
        starts.append(UInt32(truncatingIfNeeded: start))
        start = at &+ 1
      }
      at &+= 1
    }
    if start < end {
      starts.append(UInt32(truncatingIfNeeded: start))
      start = end &+ 1
    }
    starts.append(UInt32(truncatingIfNeeded: start))
    self.starts = starts
  }

  var count: Int { starts.count &- 1 }
  var indices: Range<Int> { 0..<count }

  subscript(index: Int) -> ArraySlice<UInt8> {
    let start = Int(starts[index])
    var end = min(Int(starts[index &+ 1]) &- 1, bytes.count)
    while end > start, bytes[end &- 1] == UInt8(ascii: "\r") { end &-= 1 }
    return bytes[start..<end]
  }

  /// Returns the first lines as they are shown, followed by a line with the number of the remaining ones, if any.
  func shown(countMax: Int) -> [String] {
    let lines = indices.prefix(countMax).map { ShownLine.text(of: self[$0]) }
    return count > countMax ? lines + ["… \(English.count(count - countMax, "more line"))"] : lines
  }
}

/// The form of a line in reports: escaped, and cut if it is very long.
enum ShownLine {
  static let byteCountMax = 2_000

  /// - Parameter doublesBackslashes: whether a literal backslash is distinguished from the beginning of an escape
  ///   sequence.
  static func text(of line: ArraySlice<UInt8>, doublesBackslashes: Bool = false) -> String {
    if doublesBackslashes {
      let backslash = UInt8(ascii: "\\")
      return text(of: line.flatMap { $0 == backslash ? [$0, $0] : [$0] }[...])
    }
    let kept = prefix(of: line)
    let escaped = Escaping.escaped(kept.span)
    return kept.count == line.count ? escaped : escaped + ending(line.count)
  }

  /// Returns a text, cut like a line and not escaped.
  static func cut(_ text: String) -> String {
    if text.utf8.count <= byteCountMax { return text }
    let bytes = Array(text.utf8)
    return String(decoding: prefix(of: bytes[...]), as: UTF8.self) + ending(bytes.count)
  }

  private static func prefix(of line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard line.count > byteCountMax else { return line }
    var end = line.startIndex + byteCountMax
    // Moves back to the beginning of a character.
    while end > line.startIndex, line[end] & 0xC0 == 0x80 { end -= 1 }
    return line[..<end]
  }

  private static func ending(_ byteCount: Int) -> String { "… (\(byteCount) bytes)" }
}
