import CommandLanguage
import Simulator

// Peterson, “Myths about the mutual exclusion problem” (1981): two processes enter their critical sections one at a time, and neither
// overtakes the other twice. A lock that whoever comes first takes lets one of them starve.

enum Section: String, FieldWord { case idle, wanting, waiting, critical }

struct Process: Model {
  let id: Int
  var name: String
  var section = Section.idle
  static let schema = Schema<Process>(
    "process", plural: "processes", named: \.name, new: { Process(id: $0, name: $1) }, access: .commandsOnly()
  ) {
    Field("name", \.name)
    Field("section", \.section)
  }
}

/// The process that goes first when both want to enter.
struct Turn: Model {
  let id: Int
  var process: Reference<Process>?
  static let the = Reference<Turn>(0)
  static let schema = Schema<Turn>("turn", plural: "turns", access: .commandsOnly()) {
    Field("process", \.process)
  }
}

/// - Parameter isFair: whether a process gives the turn to the other one before it waits.
func mutualExclusion(isFair: Bool) -> World {
  @Sendable func other(_ world: Simulation, _ process: Reference<Process>) -> Process? {
    world.all(Process.self).first { $0.id != process.id }
  }
  @Sendable func go(
    _ world: Simulation, _ process: Reference<Process>, from old: Section, to new: Section,
    if isEnabled: Bool = true
  ) throws {
    guard world[process]?.section == old, isEnabled else { throw Explanation("that is not possible now") }
    try world.change(process) { $0.section = new }
  }
  return World("mutual-exclusion", Process.schema, Turn.schema) {
    Start { world in
      for name in ["A", "B"] { try world.add(Process.self, named: name) }
      try world.add(Turn(id: 0))
    }
    Invariant("one process is in its critical section") { "count(processes where section == critical) <= 1" }
    LeadsTo("who waits enters", over: Process.self, within: .steps(6)) { _, process in
      process.section == .waiting
    } to: { _, process in
      process.section == .critical
    }
    Command("want", "Show interest", .one(Process.self)) { try go($0, $1, from: .idle, to: .wanting) }
    Command("wait", "Let the other one go first", .one(Process.self)) { world, process in
      try go(world, process, from: .wanting, to: .waiting)
      guard isFair else { return }
      try world.change(Turn.the) { $0.process = other(world, process).map { Reference(to: $0) } }
    }
    Command("enter", "Enter the critical section", .one(Process.self)) { world, process in
      guard let rival = other(world, process) else { return }
      let isFree =
        isFair ? rival.section == .idle || world[Turn.the]?.process == process : rival.section != .critical
      try go(world, process, from: .waiting, to: .critical, if: isFree)
    }
    Command("leave", "Leave the critical section", .one(Process.self)) {
      try go($0, $1, from: .critical, to: .idle)
    }
  }
}
