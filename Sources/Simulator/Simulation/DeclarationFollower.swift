import AutoUpdate
import CommandLanguage

/// A follower of definitions and global variables. When a definition or a variable changes, the follower updates the
/// conditions that read it.
///
/// A loop may set a variable often, so the conditions are evaluated when their result is needed, and at the end of the line.
final class DeclarationFollower {
  private unowned let simulation: Simulation
  private let changes: OnDemandSource
  /// A Boolean value that indicates whether the conditions must be evaluated because of a change.
  private var isBehind = false
  /// The number of times that conditions were evaluated because of changes.
  private(set) var changeCount = 0

  init(of simulation: Simulation) {
    self.simulation = simulation
    changes = OnDemandSource(in: simulation.store)
  }

  func attach(_ interpreter: Interpreter) {
    interpreter.onDeclarationRead = { [unowned self] in
      if simulation.store.isNotingReads { changes.noteRead() }
    }
    interpreter.onDeclarationChange = { [unowned self] in
      if changes.isRead { isBehind = true }
    }
  }

  /// Restores the state of a new follower.
  func reset() {
    changes.reset()
    (isBehind, changeCount) = (false, 0)
  }

  /// Evaluates the conditions, if there was a change and the store is idle.
  func follow() {
    guard isBehind, simulation.store.openTransaction == nil, !simulation.store.isDelivering else { return }
    isBehind = false
    changes.noteChange()
    changeCount += 1
    // If a limit has ended the line, the evaluation was stopped. Repeat it at the end of the line.
    if simulation.interpreter?.budget.hasEnded == true { isBehind = true }
    simulation.flush()
  }

  func followAtLineEnd() {
    if isBehind { simulation.interpreter?.budget.uninterrupted { follow() } }
  }
}
