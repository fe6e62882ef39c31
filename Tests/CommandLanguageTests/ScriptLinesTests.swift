import CommandLanguage
import Testing

/// The lines that a session runs in one go must come out as each of them alone.
@Suite struct ScriptLinesTests {
  /// A session that takes lines one by one only.
  private final class Single: ScriptSession {
    let base: CommandSession<Shed>
    var isInterrupted: () -> Bool = { false }

    init(_ base: CommandSession<Shed>) { self.base = base }

    func run(_ command: Span<UInt8>, into output: inout [UInt8]) -> Outcome {
      base.run(command, into: &output)
    }
    func check(_ text: Span<UInt8>, into output: inout [UInt8]) -> Bool { base.check(text, into: &output) }
    func completeness(of text: Span<UInt8>) -> Completeness { base.completeness(of: text) }
    func completions(of text: Span<UInt8>, at cursor: Int) -> Completions {
      base.completions(of: text, at: cursor)
    }
  }

  private static let lines = [
    "box A\n", "box B size=2\n", "box C\n", "paint A red\n", "paint A  blue\n", "paint A green \n",
    "paint C blue\n",
    "grow 1 A\n", "grow 1 A; grow 2 A\n", "\n", "# nothing\n", "print A.size\n", "paint D red\n",
    "paint A mauve\n",
    "grow 1 A\r\n", "say (\n\"x\")\n", "if true {\n  grow 1 A\n}\n", "grow\n", "grow 1 A C A\n",
    "grow 1 A A A A A A A A A\n", "set name 10\n",
    "unknown A\n", "paint A red # why\n", "let x = \n", "grow \(String(repeating: "0", count: 248))1 A\n",
    "grow \(String(repeating: "0", count: 249))1 A\n", "repeat 3 { grow 1 A }\n", "paint Ä red\n",
    "set line 20\n", "set output 30\n", "say \(String(repeating: "long", count: 9))\n", "set steps 1\n",
    "keep { grow 1 A }\n", "again\n", "break\n", "quit\n", "grow 1 A\0\n", "\0\n", "grow 1 A\r",
    "\u{FEFF}grow 1 A\n",
  ]
  /// Bytes that are no text, behind a plain line's beginning.
  private static let broken: [[UInt8]] = [
    [0xFF, 0x0A], [0xC3, 0x0A], [0x0D, 0x0D, 0x0A], [0x80], [0x7F, 0x0A],
  ]

  /// What a script prints, how it ends, and which commands it performed.
  private func outcome(
    _ script: [UInt8], chunk: Int, keepsGoing: Bool, _ wrap: (CommandSession<Shed>) -> any ScriptSession
  ) -> [String] {
    let base = CommandSession(Shed(), .shed)
    var runner = ScriptRunner(wrap(base), name: "s", keepsGoing: keepsGoing)
    var output: [UInt8] = []
    var place = 0
    while place < script.count {
      let end = min(place + chunk, script.count)
      if runner.feed(script[place..<end].span, into: &output) != .done { break }
      place = end
    }
    let end = runner.finish(into: &output)
    return [String(decoding: output, as: UTF8.self), "\(end)", base.reachedLimit ?? "no limit"]
      + base.world.performed
  }

  @Test(arguments: 0..<300 as Range<UInt64>)
  func `lines that are run in one go do as each alone`(seed: UInt64) {
    var dice = Dice(state: seed)
    let script = (0..<Int.random(in: 1...40, using: &dice)).flatMap { _ in
      // Mostly commands that succeed, so that there are runs of lines and not only single ones.
      let isFine = Int.random(in: 0..<3, using: &dice) > 0
      let line = Self.lines[isFine ? 0..<12 : 0..<Self.lines.count].randomElement(using: &dice) ?? ""
      guard Int.random(in: 0..<30, using: &dice) == 0 else { return Array(line.utf8) }
      return line.utf8.dropLast() + (Self.broken.randomElement(using: &dice) ?? [])
    }
    let chunk = [1, 7, 64, 100_000].randomElement(using: &dice) ?? 7
    let keepsGoing = Bool.random(using: &dice)
    let together = outcome(script, chunk: chunk, keepsGoing: keepsGoing) { $0 }
    let single = outcome(script, chunk: 100_000, keepsGoing: keepsGoing) { Single($0) }
    #expect(together == single, "seed \(seed): \(String(decoding: script, as: UTF8.self))")
  }

  @Test func `lines are run up to the first that needs the parser, fails or quits`() {
    func run(_ text: String) -> [Int] {
      let session = CommandSession(Shed(), .shed)
      var output: [UInt8] = []
      let ran = session.runLines(Array(text.utf8).span, into: &output)
      return [ran.byteCount, ran.lineCount, ran.outcome == .done ? 0 : ran.outcome == .failed ? 1 : 2]
    }
    #expect(run("box A\nbox B\nbox C size=1\n") == [12, 2, 0])
    #expect(run("box A\nbox A\nbox C\n") == [12, 2, 1])
    #expect(run("box A\nquit\nbox C\n") == [11, 2, 2])
    #expect(run("box A\nbox B") == [6, 1, 0])
    #expect(run("") == [0, 0, 0])
    #expect(run("box  A\n") == [0, 0, 0])
  }

  @Test(arguments: ["grow 1 A", "grow  1 A", "grow 1 A ", "grow 1 \"A\""], ["", "\n"])
  func `a line's end does not count for the limit of a line`(line: String, end: String) {
    let session = CommandSession(Shed(), .shed)
    #expect(session.run("box A").outcome == .done)
    session.interpreter.limits.line = line.utf8.count
    #expect(session.run(line + end).outcome == .done)
    session.interpreter.limits.line -= 1
    #expect(session.run(line + end).outcome == .failed)
    #expect(session.reachedLimit == "line")
  }
}
