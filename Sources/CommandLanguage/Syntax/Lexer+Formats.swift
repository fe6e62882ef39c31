extension Lexer {
  func hasFormat(_ text: Span<UInt8>, _ position: Int, _ end: Int) -> Bool {
    var next = position
    while next < end, text[next].isBlank { next += 1 }
    return next > position && formatEnd(text, next, end) != nil
  }

  /// Returns the end of an output option at `position`; `nil` if there is none. The option must end its statement, or
  /// be followed only by a shell operator.
  func formatEnd(_ text: Span<UInt8>, _ position: Int, _ end: Int) -> Int? {
    guard position < end, text[position] == 0x2D else { return nil }
    for option in SelectionFormat.options {
      let last = position + option.utf8.count
      guard last <= end, zip(position..<last, option.utf8).allSatisfy({ text[$0] == $1 }) else { continue }
      if endsStatement(text, last, end) || isBeforeShell(text, last, end) { return last }
    }
    return nil
  }

  private func isBeforeShell(_ text: Span<UInt8>, _ position: Int, _ end: Int) -> Bool {
    var next = position
    while next < end, text[next].isBlank { next += 1 }
    return next > position && next < end && (text[next] == 0x3E || text[next] == 0x7C)
  }
}
