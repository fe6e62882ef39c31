/// Printed text, split into lines as a scenario file is: the ending is `\n` with any `\r` before it.
struct PrintedLines {
  let bytes: [UInt8]
  /// The text of each line, without its ending. A last line without an ending counts as well.
  let lines: [Range<Int>]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    self.lines = bytes.withUnsafeBufferPointer { buffer in
      var lines: [Range<Int>] = []
      var start = 0
      while start < buffer.count {
        let newline = ByteScan.newline(in: buffer, from: start)
        var end = newline
        while end > start, buffer[end &- 1] == UInt8(ascii: "\r") { end &-= 1 }
        lines.append(start..<end)
        start = newline &+ 1
      }
      return lines
    }
  }

  var count: Int { lines.count }
  subscript(index: Int) -> ArraySlice<UInt8> { bytes[lines[index]] }
}

extension PrintedLines {
  /// The lines as they are shown.
  var shown: [String] { lines.map { Escaping.visible(bytes[$0]) } }
}
