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

  private func text(_ recording: Recording) -> String {
    String(decoding: recording.transcript, as: UTF8.self)
  }

  @Test func `a recorded session is a scenario that passes`() {
    let (session, recording) = (session(seed: 5), Recording(claim: "What I tried.", seed: 5))
    for command in [
      "roll", "echo # a||> b|x (re)", "set x 1", "{\necho\n\n}", "get y", "", "raw 00FF0A", "quit",
    ] {
      _ = session.run(command, hooks: [recording])
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

  @Test func `a line with only a comment is kept as a comment, and is not a command`() {
    let (session, recording) = (session(), Recording())
    for line in ["# what now", "# seed: 5", "#unordered", "  # \u{202E}seen", "echo a", "#"] {
      _ = session.run(line, hooks: [recording])
    }
    #expect(
      text(recording)
        == "# format: 1\n\n# what now\n# “seed: 5”\n# “unordered”\n# \\u{202E}seen\n> echo a\na\n#\n")
    #expect(recording.commandCount == 1)
  }

  @Test func `commands about the session alone are not recorded`() {
    // Keeps what stands before a “;”.
    let session = session()
    let recording = Recording(kept: { line in
      line.text.firstIndex(of: UInt8(ascii: ";")).map { Array(line.text[..<$0]) }
    })
    _ = session.run("; save out.scenario", hooks: [recording])
    _ = session.run("echo a", hooks: [recording])
    #expect(text(recording) == "# format: 1\n\n> echo a\na\n")
    #expect(recording.commandCount == 1)
  }

  @Test func `a command that was interrupted is a comment, since it would print something else`() {
    let (session, recording) = (session(), Recording())
    session.isInterrupted = { true }
    _ = session.run("spin", hooks: [recording])
    session.isInterrupted = { false }
    _ = session.run("fail x", hooks: [recording])
    #expect(
      text(recording)
        == "# format: 1\n\n# interrupted, so not repeated: spin\n> fail x\nerror: x\n")
  }

  @Test func `a session longer than the maximum of a scenario is kept up to there, with a report`() {
    let (session, recording) = (session(), Recording())
    let line = String(repeating: "x", count: 39)
    for _ in 0..<6 { _ = session.run("flood 4194304 \(line)", hooks: [recording]) }
    _ = session.run("echo a", hooks: [recording])
    #expect(recording.commandCount == 3 && recording.lostCount == 4)
    #expect(recording.transcript.count <= Recording.byteCountMax)
    #expect(Transcript(recording.transcript).steps.count == 3)
  }

  @Test func `what would have more lines than a scenario is not kept`() {
    let (session, recording) = (session(), Recording())
    for line in ["echo a", "flood 4194304 x", "echo b"] { _ = session.run(line, hooks: [recording]) }
    #expect(recording.commandCount == 1 && recording.lostCount == 2)
  }

  @Test func `the end of a command's last line does not begin another line`() {
    let recording = Recording()
    for (command, output) in [("echo a\n", "a\n"), ("{\necho b\n}\r\n", "b\n")] {
      recording.append(command: Array(command.utf8).span, output: Array(output.utf8).span)
    }
    #expect(text(recording) == "# format: 1\n\n> echo a\na\n> {\n. echo b\n. }\nb\n")
  }

  @Test func `each piece is handed on as it comes`() {
    var pieces: [String] = []
    let session = session()
    let recording = Recording(
      onStep: { pieces.append(String(decoding: $0, as: UTF8.self)) })
    _ = session.run("echo a", hooks: [recording])
    recording.append(command: Array("poll".utf8).span, output: Array("+ x\n".utf8).span)
    #expect(pieces == ["# format: 1\n\n", "> echo a\na\n", "> poll\n+ x\n"])
    #expect(pieces.joined() == text(recording))
  }

  @Test func `output from before a line is not part of the line's output`() {
    let (session, recording) = (session(), Recording())
    var output = Array("before\n".utf8)
    let line = session.read("fail x".utf8.span)
    #expect(session.run(line, into: &output, hooks: [recording]) == .failed)
    #expect(String(decoding: output, as: UTF8.self) == "before\nerror: x\n")
    #expect(text(recording).hasSuffix("\n> fail x\nerror: x\n"))
  }
}
