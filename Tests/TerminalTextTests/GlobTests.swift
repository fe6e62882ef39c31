import Testing

@testable import TerminalText

@Suite struct GlobTests {
  @Test(arguments: [
    ("a*c", "abbc", true), ("a*c", "ab", false), ("*", "", true), ("?", "é", true), ("*?", "é", true),
    ("*??", "é", false), ("*??", "🙂", false), ("\\*", "*", true), ("\\*", "a", false), ("a\\b", "a\\b", true),
    ("\\\\", "\\", true), ("", "", true), ("", "a", false), ("a?c", "ac", false), ("**a**", "bab", true),
    ("🙂*", "🙂→🤕", true), ("*\u{301}", "e\u{301}", true), ("s*", "spawn", true), ("s*", "units", false),
  ])
  func `A glob matches a whole text`(pattern: String, text: String, expected: Bool) {
    #expect(Glob.matches(pattern, text) == expected)
  }

  @Test func `Random globs agree with trying every way`() {
    func model(_ pattern: ArraySlice<Unicode.Scalar>, _ text: ArraySlice<Unicode.Scalar>) -> Bool {
      guard let first = pattern.first else { return text.isEmpty }
      if first == "*" {
        return model(pattern.dropFirst(), text) || (!text.isEmpty && model(pattern, text.dropFirst()))
      }
      guard let next = text.first, first == "?" || first == next else { return false }
      return model(pattern.dropFirst(), text.dropFirst())
    }
    var matched = 0
    for seed in UInt64(0)..<5_000 {
      let pattern = Samples.text(seed, ["a", "é", "*", "?"], length: 7)
      let text = Samples.text(~seed, ["a", "é"], length: 7)
      let expected = model(Array(pattern.unicodeScalars)[...], Array(text.unicodeScalars)[...])
      #expect(Glob.matches(pattern, text) == expected, "seed \(seed): \(pattern) on \(text)")
      if expected { matched += 1 }
    }
    #expect(matched > 500 && matched < 4_500)
  }

  @Test func `Steps are counted, and spent ones end the search`() {
    let pattern = Array((String(repeating: "*a", count: 50) + "b").utf8)
    let text = Array(String(repeating: "a", count: 1_000).utf8)
    var steps = 1_000
    #expect(!Glob.matches(pattern.span, text.span, steps: &steps))
    #expect(steps == 0)
    steps = 1_000_000
    #expect(!Glob.matches(pattern.span, text.span, steps: &steps))
    #expect(steps > 1_000_000 - pattern.count * text.count)
  }

  @Test func `Any bytes can be matched`() {
    for seed in UInt64(0)..<3_000 {
      let text = Samples.bytes(seed)
      var pattern: [UInt8] = []
      for byte in text {
        if Glob.isSpecial(byte) { pattern.append(UInt8(ascii: "\\")) }
        pattern.append(byte)
      }
      var steps = Int.max
      #expect(Glob.matches(pattern.span, text.span, steps: &steps), "seed \(seed)")
      _ = Glob.matches(Samples.bytes(~seed).span, text.span, steps: &steps)
    }
  }
}
