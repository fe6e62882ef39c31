import TestSupport
import Testing

@testable import Scenarios

@Suite struct TranscriptTests {
  private func kinds(_ text: String) -> [Transcript.Kind] { Transcript(Array(text.utf8)).lines.map(\.kind) }

  @Test(
    arguments: [
      ("# note\n", [.comment]), ("#\n", [.comment]), ("\n", [.blank]), (" \t\n", [.blank]),
      ("> a\n", [.command]), (">\n", [.command]), (">a\n", [.text]),
      ("> a\n. b\n.\n", [.command, .continuation, .continuation]),
      ("> a\nx\n. b\n", [.command, .text, .text]), ("> a\n\n. b\n", [.command, .blank, .text]),
      ("...\n", [.anyLines]), ("....\n", [.text]), ("> a\n...\n", [.command, .anyLines]),
      ("x (glob)\n", [.glob]), ("x (re)\n", [.regex]), ("(re)\n", [.text]), ("x(re)\n", [.text]),
      ("\\x (re)\n", [.escaped]), ("\\\n", [.escaped]), ("no newline", [.text]), ("", []),
    ] as [(String, [Transcript.Kind])])
  func `a line is classified by its first and last characters`(_ text: String, _ expected: [Transcript.Kind])
  {
    #expect(kinds(text) == expected)
  }

  @Test func `carriage returns belong to the line's end`() {
    let transcript = Transcript(Array("> a\r\n. b\r\nout\r\r\n\r\n".utf8))
    #expect(transcript.lines.map(\.kind) == [.command, .continuation, .text, .blank])
    #expect(transcript.command(of: transcript.steps[0]) == Array("a\nb".utf8))
    #expect(transcript.text(ofLine: 2) == Array("out".utf8)[...])
  }

  @Test func `a byte-order mark is part of no line`() {
    let transcript = Transcript([0xEF, 0xBB, 0xBF] + Array("> a\n".utf8))
    #expect(transcript.lines.map(\.kind) == [.command])
  }

  @Test func `the header contains claim, tags, seed, format and used files`() {
    let header = Transcript(
      Array(
        """
        # The claim.
        # More about it.
        # format: 1
        # tags: phases, slow
        # seed: 42
        # uses: ../setup/two sides.scenario
        > a
        # tagged: not-header
        """.utf8)
    ).header
    #expect(header.claim == "The claim.")
    #expect(header.tags == ["phases", "slow"])
    #expect(header.seed == 42)
    #expect(header.uses == [.init(path: "../setup/two sides.scenario", line: 6)])
    #expect(header.findings.isEmpty)
  }

  @Test(arguments: [
    (
      "# seed: x",
      Finding(.error, line: 1, "the seed must be a whole number from 0 to 9223372036854775807, not “x”")
    ),
    ("# seed: 1\n# seed: 2", Finding(.error, line: 2, "the seed is set twice")),
    ("# uses:", Finding(.error, line: 1, "“uses:” names no file")),
    ("# cause:", Finding(.error, line: 1, "“cause:” names no cause")),
    ("# cause: view\n# cause: view", Finding(.error, line: 2, "the cause is set twice")),
    ("# faults:", Finding(.error, line: 1, "“faults:” names no fault")),
    ("# faults: store\n# faults: store", Finding(.error, line: 2, "the faults are set twice")),
    ("# format: zwei", Finding(.error, line: 1, "the format must be a whole number from 1, not “zwei”")),
    (
      "# format: 2",
      Finding(
        .error, line: 1,
        "the file is in format 2, this program reads formats up to 1: a newer version of the program is needed"
      )
    ),
    ("# hash: 1", Finding(.error, line: 1, "“hash:” belongs below a command")),
    (
      "> a\n# hash: 1\n# hash: 2",
      Finding(.error, line: 3, "a command has one “hash:”, and this is another one")
    ),
    ("> a\n# seed: 1", Finding(.warning, line: 2, "“seed:” below the first command is read as a comment")),
    ("# tag: slow", Finding(.warning, line: 1, "“tag:” is read as a comment; did you mean “tags:”?")),
  ])
  func `a wrong setting is a finding at its line`(_ text: String, _ finding: Finding) {
    #expect(Transcript(Array(text.utf8)).header.findings == [finding])
  }

  @Test func `a prose comment with a colon is not a setting`() {
    let header = Transcript(Array("# note: this is prose\n# Why: it matters".utf8)).header
    #expect(header.findings.isEmpty)
    #expect(header.claim == "note: this is prose")
  }

  @Test func `unordered holds for the next output that begins`() {
    func unordered(_ text: String) -> [Bool] { Transcript(Array(text.utf8)).steps.map(\.isUnordered) }
    #expect(unordered("# unordered\n> a\nx\n> b\ny\n") == [true, false])
    #expect(unordered("> a\n# unordered\nx\n> b\ny\n") == [true, false])
    #expect(unordered("# unordered\n> a\n> b\ny\n") == [true, false])
    #expect(unordered("> a\n# unordered\n> b\ny\n") == [false, true])
    #expect(unordered("> a\nx\n# unordered\nz\n> b\ny\n") == [false, true])
  }

  @Test func `every sequence of bytes is read without loss`() {
    let pieces: [[UInt8]] =
      [
        "> ", ". ", ">", ".", "...", "\\", "# ", "\n", "\r\n", "\r", "\t", " ", "a", " (re)", " (glob)", "é🙂",
        "# hash: ab",
      ].map { Array($0.utf8) } + [[0], [0xFF], [0xC3]]
    for seed in UInt64(0)..<2_000 {
      var random = SplitMix(seed)
      let count = Int.random(in: 0...40, using: &random)
      let bytes = (0..<count).flatMap { _ in pieces.randomElement(using: &random) ?? [] }
      let transcript = Transcript(bytes)
      var at = transcript.lines.first?.start ?? bytes.count
      #expect(at == 0 || at == 3 || bytes.isEmpty)
      for line in transcript.lines {
        #expect(line.start == at && line.end <= line.next, "seed \(seed)")
        at = line.next
      }
      #expect(at == bytes.count, "seed \(seed)")
      #expect(transcript.bytes == bytes)
    }
  }

  @Test func `a written scenario is read back with the same commands and outputs`() {
    let pieces = [
      "> ", ". ", ">", ".", "...", "\\", "#", " ", "\t", "a", "b c", " (re)", " (glob)", "é", "🙂", "\u{0}",
      "{{x}}",
    ]
    for seed in UInt64(0)..<2_000 {
      var random = SplitMix(seed)
      func line() -> String {
        (0..<Int.random(in: 0...4, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
          .joined()
      }
      func lines(_ range: ClosedRange<Int>) -> [String] {
        (0..<Int.random(in: range, using: &random)).map { _ in line() }
      }
      let steps = (0..<3).map { _ in (command: lines(1...3), output: lines(0...4)) }
      var writer = TranscriptWriter()
      writer.header(claim: "claim", seed: 7)
      for step in steps {
        writer.step(
          command: Array(step.command.joined(separator: "\n").utf8).span,
          output: Array(step.output.map { $0 + "\n" }.joined().utf8).span)
      }
      let read = Transcript(writer.bytes)
      #expect(read.header.seed == 7 && read.header.claim == "claim")
      #expect(
        read.steps.map { String(decoding: read.command(of: $0), as: UTF8.self) }
          == steps.map { $0.command.joined(separator: "\n") }, "seed \(seed)")
      let outputs = read.steps.map { step in
        read.outputLines(of: step).map { index in
          let text = read.text(ofLine: index)
          let isEscaped = read.lines[index].kind == .escaped
          #expect(isEscaped || read.lines[index].kind == .text, "seed \(seed)")
          return String(decoding: isEscaped ? text.dropFirst() : text, as: UTF8.self)
        }
      }
      #expect(outputs == steps.map(\.output), "seed \(seed)")
    }
  }
}
