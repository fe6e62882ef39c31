extension Lexer {
  func hasFormat(_ text: Span<UInt8>, _ position: Int, _ end: Int) -> Bool {
    var next = position
    while next < end, text[next].isBlank { next += 1 }
    return next > position && formatEnd(text, next, end) != nil
  }

  /// Returns the end of an output option at `position`; `nil` if there is none.
  func formatEnd(_ text: Span<UInt8>, _ position: Int, _ end: Int) -> Int? {
    guard position < end, text[position] == 0x2D else { return nil }
    for option in SelectionFormat.options {
      let last = position + option.utf8.count
      guard last <= end, zip(position..<last, option.utf8).allSatisfy({ text[$0] == $1 }) else { continue }
      if last == end || text[last].isBlank || endsStatement(text, last, end) { return last }
    }
    return nil
  }
}
