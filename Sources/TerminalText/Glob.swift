/// Matches a text against a pattern in which `*` stands for any text and `?` for one Unicode scalar, or one
/// malformed byte; `\*`, `\?` and `\\` stand for themselves, every other byte for itself.
public enum Glob {
  /// Returns a Boolean value that indicates whether the whole text matches, within a number of steps; `false` once
  /// the steps are spent.
  ///
  /// Only the last `*` met is ever taken back, so the time is O(pattern · text).
  ///
  /// - Parameters:
  ///   - pattern: the bytes of the pattern.
  ///   - text: the bytes of the text.
  ///   - steps: how many steps may be taken; less those that were, and 0 when they were too few.
  public static func matches(_ pattern: Span<UInt8>, _ text: Span<UInt8>, steps: inout Int) -> Bool {
    var p = 0
    var at = 0
    var star: (pattern: Int, text: Int)?
    while at < text.count || p < pattern.count {
      steps &-= 1
      if steps <= 0 { return false }
      if p < pattern.count, pattern[p] == UInt8(ascii: "*") {
        star = (p, at)
        p &+= 1
        continue
      }
      if at < text.count, let (taken, length) = item(of: pattern, p, text, at) {
        p &+= taken
        at &+= length
        continue
      }
      guard let last = star, last.text < text.count else { return false }
      let resumed = UTF8Decoding.scalar(of: text, at: last.text).end
      star = (last.pattern, resumed)
      p = last.pattern &+ 1
      at = resumed
    }
    return true
  }

  /// Returns a Boolean value that indicates whether the whole text matches, in any number of steps.
  public static func matches(_ pattern: String, _ text: String) -> Bool {
    var steps = Int.max
    return matches(pattern.utf8.span, text.utf8.span, steps: &steps)
  }

  /// Returns the numbers of pattern and text bytes that one item of the pattern takes; `nil` if it does not match.
  private static func item(
    of pattern: Span<UInt8>, _ p: Int, _ text: Span<UInt8>, _ at: Int
  ) -> (Int, Int)? {
    guard p < pattern.count else { return nil }
    if pattern[p] == UInt8(ascii: "?") { return (1, UTF8Decoding.scalar(of: text, at: at).end &- at) }
    if pattern[p] == UInt8(ascii: "\\"), p &+ 1 < pattern.count, isSpecial(pattern[p &+ 1]) {
      return pattern[p &+ 1] == text[at] ? (2, 1) : nil
    }
    return pattern[p] == text[at] ? (1, 1) : nil
  }

  /// Returns a Boolean value that indicates whether a byte stands for itself only after `\`.
  public static func isSpecial(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "*") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "\\")
  }
}
