import CommandLanguage
import Glibc
import Scenarios
import Simulator
import Testing
import WarGame

@testable import CommandProgram

/// What a replay's commands reach of the disk.
@Suite struct SessionFileAccessTests {
  private let session: GameSession
  private let folder: String
  private static let streams = ProgramStreams(program: "warroom")

  init() throws {
    var template = Array("/tmp/warroom-XXXXXX".utf8CString)
    let made = try #require(mkdtemp(&template).map { String(cString: $0) })
    folder = try PosixFiles().resolve(FilePath(made)).text
    mkdir("\(folder)/inside", 0o700)
    try PosixFiles().write(Array("{\"phase\":\"active\"}\n".utf8), to: "\(folder)/outside.jsonl", if: .free)
    try PosixFiles().write(
      Array("{\"phase\":\"matching\"}\n".utf8), to: "\(folder)/inside/day.jsonl", if: .free)
    symlink("../outside.jsonl", "\(folder)/inside/out.jsonl")
    symlink("day.jsonl", "\(folder)/inside/in.jsonl")
    symlink("..", "\(folder)/inside/up")
    mkfifo("\(folder)/inside/pipe", 0o600)
    session = try warRoom.makeSession()
    let inside = FilePath("\(folder)/inside")
    session.files = SessionFileAccess(
      Self.streams, confinedTo: { () throws(FileFailure) in try PosixFiles().below(inside) }
    )
  }

  private func removeFolder() {
    for name in ["day.jsonl", "out.jsonl", "in.jsonl", "up", "pipe"] { unlink("\(folder)/inside/\(name)") }
    rmdir("\(folder)/inside")
    unlink("\(folder)/outside.jsonl")
    rmdir(folder)
  }

  @Test(arguments: ["feed", "run"])
  func `nothing leads out of the scenario's folder, and nothing tells where it lies`(command: String) {
    defer { removeFolder() }
    for path in [
      "../outside.jsonl", "out.jsonl", "up/outside.jsonl", "up/inside/../outside.jsonl", "/etc/passwd",
      "up/inside/day.jsonl",
      "\(folder)/outside.jsonl", "../inside/../outside.jsonl",
    ] {
      let (output, outcome) = session.run("\(command) \(path)")
      #expect(outcome == .failed)
      #expect(output.hasPrefix("error: “\(path)” leads out of the scenario's folder\n"))
    }
    for (path, problem) in [
      (".", "“.” is a folder"), ("nowhere", "there is no file “nowhere”"),
      ("pipe", "“pipe” is no regular file"),
    ] {
      #expect(session.run("\(command) \(path)").output.hasPrefix("error: \(problem)\n"))
    }
    #expect(session.run("expect game.phase == none").outcome == .done)
  }

  @Test func `paths are completed folder by folder, without hidden ones unless asked for`() throws {
    defer { removeFolder() }
    try PosixFiles().write([], to: "\(folder)/.hidden", if: .free)
    defer { unlink("\(folder)/.hidden") }
    let access = SessionFileAccess(Self.streams)
    func names(_ prefix: String) -> [String] {
      access.paths(beginningWith: "\(folder)/\(prefix)").map { String($0.dropFirst(folder.count + 1)) }
    }
    #expect(names("") == ["inside/", "outside.jsonl"])
    #expect(names("o") == ["outside.jsonl"])
    #expect(names(".") == [".hidden"])
    #expect(
      names("inside/")
        == ["inside/day.jsonl", "inside/in.jsonl", "inside/out.jsonl", "inside/pipe", "inside/up/"])
    #expect(names("nowhere/") == [])
  }

  @Test func `what is inside is reached, over links too`() {
    defer { removeFolder() }
    for path in ["day.jsonl", "./in.jsonl", "\(folder)/inside/day.jsonl"] {
      _ = session.run("receive none")
      #expect(session.run("feed \(path)").outcome == .done)
      #expect(session.run("expect game.phase == matching").outcome == .done)
    }
  }
}
