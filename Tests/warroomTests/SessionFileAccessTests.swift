import CommandLanguage
import Glibc
import ProgramTesting
import Scenarios
import Simulator
import Testing
import WarGame

@testable import CommandProgram
@testable import Posix

/// What a replay's commands reach of the disk.
@Suite struct SessionFileAccessTests {
  private let session: GameSession
  private let folder: TemporaryFolder
  private static let streams = ProgramStreams(program: "warroom")

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("{\"phase\":\"active\"}\n", to: "outside.jsonl")
    try folder.write("{\"phase\":\"matching\"}\n", to: "inside/day.jsonl")
    folder.link("inside/out.jsonl", to: "../outside.jsonl")
    folder.link("inside/in.jsonl", to: "day.jsonl")
    folder.link("inside/up", to: "..")
    mkfifo(folder["inside/pipe"], 0o600)
    session = try warRoom.makeSession()
    let inside = FilePath(folder["inside"])
    session.files = SessionFileAccess(
      Self.streams, confinedTo: { () throws(FileFailure) in try PosixFiles().below(inside) }
    )
  }

  @Test(arguments: ["feed", "run"])
  func `nothing is outside the scenario's folder, and nothing reveals its location`(command: String) {
    for path in [
      "../outside.jsonl", "out.jsonl", "up/outside.jsonl", "up/inside/../outside.jsonl", "/etc/passwd",
      "up/inside/day.jsonl",
      folder["outside.jsonl"], "../inside/../outside.jsonl",
    ] {
      let (output, outcome) = session.run("\(command) \(path)")
      #expect(outcome == .failed)
      #expect(output.hasPrefix("error: “\(path)” is outside the scenario's folder\n"))
    }
    for (path, problem) in [
      (".", "“.” is a folder"), ("nowhere", "there is no file “nowhere”"),
      ("pipe", "“pipe” is not a regular file"),
    ] {
      #expect(session.run("\(command) \(path)").output.hasPrefix("error: \(problem)\n"))
    }
    #expect(session.run("expect game.phase == none").outcome == .done)
  }

  @Test func `a scenario runs the files that it uses once each, and locates their errors`() throws {
    try folder.write("> spawn hero Arthur\n...\n", to: "inside/base.scenario")
    try folder.write("# uses: base.scenario\n> hp Arthur 50\n...\n", to: "inside/hurt.scenario")
    try folder.write(
      "# uses: base.scenario\n# uses: hurt.scenario\n> print Arthur.hp\n", to: "inside/c.scenario")
    #expect(session.run("run c.scenario").output.hasSuffix("\n50\n"))
    #expect(
      session.run("run c.scenario").output == """
        error: there is already a unit “Arthur”
          1 | spawn hero Arthur
                         ^~~~~~
          at base.scenario:1
        error: the file “base.scenario” failed
          run c.scenario
              ^~~~~~~~~~

        """)
  }

  @Test func `paths are completed folder by folder, hidden ones only on request`() throws {
    try folder.write("", to: ".hidden")
    let access = SessionFileAccess(Self.streams)
    func names(_ prefix: String) -> [String] {
      access.paths(beginningWith: folder[prefix]).map { String($0.dropFirst(folder.path.count + 1)) }
    }
    #expect(names("") == ["inside/", "outside.jsonl"])
    #expect(names("o") == ["outside.jsonl"])
    #expect(names(".") == [".hidden"])
    #expect(
      names("inside/")
        == ["inside/day.jsonl", "inside/in.jsonl", "inside/out.jsonl", "inside/pipe", "inside/up/"])
    #expect(names("nowhere/") == [])
  }

  @Test func `files inside the folder can be reached, also through links`() {
    for path in ["day.jsonl", "./in.jsonl", folder["inside/day.jsonl"]] {
      _ = session.run("receive none")
      #expect(session.run("feed \(path)").outcome == .done)
      #expect(session.run("expect game.phase == matching").outcome == .done)
    }
  }
}
