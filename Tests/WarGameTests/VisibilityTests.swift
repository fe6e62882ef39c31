import CommandLanguage
import Simulator
import Testing

@testable import WarGame

struct VisibilityTests {
  /// Returns the side of the visible accessory of a screen; `nil` if there is none.
  static func accessory(_ screen: String, _ phase: GamePhase, _ side: Side) -> Side? {
    switch (screen, phase) {
    case ("map", .active), ("chat", .matching), ("chat", .active): side
    default: nil
    }
  }

  @Test(
    "in every phase, on every side, a screen shows what it should", arguments: GamePhase.allCases,
    Side.allCases)
  func matrix(phase: GamePhase, side: Side) throws {
    // In either order.
    for order in [["side", "phase"], ["phase", "side"]] {
      let session = try warRoom.makeSession()
      _ = session.run("open chat")
      for step in order {
        if step == "side" { _ = session.run("side \(side.rawValue)") }
        while step == "phase", session.world.game.phase != phase { _ = session.run("advance") }
      }
      for screen in ["map", "chat"] {
        let shown = Side.allCases.filter { other in
          session.run("expect \(screen).\(other.rawValue).visible").outcome == .done
        }
        #expect(shown == Self.accessory(screen, phase, side).map { [$0] } ?? [], "\(screen), \(order)")
        let main = screen == "map" ? "units" : "messages"
        #expect(session.run("expect \(screen).\(main).visible").outcome == .done)
      }
    }
  }

  @Test("a screen that is opened late shows what it would have shown")
  func openedLate() throws {
    let session = try warRoom.makeSession()
    for line in ["opponent Mordred", "advance", "side defender"] { _ = session.run(line) }
    #expect(session.run("open chat").output == "+ chat\n+ chat/defender  Mordred attacks you\n")
    #expect(session.run("close chat").output == "- chat\n")
    #expect(session.run("open chat").output == "+ chat\n+ chat/defender  Mordred attacks you\n")
  }

  @Test("an accessory changes sides without a moment of both")
  func exchange() throws {
    let session = try warRoom.makeSession()
    for line in ["opponent Mordred", "advance", "advance"] { _ = session.run(line) }
    #expect(
      session.run("side defender").output
        == "- map/attacker  you attack Mordred\n+ map/defender  Mordred attacks you\n")
  }
}
