import ProgramTesting
import Scenarios
import Testing

@testable import CommandProgram
@testable import Posix

/// Where a replay remembers what failed.
@Suite struct StateFolderTests {
  private func file(_ variables: [String: String]) -> String? {
    StateFolder(program: "toy") { variables[$0] }.failedScenarios()?.text
  }

  @Test func `it is in the state folder, which is created for its owner only`() throws {
    let folder = try TemporaryFolder()
    let path = try #require(file(["XDG_STATE_HOME": folder["state"], "HOME": folder["home"]]))
    #expect(path.hasPrefix(folder["state/toy/replay/failed-"]))
    #expect(try folder.contents() == ["state/", "state/toy/", "state/toy/replay/"])
  }

  @Test func `without a state folder it is below the home folder`() throws {
    let folder = try TemporaryFolder()
    for state in [nil, "", "relative"] {
      let path = file(["HOME": folder.path].merging(state.map { ["XDG_STATE_HOME": $0] } ?? [:]) { $1 })
      #expect(path?.hasPrefix(folder[".local/state/toy/replay/failed-"]) == true)
    }
  }

  @Test func `where nothing can be kept there is none`() {
    #expect(file([:]) == nil)
    #expect(file(["HOME": "relative"]) == nil)
    #expect(file(["XDG_STATE_HOME": "/proc/nowhere"]) == nil)
  }

  private func sessions(in folder: TemporaryFolder) throws -> FilePath {
    let environment = { $0 == "XDG_STATE_HOME" ? folder["state"] : nil }
    return try #require(StateFolder(program: "toy", environment: environment).sessions)
  }

  @Test func `lines of sessions that were cut off are offered once, the latest first`() throws {
    let folder = try TemporaryFolder()
    let sessions = try sessions(in: folder)
    do {
      let first = try #require(RecoveryFile(in: sessions))
      first.append(Array("> 1\n".utf8))
      // As long as somebody writes it, it is no one else's.
      #expect(RecoveryFile.recover(in: sessions, beyond: []) == nil)
    }
    let found = try #require(RecoveryFile.recover(in: sessions, beyond: []))
    #expect(found.path == sessions.joined("session-1.scenario"))
    #expect(found.commandCount == 1)
    #expect(try folder.text(of: "state/toy/sessions/session-1.scenario") == "> 1\n")
    #expect(RecoveryFile.recover(in: sessions, beyond: []) == nil)
  }

  @Test func `a clean end leaves nothing to recover, and the last session's transcript`() throws {
    let folder = try TemporaryFolder()
    let sessions = try sessions(in: folder)
    do {
      let file = try #require(RecoveryFile(in: sessions))
      file.append(Array("> 1\n".utf8))
      file.remove()
    }
    #expect(RecoveryFile.recover(in: sessions, beyond: []) == nil)
    let environment = { $0 == "XDG_STATE_HOME" ? folder["state"] : nil }
    for text in ["> 1\n", "> 2\n"] {
      StateFolder(program: "toy", environment: environment).keep(last: Array(text.utf8))
      #expect(try folder.text(of: "state/toy/sessions/last.scenario") == text)
    }
    #expect(StateFolder(program: "toy", environment: { _ in nil }).lastSession == nil)
  }
}
