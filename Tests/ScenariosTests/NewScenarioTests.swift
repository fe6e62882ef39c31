import CommandLanguage
import Testing

@testable import Scenarios

@Suite struct NewScenarioTests {
  private func make(
    _ name: FilePath, from transcript: String, claim: String = "", files: MemoryFiles = MemoryFiles([:]),
    host: ReplayHost = .echo
  ) -> Ran {
    let (output, errors) = (TextBox(), TextBox())
    var system = ReplaySystem { output.append($0) }
    system.errors = { errors.append($0) }
    let new = NewScenario(
      name, from: Array(transcript.utf8), claim: claim, host: host, files: files, system: system)
    let status = new.write()
    return Ran(output: output.text, errors: errors.text, status: status, files: files)
  }

  @Test func `a recorded session becomes a scenario that is called as its file and replays`() {
    let (session, recording) = (EchoSession(.plain), Recording())
    for command in ["set x 1", "get x", "fail now"] { _ = session.run(command, hooks: [recording]) }
    let text = String(decoding: recording.transcript, as: UTF8.self)
    let ran = make("first-steps_2", from: text)
    #expect(ran.status == .success)
    #expect(ran.output == "first-steps_2.scenario: 3 commands, and a replay has the same result\n")
    #expect(ran["first-steps_2.scenario"] == "# first steps 2\n" + text)
    let again = replay(ran.files)
    #expect(
      again.output == "passed  first-steps_2.scenario  first steps 2\n1 scenario, 3 commands: 1 passed\n")
  }

  @Test func `a given claim is written first, and an existing one is kept`() {
    let text = "# It echoes.\n# format: 1\n\n> echo a\na\n"
    #expect(make("a.scenario", from: text)["a.scenario"] == text)
    let ran = make("a", from: "# format: 1\n> echo a\na\n", claim: "Two\nlines \u{1B}.")
    #expect(ran["a.scenario"] == "# Two\n# lines \\u{1B}.\n# format: 1\n> echo a\na\n")
  }

  @Test func `a value that does not print as it was written is saved with a message`() {
    let ran = make("a", from: "> tick\n-1\n")
    #expect(ran.status == .failure && ran["a.scenario"] == "# a\n> tick\n-1\n")
    #expect(
      ran.output.hasPrefix(
        "a.scenario: 1 command; a replay has a different result\n  a.scenario:3: the output differs\n"))
  }

  @Test func `a file that is there is not lost`() {
    let ran = make("a", from: "> echo\n", files: MemoryFiles(["a.scenario": "mine"]))
    #expect(ran.status == .usage && ran["a.scenario"] == "mine")
    #expect(ran.errors == "error: “a.scenario” already exists\n")
  }

  @Test func `a session without a command is not a scenario`() {
    let ran = make("a", from: "# format: 1\n\n")
    #expect(ran.status == .usage && ran["a.scenario"] == nil)
    #expect(ran.errors == "error: “a.scenario”: the session has no commands\n")
  }
}

extension SessionRequest {
  /// A request without a seed or files.
  static var plain: SessionRequest {
    SessionRequest(path: "a.scenario", folder: ".", seed: nil, isRestricted: true) {
      () throws(FileFailure) in MemoryFiles([:])
    }
  }
}
