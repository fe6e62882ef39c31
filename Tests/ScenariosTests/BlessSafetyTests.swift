import Testing

@testable import Scenarios

/// Re-recording changes outputs and nothing else, and nobody's edits.
@Suite struct BlessSafetyTests {
  private func bless(_ text: String) -> Ran { replay(text) { $0.blessing = .all } }

  @Test(arguments: [
    // A last line that ends in `\r` alone is no line above another.
    ("> echo 1\r\n2\r\n> echo 3\r", "> echo 1\r\n1\r\n> echo 3\r\n3\r\n"),
    // A pattern that would come to stand below the command would continue it.
    ("> echo . x\nold\n. * (glob)\n", "> echo . x\n\\. x\n"),
    ("> echo .\nold\n. (glob)\n", "> echo .\n\\.\n"),
  ])
  func `commands stay as they are`(_ before: String, _ after: String) {
    let ran = bless(before)
    let commands = { (text: String) in
      let transcript = Transcript(Array(text.utf8))
      return transcript.steps.map { transcript.command(of: $0) }
    }
    #expect(commands(ran["a.scenario"] ?? "") == commands(before))
    #expect(ran["a.scenario"] == after)
  }

  @Test func `a rewriting that would change a command is not kept`() {
    let rewriter = Rewriter(Transcript(Array("# c\n> a\nx\n> b\n".utf8)))
    #expect(rewriter.keepsCommands(Array("# c\n> a\ny\nz\n> b\n# hash: 1\n".utf8)))
    for text in [
      "# c\n> a\n. x\n> b\n", "# c\n> a\nx\n", "# d\n> a\n> b\n", "> a\n# c\n> b\n", "# c\n> a\n> b2\n",
    ] {
      #expect(!rewriter.keepsCommands(Array(text.utf8)), "\(text)")
    }
  }

  @Test(arguments: [
    "PiBhYWJjeEEgeXoKAAAAAAAAACBlcnJvPwo+ICAoAQAADQ==",
    "PiDNYQBhAAAAAAAAAAAAAAAAAAAgPSBBcnRodXIKPiBkaXNtaXNzIEFydE9wdGktIG1hcC91bml0bmRpZCBkaXNtaXNzIEFydGh1"
      + "ctvb29vb29vb29vb29vb29vb29vb29vb29vb29vb29vb2x8kJCTb22JjZXJybz0gKAEAAA0=",
  ])
  func `transcripts that once lost commands when rewritten keep them`(_ text: String) throws {
    let before = Self.decoded(text)
    let files = MemoryFiles([:])
    try files.replace("a.scenario", with: before)
    _ = replay(files) { $0.blessing = .all }
    let after = try files.read("a.scenario", byteCountMax: .max)
    #expect(Rewriter(Transcript(before)).keepsCommands(after))
    #expect(after != before)
  }

  static func decoded(_ text: String) -> [UInt8] {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var (bytes, bits, count): ([UInt8], UInt32, Int) = ([], 0, 0)
    for byte in text.utf8 {
      guard let value = alphabet.firstIndex(of: byte) else { continue }
      (bits, count) = (bits << 6 | UInt32(value), count + 6)
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return bytes
  }

  // MARK: Others' edits

  @Test func `a file that changed since it was read is not written`() {
    let files = MemoryFiles(["a.scenario": "> echo a\nx\n"])
    files.intrude("> echo mine\n", at: "a.scenario")
    let ran = replay(files) { $0.blessing = .all }
    #expect(ran["a.scenario"] == "> echo mine\n")
    #expect(
      ran.output.contains("  a.scenario: “a.scenario” was changed meanwhile, so it was not written\n"))
    #expect(ran.status == .usage)
  }

  @Test func `an edit made during the question of a review is kept`() {
    let files = MemoryFiles(["a.scenario": "> echo a\nx\n"])
    let ran = replay(files) {
      $0.blessing = .review
    } system: {
      $0.ask = { _ in
        files.put("> echo mine\n", at: "a.scenario")
        return "y"
      }
    }
    #expect(ran["a.scenario"] == "> echo mine\n")
    #expect(ran.status == .usage)
  }

  // MARK: What only a reader may take

  @Test func `a check that fails is not re-recorded, but what differs beside it is`() {
    let ran = bless("> expect\n> echo a\nx\n")
    #expect(ran["a.scenario"] == "> expect\n> echo a\na\n")
    #expect(ran.output.contains("note: not re-recorded: a failing check is only rewritten in a review\n"))
    #expect(ran.output.contains("note: the rest of the file was re-recorded\n"))
    #expect(ran.status == .failure)
  }

  @Test func `a failed check cannot be accepted by bless, and can be recorded when the file expects it`() {
    let text = "> expect\n"
    let ran = replay(text, answers: ["y"]) { $0.blessing = .review }
    let said = "> expect\nerror: the expectation does not hold\n"
    #expect(ran["a.scenario"] == said)
    #expect(bless(said).status == .success)
  }

  @Test func `a recorded hash is brought up to date with the output`() {
    let before = "> set x 2\n# hash: 00\n> all\nx = 1\n"
    let ran = bless(before)
    #expect(ran.status == .success, "\(ran.output)")
    #expect(replay(ran.files).status == .success)
    #expect(ran["a.scenario"]?.contains("# hash: 00") == false)
  }

  @Test func `the time taken for an answer does not count as the scenario's time`() {
    let now = StepClock(stepNs: 1_000_000)
    let ran = replay("> echo a\nx\n", answers: ["n"]) {
      $0.blessing = .review
      $0.showsTimes = true
    } system: {
      $0.clock = now.read
      $0.ask = { _ in
        for _ in 0..<10_000 { _ = now.read() }
        return "n"
      }
    }
    #expect(!ran.output.contains("10"), "\(ran.output)")
  }
}
