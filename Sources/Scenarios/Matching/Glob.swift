/// Matches a line against a pattern in which `*` stands for any text and `?` for one character
/// (Unicode scalar); `\*`, `\?` and `\\` stand for themselves, every other byte for itself.
enum Glob {
  /// Whether the whole line matches; `false` when the budget is spent.
  ///
  /// Only the last `*` met is ever taken back, so the time is O(pattern · line).
  static func matches(
    _ pattern: UnsafeBufferPointer<UInt8>, _ line: UnsafeBufferPointer<UInt8>,
    budget: inout MatchBudget
  ) -> Bool {
    var p = 0
    var at = 0
    var star: (pattern: Int, line: Int)?
    while at < line.count || p < pattern.count {
      budget.spend(1)
      if budget.isSpent { return false }
      if p < pattern.count, pattern[p] == UInt8(ascii: "*") {
        star = (p, at)
        p &+= 1
        continue
      }
      if at < line.count, let (taken, length) = step(pattern, p, line, at) {
        p &+= taken
        at &+= length
        continue
      }
      guard let last = star, last.line < line.count else { return false }
      let resumed = last.line &+ UTF8Decoder.decode(line, at: last.line).1
      star = (last.pattern, resumed)
      p = last.pattern &+ 1
      at = resumed
    }
    return true
  }

  /// How many bytes of pattern and line one item of the pattern takes; `nil` if it does not fit.
  private static func step(
    _ pattern: UnsafeBufferPointer<UInt8>, _ p: Int, _ line: UnsafeBufferPointer<UInt8>, _ at: Int
  ) -> (Int, Int)? {
    guard p < pattern.count else { return nil }
    if pattern[p] == UInt8(ascii: "?") { return (1, UTF8Decoder.decode(line, at: at).1) }
    if pattern[p] == UInt8(ascii: "\\"), p &+ 1 < pattern.count, isEscaped(pattern[p &+ 1]) {
      return pattern[p &+ 1] == line[at] ? (2, 1) : nil
    }
    return pattern[p] == line[at] ? (1, 1) : nil
  }

  private static func isEscaped(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "*") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "\\")
  }
}
