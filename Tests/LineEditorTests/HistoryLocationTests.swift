import Testing

@testable import LineEditor

@Suite struct HistoryLocationTests {
  @Test(arguments: [
    (["HOME": "/h"], HistoryLocation.stateFolder("/h/.local/state/warroom/history")),
    (["HOME": "/h", "XDG_STATE_HOME": "/s"], .stateFolder("/s/warroom/history")),
    (["HOME": "/h", "XDG_STATE_HOME": "s"], .stateFolder("/h/.local/state/warroom/history")),
    (["HOME": "/h", "XDG_STATE_HOME": ""], .stateFolder("/h/.local/state/warroom/history")),
    (["HOME": "/h", "WARROOM_HISTORY": "mine"], .file("mine")),
    (["HOME": "/h", "WARROOM_HISTORY": ""], .stateFolder("/h/.local/state/warroom/history")),
    (["HOME": "/h", "WARROOM_HISTORY": "off"], .off),
    (["WARROOM_HISTORY": "/dev/null"], .off),
    (["HOME": ""], .unknown),
    (["HOME": "relative"], .unknown),
    ([:], .unknown),
  ])
  func `the environment determines where the history is kept`(
    environment: [String: String], place: HistoryLocation
  ) {
    #expect(HistoryLocation.standard(program: "warroom", environment: { environment[$0] }) == place)
  }

  @Test func `a variable's name has no signs that a shell would not take`() {
    let place = HistoryLocation.standard(program: "my-tool") { $0 == "MY_TOOL_HISTORY" ? "off" : nil }
    #expect(place == .off)
  }
}
