/// Patterns in which `*` matches any text and `?` one Unicode scalar, or one malformed byte. `\*`, `\?` and `\\` match
/// `*`, `?` and `\`. Every other byte matches itself.
public enum Glob {
  /// Returns whether the whole text matches the pattern; `false` if matching takes too many steps.
  ///
  /// Matching only backtracks to the last `*`, so it takes O(pattern · text).
  ///
  /// - Parameters:
  ///   - pattern: the bytes of the pattern.
  ///   - text: the bytes of the text.
  ///   - steps: the number of remaining steps; 0 afterwards if there were too few.
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

  /// Returns whether the whole text matches the pattern, in any number of steps.
  public static func matches(_ pattern: String, _ text: String) -> Bool {
    var steps = Int.max
    return matches(pattern.utf8.span, text.utf8.span, steps: &steps)
  }

  /// Returns the numbers of bytes that an item takes in the pattern and in the text; `nil` if it does not match.
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

  /// Returns whether a byte has a special meaning in a pattern, unless it follows `\`.
  public static func isSpecial(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "*") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "\\")
  }
}
