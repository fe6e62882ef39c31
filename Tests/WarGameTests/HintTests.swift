import CommandLanguage
import Simulator
import Testing
import WarGame

/// The hint for the next argument, which depends on the arguments before it.
@Suite struct HintTests {
  @Test(arguments: [
    (
      "app authentication ", "[VALUE …] idle, active, success or failure",
      ["idle", "active", "success", "failure"]
    ),
    ("app ready ", "[VALUE …] true or false", ["true", "false"]),
    ("server end ", "[DETAIL] win or loss", ["win", "loss"]),
  ])
  func `a value that depends on the word before it is hinted at and offered`(
    text: String, hint: String, words: [String]
  ) throws {
    let session = try warRoom.makeSession()
    let bytes = Array(text.utf8)
    #expect(session.hint(of: bytes.span, at: bytes.count) == hint)
    #expect(session.completions(of: bytes.span, at: bytes.count).candidates.map(\.text) == words)
  }
}
