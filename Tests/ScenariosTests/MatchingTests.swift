import TerminalText
import TestSupport
import Testing

@testable import Scenarios

@Suite struct MatchingTests {
  @Test(arguments: [
    ("a*c", "abbc", true), ("a*c", "ab", false), ("?", "é", true), ("*??", "é", false),
    ("a\\b", "a\\b", true), ("a?c", "ac", false), ("**a**", "bab", true), ("🙂*", "🙂→🤕", true),
  ])
  func `a glob matches whole lines`(_ pattern: String, _ line: String, _ expected: Bool) {
    if !line.isEmpty, !pattern.hasPrefix("\\") {
      #expect((replay("> echo \(line)\n\(pattern) (glob)\n").status == .success) == expected)
    }
    #expect(Self.glob(pattern, line) == expected)
  }

  private static func glob(_ pattern: String, _ line: String) -> Bool {
    var budget = MatchBudget()
    return budget.spending { Glob.matches(pattern.utf8.span, line.utf8.span, steps: &$0) }
  }

  @Test func `random globs agree with trying every way`() {
    func model(_ pattern: Substring, _ line: Substring) -> Bool {
      guard let first = pattern.first else { return line.isEmpty }
      if first == "*" {
        return model(pattern.dropFirst(), line) || (!line.isEmpty && model(pattern, line.dropFirst()))
      }
      guard let next = line.first, first == "?" || first == next else { return false }
      return model(pattern.dropFirst(), line.dropFirst())
    }
    for seed in UInt64(0)..<3_000 {
      var random = SplitMix(seed)
      func text(_ alphabet: [String]) -> String {
        (0..<Int.random(in: 0...6, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? "" }
          .joined()
      }
      let (pattern, line) = (text(["a", "é", "*", "?"]), text(["a", "é"]))
      #expect(
        Self.glob(pattern, line) == model(pattern[...], line[...]), "seed \(seed): \(pattern) on \(line)")
    }
  }

  @Test func `patterns, any lines and escapes work in a scenario`() {
    let text = """
      > echo id 42|noise|noise|hp 100|end
      id [0-9]+ (re)
      ...
      hp * (glob)
      end
      > echo # no comment|> no command|...|x (re)|\\back
      \\# no comment
      \\> no command
      \\...
      \\x (re)
      \\\\back

      """
    #expect(replay(text).status == .success)
  }

  @Test func `a captured name is replaced by its value in later commands and lines`() {
    let text = """
      > echo spawned 3 as u.7*
      spawned (?<count>\\d+) as (?<id>.*) (re)
      > echo {{id}} again|{{id}}{{count}}
      {{id}} again
      {{id}}{{count}}
      > echo u.7*|u.7* x|{{other}}|uX7* x
      {{id}} (re)
      {{id}} ? (glob)
      {{other}}
      uX7* x
      > set {{id}} 1
      > get u.7*
      1

      """
    #expect(replay(text).output == "passed  a.scenario\n1 scenario, 5 commands: 1 passed\n")
    let wrong = replay("> echo a7\na(?<n>.) (re)\n> echo uX7\nu{{n}}7 (re)\n")
    #expect(wrong.status == .failure)
    #expect(wrong.output.contains("note: {{n}} is “7”"))
  }

  @Test func `a name captured above in the same output is known below`() {
    #expect(replay("> echo a 1|b 1\na (?<n>.) (re)\nb {{n}}\n").status == .success)
    #expect(replay("> echo a 1|b 2\na (?<n>.) (re)\nb {{n}}\n").status == .failure)
    #expect(replay("> echo a 1|x|b 1|z\na (?<n>.) (re)\n...\nb {{n}} (re)\n...\n").status == .success)
  }

  @Test func `an unknown name is matched literally, and a mismatch explains it`() {
    #expect(replay("> echo {{x}}\n{{x}}\n").status == .success)
    let ran = replay("> echo a\n{{x}}\n")
    #expect(ran.output.contains("note: no line above captures “x”, so {{x}} is literal text\n"))
  }

  @Test func `an unknown name in a regular expression is matched literally as well`() {
    #expect(replay("> echo {{x}}1\n{{x}}\\d (re)\n").status == .success)
  }

  @Test func `a bad pattern is a diagnostic at its line`() {
    let ran = replay("> echo a\na(b (re)\n")
    #expect(
      ran.output.contains(
        "a.scenario:2: the pattern cannot be read: a “(” is not closed (at its character 2)\n"))
    #expect(ran.status == .failure)
  }

  @Test func `an escaped line that looks like a pattern is pointed out`() {
    let ran = replay("> echo 12\n\\d+ (re)\n")
    #expect(
      ran.output.contains("note: line 2 begins with “\\”, so it is literal text and not a pattern\n"))
  }

  @Test func `lines are compared with any lines as trying every way does`() {
    func model(_ expected: ArraySlice<String>, _ printed: ArraySlice<String>) -> Bool {
      guard let first = expected.first else { return printed.isEmpty }
      if first == "..." {
        return model(expected.dropFirst(), printed)
          || (!printed.isEmpty && model(expected, printed.dropFirst()))
      }
      guard let line = printed.first, first == "? (glob)" || first == line else { return false }
      return model(expected.dropFirst(), printed.dropFirst())
    }
    var matchCount = 0
    for seed in UInt64(0)..<5_000 {
      var random = SplitMix(seed)
      func lines(_ alphabet: [String]) -> [String] {
        (0..<Int.random(in: 0...6, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? "" }
      }
      let (expected, printed) = (lines(["a", "b", "...", "? (glob)"]), lines(["a", "b"]))
      let isMatch = compare(expected, printed, isUnordered: false) == nil
      #expect(isMatch == model(expected[...], printed[...]), "seed \(seed): \(expected) \(printed)")
      if isMatch { matchCount += 1 }
    }
    #expect(matchCount > 500 && matchCount < 4_500, "both outcomes must be tried: \(matchCount)")
  }

  @Test func `captures between any lines are compared as trying every way does`() {
    func model(
      _ expected: ArraySlice<String>, _ printed: ArraySlice<String>, _ value: String?
    ) -> [String?]? {
      guard let first = expected.first else { return printed.isEmpty ? [value] : nil }
      let rest = expected.dropFirst()
      if first == "..." {
        if let found = model(rest, printed, value) { return found }
        return printed.isEmpty ? nil : model(expected, printed.dropFirst(), value)
      }
      guard let line = printed.first else { return nil }
      switch first {
      case "(?<v>[abc]) (re)": return model(rest, printed.dropFirst(), line)
      case "{{v}}": return line == value ? model(rest, printed.dropFirst(), value) : nil
      default: return line == first ? model(rest, printed.dropFirst(), value) : nil
      }
    }
    var matchCount = 0
    for seed in UInt64(0)..<6_000 {
      var random = SplitMix(seed)
      func lines(_ count: ClosedRange<Int>, _ alphabet: [String]) -> [String] {
        (0..<Int.random(in: count, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? "" }
      }
      let expected = lines(2...8, ["a", "(?<v>[abc]) (re)", "{{v}}", "...", "..."])
      let printed = lines(2...7, ["a", "b", "c"])
      var matcher = self.matcher(expected, printed)
      let aligned = matcher.compare(isUnordered: false)
      let found = model(expected[...], printed[...], nil)
      #expect((aligned == nil) == (found != nil), "seed \(seed): \(expected) \(printed)")
      guard let found else { continue }
      matchCount += 1
      let value = matcher.variables.value(of: Array("v".utf8)[...])
      #expect(value == found[0].map { Array($0.utf8) }, "seed \(seed): \(expected) \(printed)")
    }
    #expect(matchCount > 500 && matchCount < 5_500, "both outcomes must be tried: \(matchCount)")
  }

  @Test func `captures of an unordered output are compared as trying every pairing does`() {
    func model(_ expected: ArraySlice<String>, _ printed: [String], _ value: String?) -> Bool {
      guard let first = expected.first else { return printed.isEmpty }
      if first == "..." {
        return model(expected.dropFirst(), printed, value)
          || !printed.isEmpty
            && printed.indices.contains {
              model(expected, printed.removing(at: $0), value)
            }
      }
      return printed.indices.contains { index in
        let (line, rest) = (printed[index], printed.removing(at: index))
        switch first {
        case "(?<v>[abc]) (re)": return line.count == 1 && model(expected.dropFirst(), rest, line)
        case "{{v}}!": return line == "\(value ?? "{{v}}")!" && model(expected.dropFirst(), rest, value)
        default: return line == first && model(expected.dropFirst(), rest, value)
        }
      }
    }
    var matchCount = 0
    for seed in UInt64(0)..<3_000 {
      var random = SplitMix(seed)
      func lines(_ count: ClosedRange<Int>, _ alphabet: [String]) -> [String] {
        (0..<Int.random(in: count, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? "" }
      }
      let expected = lines(0...1, ["a"]) + ["(?<v>[abc]) (re)"] + lines(1...3, ["a", "{{v}}!", "b!", "..."])
      let printed = lines(2...5, ["a", "b", "c", "a!", "b!"])
      var matcher = self.matcher(expected, printed)
      let isMatch = matcher.compare(isUnordered: true) == nil
      #expect(isMatch == model(expected[...], printed, nil), "seed \(seed): \(expected) \(printed)")
      if isMatch { matchCount += 1 }
    }
    #expect(matchCount > 100 && matchCount < 2_900, "both outcomes must be tried: \(matchCount)")
  }

  @Test func `trying other captures ends, and leaves steps for the difference`() {
    let expected = (0..<9).flatMap { ["...", "(?<v\($0)>\\d+) (re)"] } + ["...", "{{v0}} {{v8}}"]
    let printed = (0..<60).map { "\($0)" }
    var matcher = self.matcher(expected, printed, budget: MatchBudget(2_000_000))
    #expect(matcher.compare(isUnordered: false)?.last == .replaced(expected.count - 1, 59, count: 1))
    #expect(!matcher.budget.isSpent)
  }

  @Test func `a changed line between any lines is compared with the most similar one`() {
    let printed = ["alpha 1", "beta 2", "gamma 3", "delta 4"]
    var matcher = self.matcher(["...", "gamma 4", "..."], printed)
    #expect(matcher.alignment() == [.any(0, count: 2), .replaced(1, 2, count: 1), .any(2, count: 1)])
    matcher = self.matcher(["...", "beta 3", "...", "delta 5", "..."], printed)
    #expect(
      matcher.alignment() == [
        .any(0, count: 1), .replaced(1, 1, count: 1), .any(2, count: 1), .replaced(3, 3, count: 1),
        .any(4, count: 0),
      ])
  }

  @Test func `unordered lines are compared as trying every order does`() {
    func model(_ expected: [String], _ printed: [String]) -> Bool {
      guard let first = expected.first(where: { $0 != "..." }) else {
        return printed.isEmpty || expected.contains("...")
      }
      var rest = expected
      rest.remove(at: rest.firstIndex(of: first) ?? 0)
      return printed.indices.contains { index in
        let line = printed[index]
        let fits = first == "? (glob)" || first == line || (first == "[ab] (re)" && "ab".contains(line))
        var others = printed
        others.remove(at: index)
        return fits && model(rest, others)
      }
    }
    var matchCount = 0
    for seed in UInt64(0)..<3_000 {
      var random = SplitMix(seed)
      func lines(_ alphabet: [String]) -> [String] {
        (0..<Int.random(in: 0...4, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? "" }
      }
      let expected = lines(["a", "b", "...", "? (glob)", "[ab] (re)"])
      let printed = lines(["a", "b", "c"])
      let isMatch = compare(expected, printed, isUnordered: true) == nil
      #expect(isMatch == model(expected, printed), "seed \(seed): \(expected) \(printed)")
      if isMatch { matchCount += 1 }
    }
    #expect(matchCount > 200 && matchCount < 2_800, "both outcomes must be tried: \(matchCount)")
  }

  @Test func `an alignment lists each line once, in order, and only equal lines match`() {
    for seed in UInt64(0)..<3_000 {
      var random = SplitMix(seed)
      func lines(_ alphabet: [String]) -> [String] {
        (0..<Int.random(in: 0...7, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? "" }
      }
      let (expected, printed) = (lines(["a", "b", "c", "..."]), lines(["a", "b", "c"]))
      var matcher = self.matcher(expected, printed)
      var (patterns, taken): ([Int], Int) = ([], 0)
      for item in matcher.alignment() {
        switch item {
        case .same(let pattern, let line, let count):
          let isSame = expected[pattern..<pattern + count] == printed[line..<line + count]
          #expect(isSame && line == taken, "seed \(seed)")
          (patterns, taken) = (patterns + (pattern..<pattern + count), taken + count)
        case .any(let pattern, let count): (patterns, taken) = (patterns + [pattern], taken + count)
        case .replaced(let pattern, let line, let count):
          #expect(line == taken, "seed \(seed)")
          (patterns, taken) = (patterns + (pattern..<pattern + count), taken + count)
        case .missing(let pattern, let count): patterns += pattern..<pattern + count
        case .extra(let line, let count):
          #expect(line == taken, "seed \(seed)")
          taken += count
        }
      }
      #expect(
        patterns == Array(expected.indices) && taken == printed.count, "seed \(seed): \(expected) \(printed)")
    }
  }

  @Test func `Myers' script is the shortest and rebuilds the new text`() {
    for seed in UInt64(0)..<2_000 {
      var random = SplitMix(seed)
      func letters() -> [Int] {
        (0..<Int.random(in: 0...9, using: &random)).map { _ in Int.random(in: 0...2, using: &random) }
      }
      let (old, new) = (letters(), letters())
      let edits = MyersDiff.edits(old.count, new.count, distanceMax: 100) { old[$0] == new[$1] } ?? []
      var (removed, rebuilt): ([Int], [Int]) = ([], [])
      for edit in edits {
        switch edit {
        case .same(let one, let two):
          #expect(old[one] == new[two])
          (removed, rebuilt) = (removed + [one], rebuilt + [new[two]])
        case .remove(let one): removed.append(one)
        case .insert(let two): rebuilt.append(new[two])
        }
      }
      #expect(removed == Array(old.indices) && rebuilt == new, "seed \(seed)")
      let changes = edits.count { if case .same = $0 { false } else { true } }
      #expect(changes == old.count + new.count - 2 * Self.commonCount(old, new), "seed \(seed)")
    }
  }

  @Test func `texts too large for the table are compared all the same`() {
    let many = (0..<3_000).map { "line \($0)" }
    var other = many
    other[10] = "changed"
    other.remove(at: 2_500)
    var matcher = self.matcher(many, other)
    let changes = matcher.alignment().filter { !$0.isMatch }
    #expect(changes == [.missing(10, count: 1), .extra(10, count: 1), .missing(2_500, count: 1)])
  }

  @Test func `a comparison that would take too long is given up with a diagnostic`() {
    let expected = ["..."] + Array(repeating: "a", count: 4_000) + ["b", "..."]
    let printed = Array(repeating: "a", count: 60_000)
    var matcher = self.matcher(expected, printed, budget: MatchBudget(2_000_000))
    #expect(matcher.matchesInOrder() == false)
    #expect(matcher.budget.isSpent)
  }

  @Test func `captures that would grow without end are refused or left as they are`() {
    let long = String(repeating: "x", count: 5_000)
    let ran = replay("> echo \(long)\n(?<v>.*) (re)\n")
    #expect(ran.output.contains("a.scenario:1: “v” captures more than 4096 bytes\n"))
    var variables = Variables()
    variables.set("v", to: Array(repeating: 65, count: 4_096)[...])
    let text = Array(String(repeating: "{{v}}", count: 10_000).utf8)
    #expect((variables.substituted(in: text[...])?.count ?? 0) < 2 << 20)
    for index in 0..<300 { variables.set("n\(index)", to: []) }
    #expect(variables.entries.count == 256 && variables.problem == "a scenario captures at most 256 names")
  }

  @Test func `patterns that would take too much memory are given up`() {
    let line = "(?:a{900}){4} (re)"
    let matcher = self.matcher(Array(repeating: line, count: 100), [], budget: MatchBudget(5_000_000))
    #expect(matcher.budget.isSpent && matcher.patterns.count < 40)
  }

  @Test func `a budget that is spent fails the scenario with its reason`() {
    let expected = Array(repeating: "(?:a{990}){4} (re)", count: 600).joined(separator: "\n")
    let ran = replay("> echo b\n\(expected)\n")
    #expect(ran.output.contains("a.scenario:1: the comparison needs more than 100000000 steps\n"))
  }

  private static func commonCount(_ a: [Int], _ b: [Int]) -> Int {
    var table = Array(repeating: Array(repeating: 0, count: b.count + 1), count: a.count + 1)
    for i in a.indices {
      for j in b.indices {
        table[i + 1][j + 1] = a[i] == b[j] ? table[i][j] + 1 : max(table[i][j + 1], table[i + 1][j])
      }
    }
    return table[a.count][b.count]
  }

  private func matcher(
    _ expected: [String], _ printed: [String], budget: MatchBudget = MatchBudget()
  ) -> OutputMatcher {
    let transcript = Transcript(Array((["> x"] + expected).joined(separator: "\n").utf8))
    let text = printed.map { $0 + "\n" }.joined()
    return OutputMatcher(
      transcript, transcript.steps[0], printed: Array(text.utf8), variables: Variables(), budget: budget)
  }

  private func compare(_ expected: [String], _ printed: [String], isUnordered: Bool) -> [AlignedLine]? {
    var matcher = self.matcher(expected, printed)
    return matcher.compare(isUnordered: isUnordered)
  }
}

extension [String] {
  fileprivate func removing(at index: Int) -> [String] {
    var rest = self
    rest.remove(at: index)
    return rest
  }
}
