import TestSupport
import Testing

@testable import Scenarios

@Suite struct RegexTests {
  private func match(_ pattern: String, _ line: String) throws -> [String]? {
    let program = try RegexProgram(Array(pattern.utf8))
    var matcher = RegexMatcher(program)
    var budget = MatchBudget()
    let bytes = Array(line.utf8)
    let captures = matcher.match(bytes.span, budget: &budget)
    return captures.map { $0.map { String(decoding: bytes[$0], as: UTF8.self) } }
  }

  @Test(arguments: [
    ("abc", "abc", true), ("abc", "abcd", false), ("abc", "xabc", false), ("", "", true), ("", "a", false),
    ("a.c", "a🙂c", true), ("a*", "", true), ("a*b", "aaab", true), ("a+", "", false), ("a?b", "b", true),
    ("a{2}", "aa", true), ("a{2}", "aaa", false), ("a{2,}", "aaaa", true), ("a{1,2}", "aaa", false),
    ("(ab|cd)+", "abcdab", true), ("(?:ab)?c", "c", true), ("a|b|", "", true), ("[a-c]+", "abc", true),
    ("[^a-c]", "d", true), ("[^a-c]", "b", false), ("[]a]+", "]a", true), ("[a-]+", "a-", true),
    ("[\\d_]+", "1_2", true), ("\\d+", "123", true), ("\\d", "x", false), ("\\w+", "é_1", true),
    ("\\s", "\t", true), ("\\S+", "a b", false), ("\\D\\W", "a ", true), ("\\.", ".", true),
    ("\\.", "a", false),
    ("\\t", "\t", true), ("\\u{1F642}", "🙂", true), ("^a$", "a", true), ("a^b", "ab", false),
    ("\\bhp\\b 1", "hp 1", true), ("h\\Bp", "hp", true), ("h\\bp", "hp", false), ("(a*)*", "aaa", true),
    ("(a|a)*b", "aaaa", false), ("}", "}", true), ("]", "]", true), ("(){5}x", "x", true),
  ])
  func `a pattern matches whole lines`(_ pattern: String, _ line: String, _ expected: Bool) throws {
    #expect(try (match(pattern, line) != nil) == expected)
  }

  @Test func `captures are those of the first way that a backtracking matcher would find`() throws {
    #expect(try match("(?<a>.*) (?<b>.*)", "x y z") == ["x y", "z"])
    #expect(try match("(?<a>.*?) (?<b>.*)", "x y z") == ["x", "y z"])
    #expect(try match("(?<a>a|ab)(?<b>c|bcd)?", "abcd") == ["a", "bcd"])
    #expect(try match("(?:(?<n>\\d),?)+", "1,2,3") == ["3"])
    #expect(try match("(?<a>x)?y", "y") == [""])
    #expect(try match("(?P<id>\\d+)", "42") == ["42"])
  }

  @Test(arguments: [
    ("(a", "a “(” is not closed", 1), ("a)", "a “)” has no “(”", 2), ("[a", "a “[” is not closed", 1),
    ("*a", "“*” repeats nothing; write “\\*” for the character", 1), ("a**", "“*” follows a repetition", 3),
    ("a{x}", "“{” begins a repetition; write “\\{” for the character", 2),
    ("a{2", "the repetition is not closed with “}”", 2),
    ("a{3,2}", "the repetition ends below its start", 2),
    ("a{1001}", "a repetition is at most 1000", 3),
    ("\\1", "“\\1” is a back reference; capture a name instead", 1),
    ("\\q", "“\\q” has no meaning here; use “\\d \\w \\s \\b \\t \\u{…}”", 1),
    ("a\\", "the pattern ends in “\\”", 2),
    ("(?=a)", "a group begins with “(”, “(?:” or “(?<name>”", 1),
    ("(?<1>a)", "a name is a letter, then letters, digits and “_”: (?<name>…)", 1),
    ("(?<a>a)(?<a>b)", "“a” is captured twice", 8), ("[b-a]", "the range ends before its start", 2),
    ("^*", "there is nothing to repeat", 1),
    ("\\u{110000}", "a character's number is written “\\u{1F642}”", 1),
  ])
  func `a bad pattern is an error with a location`(_ pattern: String, _ message: String, _ column: Int) {
    #expect(throws: RegexError(message: message, column: column)) { try RegexProgram(Array(pattern.utf8)) }
  }

  @Test(arguments: ["(((a{1000}){1000}){1000})", "((((){1000}){1000}){1000}){1000}", "(a{1000}){5}"])
  func `repetitions that multiply are refused`(_ pattern: String) {
    #expect(throws: RegexError(message: "the pattern is too large: nested repetitions multiply", column: 0)) {
      try RegexProgram(Array(pattern.utf8))
    }
  }

  @Test func `deep nesting is refused`() {
    let pattern = String(repeating: "(", count: 10_000)
    #expect(throws: RegexError.self) { try RegexProgram(Array(pattern.utf8)) }
  }

  @Test func `patterns that make backtracking matchers hang take linear work`() throws {
    let program = try RegexProgram(Array("(a|aa)+(a*)*(?:a?){20}b".utf8))
    var matcher = RegexMatcher(program)
    let line = [UInt8](repeating: UInt8(ascii: "a"), count: 2_000)
    var budget = MatchBudget()
    let result = matcher.match(line.span, budget: &budget)
    #expect(result == nil)
    #expect(MatchBudget.stepCountMax - budget.stepsLeft < 2_000 * 300)
  }

  @Test func `a spent budget ends the match`() throws {
    var matcher = RegexMatcher(try RegexProgram(Array("a*".utf8)))
    var budget = MatchBudget(10)
    let line = [UInt8](repeating: UInt8(ascii: "a"), count: 100)
    let result = matcher.match(line.span, budget: &budget)
    #expect(result == nil && budget.isSpent)
  }

  @Test func `random patterns agree with a backtracking matcher, captures included`() throws {
    var matchCount = 0
    for seed in UInt64(0)..<3_000 {
      var random = SplitMix(seed)
      var names = 0
      let (pattern, node) = RandomPattern.make(depth: 3, names: &names, using: &random)
      let line = (0..<Int.random(in: 0...6, using: &random)).map { _ in
        ["a", "b", "c"].randomElement(using: &random) ?? "a"
      }.joined()
      let expected = Backtracker(Array(line.unicodeScalars)).match(node, nameCount: names)
      let actual = try match(pattern, line)
      #expect(actual == expected, "seed \(seed): \(pattern) on \(line)")
      if expected != nil { matchCount += 1 }
    }
    #expect(matchCount > 300 && matchCount < 2_700, "both outcomes must be tried: \(matchCount)")
  }
}

enum RandomPattern {
  /// Returns a pattern and its syntax tree. Repetitions stay free of captures and of empty bodies, where engines are known to
  /// differ.
  static func make(depth: Int, names: inout Int, using random: inout SplitMix) -> (
    text: String, node: RegexNode
  ) {
    let kind = depth == 0 ? 0 : Int.random(in: 0...6, using: &random)
    switch kind {
    case 1, 2:
      let parts = (0..<2).map { _ in make(depth: depth - 1, names: &names, using: &random) }
      return (parts.map(\.text).joined(), .sequence(parts.map(\.node)))
    case 3:
      let branches = (0..<2).map { _ in make(depth: depth - 1, names: &names, using: &random) }
      return ("(?:\(branches.map(\.text).joined(separator: "|")))", .choice(branches.map(\.node)))
    case 4:
      let body = bodies[Int.random(in: bodies.indices, using: &random)]
      let mark = marks[Int.random(in: marks.indices, using: &random)]
      return (body.0 + mark.0, .repeated(body.1, min: mark.min, max: mark.max, isGreedy: mark.isGreedy))
    case 5:
      names += 1
      let capture = names - 1
      let body = make(depth: depth - 1, names: &names, using: &random)
      return ("(?<n\(capture + 1)>\(body.text))", .capture(body.node, capture))
    default: return atoms[Int.random(in: atoms.indices, using: &random)]
    }
  }

  private static let (a, b, c) = (RegexNode.set(["a"]), RegexNode.set(["b"]), RegexNode.set(["c"]))
  private static let any = RegexNode.set(["a", "b", "c"])
  private static let atoms = [("a", a), ("b", b), ("c", c), (".", any), ("[^a]", .set(["b", "c"]))]
  private static let bodies = [
    ("a", a), ("b", b), ("(?:ab|a)", .choice([.sequence([a, b]), a])), ("[ab]", .set(["a", "b"])), (".", any),
  ]
  private static let marks: [(String, min: Int, max: Int?, isGreedy: Bool)] = [
    ("*", 0, nil, true), ("+", 1, nil, true), ("?", 0, 1, true), ("*?", 0, nil, false), ("+?", 1, nil, false),
    ("??", 0, 1, false), ("{1,2}", 1, 2, true), ("{2}", 2, 2, true),
  ]
}

/// The syntax tree of a regular expression over the characters a, b and c.
indirect enum RegexNode: Sendable {
  case set(Set<Unicode.Scalar>)
  case sequence([RegexNode])
  case choice([RegexNode])
  case capture(RegexNode, Int)
  case repeated(RegexNode, min: Int, max: Int?, isGreedy: Bool)
}

/// The plainest matcher there is: tries every way, in order.
struct Backtracker {
  let line: [Unicode.Scalar]
  typealias Captures = [Int: Range<Int>]

  init(_ line: [Unicode.Scalar]) { self.line = line }

  func match(_ node: RegexNode, nameCount: Int) -> [String]? {
    var found: Captures?
    _ = step(node, 0, [:]) { end, captures in
      guard end == line.count else { return false }
      found = captures
      return true
    }
    return found.map { captures in
      (0..<nameCount).map { index in
        var text = ""
        for scalar in line[captures[index] ?? 0..<0] { text.unicodeScalars.append(scalar) }
        return text
      }
    }
  }

  private func step(_ node: RegexNode, _ at: Int, _ captures: Captures, _ next: (Int, Captures) -> Bool)
    -> Bool
  {
    switch node {
    case .set(let set): return at < line.count && set.contains(line[at]) && next(at + 1, captures)
    case .sequence(let nodes):
      guard let first = nodes.first else { return next(at, captures) }
      return step(first, at, captures) { step(.sequence(Array(nodes.dropFirst())), $0, $1, next) }
    case .choice(let branches): return branches.contains { step($0, at, captures, next) }
    case .capture(let inner, let capture):
      return step(inner, at, captures) { end, captures in
        var captures = captures
        captures[capture] = at..<end
        return next(end, captures)
      }
    case .repeated(let inner, let min, let max, let isGreedy):
      if min > 0 {
        let rest = RegexNode.repeated(inner, min: min - 1, max: max.map { $0 - 1 }, isGreedy: isGreedy)
        return step(inner, at, captures) { step(rest, $0, $1, next) }
      }
      if max == 0 { return next(at, captures) }
      let rest = RegexNode.repeated(inner, min: 0, max: max.map { $0 - 1 }, isGreedy: isGreedy)
      func more() -> Bool { step(inner, at, captures) { $0 > at && step(rest, $0, $1, next) } }
      return isGreedy ? more() || next(at, captures) : next(at, captures) || more()
    }
  }
}
