import AutoUpdate
import CommandLanguage
import Simulator
import TextViews
import Testing

@testable import WarGame

/// A counter of the observers that a store calls.
private final class Count: DeliveryTracer {
  var told = 0
  var names: [String] = []
  func willDeliver(cause: String) {}
  func deliver(to name: String, _ call: () -> Void) {
    told += 1
    names.append(name)
    call()
  }
}

struct UndoCostTests {
  /// Returns the costs of undoing and redoing each of some commands, in a game with a number of units.
  static func costs(units: Int) throws -> [[Int]] {
    let session = try warRoom.makeSession()
    _ = session.run("for n in range(1, \(units)) { spawn hero (\"u\" + n) }")
    let room = session.world
    #expect(room.table(of: AnyUnit.self).count == units)
    _ = session.run("watch weak = units where hp < 50 by hp")
    let commands = [
      "hp u1 20", "status u7 marching", "attack u3 u5", "spawn hero New", "dismiss u9", "say hello",
    ]
    for command in commands { #expect(session.run(command).outcome == .done) }
    let list = try #require(room.stage.view("map/units") as? ListView<AnyUnit>)
    let tracer = Count()
    room.store.tracer = tracer
    var costs: [[Int]] = []
    for move in ["undo", "redo"] {
      for _ in commands {
        let (told, prepared) = (tracer.told, list.preparedCellCount)
        var changes = 0
        let token = room.store.observe { update in
          if case .changes(let set) = update { changes = set.changes.count }
        }
        let result = session.run(move)
        #expect(result.outcome == .done)
        costs.append([
          changes, tracer.told - told, list.preparedCellCount - prepared,
          result.output.split(separator: "\n").count,
        ])
        withExtendedLifetime(token) {}
      }
    }
    return costs
  }

  @Test("undoing a command writes, tells, prepares and prints as much among 2,000 units as among 50")
  func sameCost() throws {
    let few = try Self.costs(units: 50)
    #expect(few == (try Self.costs(units: 2_000)))
    // The cost is small: the command's own changes, and the views that show them.
    #expect(few.map { $0[0] }.max() == 3)
    #expect(few.allSatisfy { $0[1] <= 6 && $0[3] <= 5 })
  }
}
