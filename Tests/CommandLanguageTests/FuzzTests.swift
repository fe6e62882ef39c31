import TestSupport
import Testing

@testable import CommandLanguage

@Suite struct FuzzTests {
  private static let tokens = [
    "let", "def", "if", "else", "repeat", "while", "for", "in", "print", "box", "paint", "grow", "keep",
    "again",
    "watch", "expect", "where", "by", "desc", "limit", "and", "or", "not", "true", "none", "boxes", "A", "B",
    "$x", "x",
    "size", "size=", "colour=red", "red", "count", "(", ")", "[", "]", "{", "}", "\"a\"", "\"", "\\", "1",
    "0", "-", "+",
    "*", "/", "%", "==", "=", "<", ".", ",", ";", "\n", " ", " ", " ", "#", "🙂", "9223372036854775807",
    "help", "set",
    "steps", "name", "it", "sum(", "range(1,", "house", ".front", ".open", "\u{301}", "\t", "note", "say",
  ]

  private func session() -> CommandSession {
    let shed = Shed()
    shed.boxes = [Box(name: "A", size: 3, colour: "red"), Box(name: "B", size: 1, colour: "blue")]
    let session = CommandSession(shed, .shed)
    session.interpreter.limits.steps = 300
    session.interpreter.limits.recursion = 10
    session.interpreter.limits.text = 2_000
    return session
  }

  @Test func `random tokens never trap, and always come to an end`() {
    var outcomes: [Outcome: Int] = [:]
    for seed in 0..<3_000 as Range<UInt64> {
      var dice = SplitMix(seed)
      let session = session()
      for _ in 0..<3 {
        let count = Int.random(in: 1...24, using: &dice)
        var text = ""
        for _ in 0..<count {
          text += Self.tokens.randomElement(using: &dice) ?? ""
          if Bool.random(using: &dice) { text += " " }
        }
        let bytes = Array(text.utf8)
        var output: [UInt8] = []
        outcomes[session.run(bytes.span, into: &output), default: 0] += 1
        _ = session.completeness(of: bytes.span)
        _ = session.completions(of: bytes.span, at: Int.random(in: 0...bytes.count, using: &dice))
        #expect(output.isEmpty || output.last == 0x0A, "seed \(seed): \(text)")
      }
    }
    // The generator makes both kinds of text.
    #expect(outcomes[.done, default: 0] > 100 && outcomes[.failed, default: 0] > 1_000)
  }

  @Test func `random bytes never trap`() {
    for seed in 0..<2_000 as Range<UInt64> {
      var dice = SplitMix(seed)
      let bytes = (0..<Int.random(in: 0...40, using: &dice)).map { _ in
        UInt8.random(in: 0...255, using: &dice)
      }
      let session = session()
      var output: [UInt8] = []
      _ = session.run(bytes.span, into: &output)
      _ = session.completeness(of: bytes.span)
      _ = session.completions(of: bytes.span, at: bytes.count / 2)
      #expect(String(validating: output, as: UTF8.self) != nil, "seed \(seed)")
    }
  }

  /// Any tree written out in full parentheses has the same value.
  @Test func `an expression means the same with every part in parentheses`() {
    for seed in 0..<1_500 as Range<UInt64> {
      var dice = SplitMix(seed)
      let (plain, full) = expression(&dice, depth: 4)
      let session = session()
      let a = session.run("print \(plain)")
      let b = session.run("print \(full)")
      if a.outcome == .done || b.outcome == .done {
        #expect(a.output == b.output, "seed \(seed): \(plain) and \(full)")
      }
    }
  }

  /// A random expression as the grammar's levels let it be written, and in full parentheses.
  private func expression(_ dice: inout SplitMix, depth: Int, level: Int = 0) -> (String, String) {
    let levels = [["or"], ["and"], ["==", "!=", "<", ">="], ["+", "-"], ["*", "/", "%"]]
    if depth == 0 || level == levels.count {
      let number = String(Int.random(in: 0...9, using: &dice))
      let atom = level > 2 ? number : ["true", "false", number].randomElement(using: &dice) ?? "1"
      return (atom, atom)
    }
    var (plain, full) = expression(&dice, depth: depth - 1, level: level + 1)
    let isChain = level != 2
    for _ in 0..<Int.random(in: 0...(isChain ? 2 : 1), using: &dice) {
      let mark = levels[level].randomElement(using: &dice) ?? ""
      let (nextPlain, nextFull) = expression(&dice, depth: depth - 1, level: level + 1)
      plain += " \(mark) \(nextPlain)"
      full = "(\(full) \(mark) \(nextFull))"
    }
    return (plain, full)
  }
}
