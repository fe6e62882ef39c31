import CommandLanguage
import Simulator

// Gray and Lamport, “Consensus on transaction commit” (2006): managers commit or abort together. There are 288
// states for three managers, 8,832 for five and 296,448 for seven.

enum Decision: String, FieldWord { case working, prepared, committed, aborted }
/// The news that a manager is prepared, on its way to the coordinator.
enum News: String, FieldWord { case untold, told, heard }

struct Manager: Model {
  let id: Int
  var name: String
  var state = Decision.working
  var news = News.untold
  static let schema = Schema<Manager>(
    "manager", plural: "managers", named: \.name, new: { Manager(id: $0, name: $1) }, access: .commandsOnly()
  ) {
    Field("name", \.name)
    Field("state", \.state)
    Field("news", \.news)
  }
}

struct Coordinator: Model {
  let id: Int
  var decision: Decision = .working
  static let the = Reference<Coordinator>(0)
  static let schema = Schema<Coordinator>("coordinator", plural: "coordinators", access: .commandsOnly()) {
    Field("decision", \.decision)
  }
}

/// - Parameter commitsEarly: the classic fault: to commit when *any* manager is prepared.
func twoPhaseCommit(managers count: Int, commitsEarly: Bool = false) -> World {
  func step(
    _ name: String, if isEnabled: @escaping @Sendable (Manager, Decision) -> Bool,
    _ change: @escaping @Sendable (inout Manager) -> Void
  ) -> Command {
    Command(name, "A step of a manager", .one(Manager.self)) { world, manager in
      let decision = world[Coordinator.the]?.decision ?? .working
      guard let state = world[manager], isEnabled(state, decision) else { throw Explanation("not now") }
      try world.change(manager, change)
    }
  }
  func decide(_ decision: Decision, if isEnabled: @escaping @Sendable (Int) -> Bool) -> Command {
    Command(decision == .committed ? "commit" : "abort", "A decision of the coordinator") { world in
      guard world[Coordinator.the]?.decision == .working,
        isEnabled(world.all(Manager.self).count { $0.news == .heard })
      else { throw Explanation("not now") }
      try world.change(Coordinator.the) { $0.decision = decision }
    }
  }
  return World("two-phase-commit", Manager.schema, Coordinator.schema) {
    Start { world in
      try world.add(Coordinator(id: 0))
      for number in 1...count { try world.add(Manager.self, named: "R\(number)") }
    }
    Invariant("all decide alike", over: Manager.self) { world, manager in
      manager.state != .aborted || !world.all(Manager.self).contains { $0.state == .committed }
    }
    step("prepare", if: { one, _ in one.state == .working }) { ($0.state, $0.news) = (.prepared, .told) }
    step("give-up", if: { one, _ in one.state == .working }) { $0.state = .aborted }
    step("hear-commit", if: { $0.state != .committed && $1 == .committed }) { $0.state = .committed }
    step("hear-abort", if: { $0.state != .aborted && $1 == .aborted }) { $0.state = .aborted }
    step("hear-prepared", if: { $0.news == .told && $1 == .working }) { $0.news = .heard }
    decide(.committed, if: { commitsEarly ? $0 > 0 : $0 == count })
    decide(.aborted, if: { _ in true })
  }
}
