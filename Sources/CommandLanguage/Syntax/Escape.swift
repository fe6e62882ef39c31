/// The escapes of strings: `\n \t \" \\ \u{1F642}`.
enum Escape {
  /// Returns the bytes that the content of a string represents.
  static func decode(_ inside: ArraySlice<UInt8>) throws(UnknownEscape) -> [UInt8] {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(inside.count)
    var offset = inside.startIndex
    while offset < inside.endIndex {
      guard inside[offset] == 0x5C else {
        decoded.append(inside[offset])
        offset += 1
        continue
      }
      let start = offset
      let letter = offset + 1 < inside.endIndex ? inside[offset + 1] : 0
      offset += 2
      switch letter {
      case 0x6E: decoded.append(0x0A)
      case 0x74: decoded.append(0x09)
      case 0x22, 0x5C: decoded.append(letter)
      case 0x75:
        guard let scalar = scalar(in: inside, at: &offset) else {
          let end = min(offset + 1, inside.endIndex)
          throw UnknownEscape(range: start..<max(end, start + 1), isNumber: true)
        }
        decoded.append(contentsOf: Array(String(scalar).utf8))
      default: throw UnknownEscape(range: start..<min(start + 2, inside.endIndex), isNumber: false)
      }
    }
    return decoded
  }

  struct UnknownEscape: Error {
    var range: Range<Int>
    var isNumber: Bool
  }

  /// Reads `{1F642}` at `offset`, and moves past it.
  private static func scalar(in bytes: ArraySlice<UInt8>, at offset: inout Int) -> Unicode.Scalar? {
    let braced = bytes[offset...].prefix(10)
    guard braced.first == 0x7B, let end = braced.firstIndex(of: 0x7D) else { return nil }
    let digits = String(decoding: braced[(offset + 1)..<end], as: UTF8.self)
    guard digits.allSatisfy({ $0.isASCII && $0.isHexDigit }), let value = UInt32(digits, radix: 16),
      let scalar = Unicode.Scalar(value)
    else { return nil }
    offset = end + 1
    return scalar
  }

  /// Returns the indentation of a long string's closing quotes, if they are on a line of their own.
  static func indentation(before quotes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard let lineEnd = quotes.lastIndex(of: 0x0A) else { return nil }
    let blanks = quotes[(lineEnd + 1)...]
    return blanks.allSatisfy(\.isBlank) ? blanks : nil
  }

  /// Returns the text with each CR LF replaced by LF, so that it does not depend on the line ends of its file.
  static func withLineFeeds(_ text: ArraySlice<UInt8>) -> [UInt8] {
    text.indices.filter { text[$0] != 0x0D || !text[($0 + 1)...].starts(with: [0x0A]) }.map { text[$0] }
  }

  /// Returns a part of a long string without the indentation of its lines and without the lines of its quotes.
  static func unindented(
    _ part: ArraySlice<UInt8>, by indentation: ArraySlice<UInt8>, isFirst: Bool, isLast: Bool
  ) -> [UInt8] {
    var lines = part.split(separator: 0x0A, omittingEmptySubsequences: false)
    if isFirst, lines.count > 1, lines[0].allSatisfy(\.isBlank) { lines.removeFirst() }
    if isLast { lines.removeLast() }
    // The text after an interpolation continues its line.
    let unindented = lines.enumerated().map { index, line in
      (isFirst || index > 0) && line.starts(with: indentation) ? line.dropFirst(indentation.count) : line
    }
    return Array(unindented.joined(separator: [0x0A]))
  }
}
