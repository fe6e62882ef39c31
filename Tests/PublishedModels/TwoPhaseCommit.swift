import CommandLanguage
import Simulator

// Gray and Lamport, “Consensus on transaction commit” (2006): managers commit or abort together. There are 288 states for three managers,
// 8,832 for five and 296,448 for seven.

enum ManagerState: String, FieldWord { case working, prepared, committed, aborted }

struct Manager: Model {
  let id: Int
  var name: String
  var state = ManagerState.working
  var hasTold = false  // that it is prepared
  var isHeard = false  // by the coordinator
  static let schema = Schema<Manager>(
    "manager", plural: "managers", named: \.name, new: { Manager(id: $0, name: $1) }
  ) {
    Field("name", \.name)
    Field("state", \.state)
    Field("told", \.hasTold)
    Field("heard", \.isHeard)
  }
}

struct Coordinator: Model {
  let id: Int
  var decision: ManagerState = .working
  static let the = Reference<Coordinator>(0)
  static let schema = Schema<Coordinator>("coordinator", plural: "coordinators") { Field("decision", \.decision) }
}

private let notNow = Explanation("that is not possible now")

/// - Parameter commitsEarly: the classic fault: to commit when *any* manager is prepared.
func twoPhaseCommit(managers count: Int, commitsEarly: Bool = false) -> World {
  func step(
    _ name: String, _ summary: String, if isEnabled: @escaping @Sendable (Manager, Coordinator) -> Bool,
    _ change: @escaping @Sendable (inout Manager) -> Void
  ) -> Command {
    Command(name, summary, .one(Manager.self)) { world, manager in
      guard let state = world[manager], let coordinator = world[Coordinator.the], isEnabled(state, coordinator)
      else { throw notNow }
      try world.change(manager, change)
    }
  }
  @Sendable func decide(_ world: Simulation, _ decision: ManagerState, if isEnabled: Bool) throws {
    guard world[Coordinator.the]?.decision == .working, isEnabled else { throw notNow }
    try world.change(Coordinator.the) { $0.decision = decision }
  }
  return World("two-phase-commit", Manager.schema, Coordinator.schema) {
    Start { world in
      try world.add(Coordinator(id: 0))
      for number in 1...count { try world.add(Manager.self, named: "R\(number)") }
    }
    Invariant("all decide alike", over: Manager.self) { world, manager in
      manager.state != .aborted || !world.all(Manager.self).contains { $0.state == .committed }
    }
    step("prepare", "Be prepared, and tell", if: { manager, _ in manager.state == .working }) {
      ($0.state, $0.hasTold) = (.prepared, true)
    }
    step("give-up", "Abort by oneself", if: { manager, _ in manager.state == .working }) { $0.state = .aborted }
    step("hear-commit", "Commit", if: { $0.state != .committed && $1.decision == .committed }) { $0.state = .committed }
    step("hear-abort", "Abort", if: { $0.state != .aborted && $1.decision == .aborted }) { $0.state = .aborted }
    step("hear-prepared", "Hear that one is prepared", if: { $0.hasTold && !$0.isHeard && $1.decision == .working }) {
      $0.isHeard = true
    }
    Command("commit", "Decide to commit") { world in
      let heard = world.all(Manager.self).count { $0.isHeard }
      try decide(world, .committed, if: commitsEarly ? heard > 0 : heard == count)
    }
    Command("abort", "Decide to abort") { try decide($0, .aborted, if: true) }
  }
}
