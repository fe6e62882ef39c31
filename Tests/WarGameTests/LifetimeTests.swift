import AutoUpdate
import CommandLanguage
import Simulator
import Testing

@testable import WarGame

struct LifetimeTests {
  @Test("a session that is over leaves nothing behind, whatever was open, watched, planned or undone")
  func released() throws {
    var session: GameSession? = try warRoom.makeSession()
    weak let room = session?.world
    weak let store = session?.world.store
    for line in [
      "spawn hero Arthur", "open chat", "say hello", "watch weak = units where hp < 50 by hp",
      "every 2 { hp Arthur 40 }", "poll every 3", "tick 4", "opponent Mordred", "advance", "advance",
      "undo 3",
      "redo", "trace on", "why map/attacker", "hash", "def hit { hp Arthur 20 }", "hit", "trace off", "oops",
      "unwatch weak", "close map", "open map rows=3",
    ] {
      _ = session?.run(line)
    }
    #expect(room != nil)
    session = nil
    #expect(room == nil)
    #expect(store == nil)
  }
}
