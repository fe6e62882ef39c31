import CommandLanguage
import Simulator
import Testing

@testable import WarGame

struct RulesTests {
  /// The design's table, repeated here independently.
  static let statuses: [UnitStatus: Set<UnitStatus>] = [
    .ready: [.marching, .fighting, .wounded, .fallen],
    .marching: [.ready, .fighting, .wounded, .fallen],
    .fighting: [.ready, .marching, .wounded, .fallen],
    .wounded: [.healing, .fallen],
    .healing: [.ready, .wounded, .fallen],
    .fallen: [],
  ]

  @Test("a status may be followed by what the table says, and by itself", arguments: UnitStatus.allCases)
  func status(_ old: UnitStatus) {
    for new in UnitStatus.allCases {
      #expect(old.allows(new) == (old == new || Self.statuses[old, default: []].contains(new)))
    }
  }

  @Test("a phase is followed by the next one alone")
  func phases() {
    let order: [GamePhase] = [.none, .matching, .active, .postMortem, .none]
    for (old, next) in zip(order, order.dropFirst()) {
      for new in GamePhase.allCases {
        #expect(GamePhase.transitions.allows(old.rawValue, new.rawValue) == (new == old || new == next))
      }
    }
  }

  @Test("hit points settle the status: none is fallen, under 30 % wounded")
  func settling() {
    func settled(_ hp: Int, of most: Int, _ status: UnitStatus) -> UnitStatus {
      var unit = UnitState(id: UnitID(1), name: "A", side: .attacker, hp: hp, maxHP: most, status: status)
      unit.settle()
      return unit.status
    }
    for status in [UnitStatus.ready, .marching, .fighting] {
      #expect(settled(29, of: 100, status) == .wounded)
      #expect(settled(30, of: 100, status) == status)
      #expect(settled(0, of: 100, status) == .fallen)
    }
    #expect(settled(10, of: 100, .healing) == .healing)
    #expect(settled(0, of: 100, .healing) == .fallen)
    #expect(settled(0, of: 100, .fallen) == .fallen)
    #expect(settled(-5, of: 100, .wounded) == .fallen)
  }

  @Test(
    "what looks at every unit or step is charged for them",
    arguments: ["units", "units where hp > 3", "units --json", "log", "diff 0 150", "why u7", "why u7.hp"])
  func charging(command: String) throws {
    let session = try warRoom.makeSession()
    for index in 0..<150 { _ = session.run("spawn hero u\(index)") }
    _ = session.run("set steps 2_000")
    let (output, outcome) = session.run("repeat 60 { \(command) }")
    #expect(
      outcome == .failed && output.contains("a line may take at most 2000 steps"), "\(output.suffix(200))")
  }

  private struct Leaf: Model {
    let id: Int
    static let schema = Schema<Leaf>("leaf", plural: "leaves", new: { id, _ in Leaf(id: id) }) {
      Field("id", \.id)
    }
  }

  @Test func `objects that the code of a command reads are charged to the line`() throws {
    let tree = World("tree", Leaf.schema) {
      Command("look", "Look at all leaves") { world in _ = world.all(Leaf.self) }
    }
    let session = try tree.makeSession()
    _ = session.run("repeat 800 { add leaf }")
    _ = session.run("set steps 2_000")
    #expect(session.run("look").outcome == .done)
    let (output, outcome) = session.run("repeat 30 { look }")
    #expect(outcome == .failed && output.contains("a line may take at most 2000 steps"), "\(output)")
  }

  @Test func `a search through the past costs the steps that it goes over, while it goes over them`() throws {
    let session = try warRoom.makeSession()
    _ = session.run("for n in range(1, 2000) { spawn hero (\"u\" + n) }")
    #expect(session.run("print count(units)").output == "2000\n")
    _ = session.run("set steps 3_000")
    #expect(session.run("why u2000").outcome == .done)
    let (output, outcome) = session.run("why u1")
    #expect(outcome == .failed && output.contains("a line may take at most 3000 steps"), "\(output)")
  }
}
