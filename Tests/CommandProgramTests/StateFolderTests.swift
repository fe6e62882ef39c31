import ProgramTesting
import Scenarios
import Testing

@testable import CommandProgram

/// Where a replay remembers what failed.
@Suite struct StateFolderTests {
  private func file(_ variables: [String: String]) -> String? {
    StateFolder(program: "toy") { variables[$0] }.failedScenarios()?.text
  }

  @Test func `it is in the state folder, which is made for its owner alone`() throws {
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

  @Test func `sessions that were ended from outside are kept side by side`() throws {
    let folder = try TemporaryFolder()
    let environment = { $0 == "XDG_STATE_HOME" ? folder["state"] : nil }
    for number in 1...2 {
      let path = StateFolder(program: "toy", environment: environment).keep(
        session: Array("> \(number)\n".utf8))
      #expect(path?.text == folder["state/toy/sessions/session-\(number).scenario"])
    }
    #expect(try folder.text(of: "state/toy/sessions/session-1.scenario") == "> 1\n")
    #expect(StateFolder(program: "toy", environment: { _ in nil }).keep(session: []) == nil)
  }
}
