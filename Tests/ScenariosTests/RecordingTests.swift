import CommandLanguage
import Testing

@testable import Scenarios

@Suite struct RecordingTests {
  private func session(seed: UInt64? = nil) -> EchoSession {
    EchoSession(
      SessionRequest(path: "", folder: "", seed: seed, isRestricted: false) { () throws(FileFailure) in
        MemoryFiles([:])
      })
  }

  private func text(_ recording: RecordingSession) -> String {
    String(decoding: recording.transcript, as: UTF8.self)
  }

  @Test func `a recorded session is a scenario that passes`() {
    let recording = RecordingSession(session(seed: 5), claim: "What I tried.", seed: 5)
    for command in [
      "roll", "echo # a||> b|x (re)", "set x 1", "{\necho\n\n}", "get y", "", "raw 00FF0A", "quit",
    ] {
      _ = recording.run(command)
    }
    #expect(
      text(recording).hasPrefix(
        """
        # What I tried.
        # format: 1
        # seed: 5

        > roll
        """))
    let files = MemoryFiles([:])
    try? files.replace("a.scenario", with: recording.transcript)
    let ran = replay(files)
    #expect(ran.status == .success, "\(ran.output)\n\(text(recording))")
  }

  @Test func `a line that is a comment alone is kept as one, and is no command`() {
    let recording = RecordingSession(session())
    for line in ["# what now", "# seed: 5", "#unordered", "  # \u{202E}seen", "echo a", "#"] {
      _ = recording.run(line)
    }
    #expect(
      text(recording)
        == "# format: 1\n\n# what now\n# “seed: 5”\n# “unordered”\n# \\u{202E}seen\n> echo a\na\n#\n")
    #expect(recording.commandCount == 1)
  }

  @Test func `what is about the sitting alone stays out of it`() {
    // Keeps what stands before a “;”.
    let recording = RecordingSession(session()) { command in
      let text = command.withUnsafeBufferPointer { Array($0) }
      return text.firstIndex(of: UInt8(ascii: ";")).map { Array(text[..<$0]) }
    }
    _ = recording.run("; save out.scenario")
    _ = recording.run("echo a")
    #expect(text(recording) == "# format: 1\n\n> echo a\na\n")
    #expect(recording.commandCount == 1)
  }

  @Test func `a command that was interrupted is a comment, since it would print something else`() {
    let recording = RecordingSession(session())
    recording.isInterrupted = { true }
    _ = recording.run("spin")
    recording.isInterrupted = { false }
    _ = recording.run("fail x")
    #expect(
      text(recording)
        == "# format: 1\n\n# interrupted, so not repeated: spin\n> fail x\nerror: x\n")
  }

  @Test func `a session longer than a scenario may be is kept up to there, and says so`() {
    let recording = RecordingSession(session())
    for _ in 0..<6 { _ = recording.run("flood x") }
    _ = recording.run("echo a")
    #expect(recording.commandCount == 3 && recording.lostCount == 4)
    #expect(recording.transcript.count <= RecordingSession.byteCountMax)
    #expect(Transcript(recording.transcript).steps.count == 3)
  }

  @Test func `the end of a command's last line is no line of its own`() {
    let recording = RecordingSession(session())
    for (command, output) in [("echo a\n", "a\n"), ("{\necho b\n}\r\n", "b\n")] {
      recording.append(command: Array(command.utf8).span, output: Array(output.utf8).span)
    }
    #expect(text(recording) == "# format: 1\n\n> echo a\na\n> {\n. echo b\n. }\nb\n")
  }

  @Test func `each piece is handed on as it comes`() {
    var pieces: [String] = []
    let recording = RecordingSession(
      session(), onStep: { pieces.append(String(decoding: $0, as: UTF8.self)) })
    _ = recording.run("echo a")
    recording.append(command: Array("poll".utf8).span, output: Array("+ x\n".utf8).span)
    #expect(pieces == ["# format: 1\n\n", "> echo a\na\n", "> poll\n+ x\n"])
    #expect(pieces.joined() == text(recording))
  }

  @Test func `everything else is the base session's`() {
    let base = session()
    let recording = RecordingSession(base)
    recording.isInterrupted = { true }
    #expect(base.isInterrupted())
    #expect(recording.completeness(of: Array("{".utf8).span) == .open)
    var output = Array("before\n".utf8)
    #expect(recording.run(Array("fail x".utf8).span, into: &output) == .failed)
    #expect(String(decoding: output, as: UTF8.self) == "before\nerror: x\n")
    #expect(text(recording).hasSuffix("> fail x\nerror: x\n"))
  }
}
