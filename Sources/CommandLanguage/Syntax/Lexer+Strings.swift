extension Lexer {
  mutating func scanString(_ text: Span<UInt8>, _ end: Int) {
    let isLong = position + 2 < end && text[position + 1] == 0x22 && text[position + 2] == 0x22
    let start = position
    position += isLong ? 3 : 1
    scanString(text, end, from: start, isLong: isLong, isMiddle: false, head: start)
  }

  mutating func scanString(_ text: Span<UInt8>, _ end: Int, from start: Int) {
    guard let frame = frames.popLast() else { return }
    scanString(text, end, from: start, isLong: true, isMiddle: frame.isLong, head: frame.start)
  }

  /// Reads a string from the current position up to its end or a `\(`.
  ///
  /// - Parameters:
  ///   - start: the start of this part of the string.
  ///   - head: the start of the whole string.
  mutating func scanString(
    _ text: Span<UInt8>, _ end: Int, from start: Int, isLong: Bool, isMiddle: Bool, head: Int
  ) {
    var last = isMiddle && start == position ? position + 1 : position
    var hasEscapes = false
    while last < end {
      switch text[last] {
      case 0x22:
        let count = isLong ? 3 : 1
        if isLong, last + 2 >= end || text[last + 1] != 0x22 || text[last + 2] != 0x22 {
          last += 1
          continue
        }
        return append(isMiddle ? .stringTail : .string, start, last + count, flag: hasEscapes || isLong)
      case 0x5C where last + 1 < end && text[last + 1] == 0x28:
        append(isMiddle ? .stringMiddle : .stringHead, start, last + 2, flag: hasEscapes || isLong)
        frames.append(Frame(kind: .interpolation, start: head, isLong: isLong))
        return
      case 0x5C where last + 1 < end && text[last + 1] != 0x0A:
        hasEscapes = true
        last += 2
      case 0x0A where !isLong: return append(.brokenString, start, last)
      default: last += 1
      }
    }
    guard isLong else { return append(.brokenString, start, end) }
    // `isLong` of a text frame indicates whether the part follows a `\(…)`.
    frames.append(Frame(kind: .text, start: isMiddle ? start : head, isLong: isMiddle))
    position = end
  }
}
