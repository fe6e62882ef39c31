import AutoUpdate
import TerminalText

/// A change of a model of a world.
protocol ModelChange: AnyChange where Model: Simulator.Model {}

extension Change: ModelChange where Model: Simulator.Model {}

/// The former names of objects that no longer exist, from the history; read on demand.
final class FormerNames {
  private struct Key: Hashable {
    let kind: String
    let id: Value
  }

  private let store: DataStore
  private lazy var names: [Key: String] = find()

  init(of store: DataStore) { self.store = store }

  /// The name that an object had last, or will have when what was undone is done again; `nil` when the history does not know it.
  ///
  /// - Complexity: O(changes of the history) at the first call.
  func name(_ kind: String, _ id: Value) -> String? { names[Key(kind: kind, id: id)] }

  private func find() -> [Key: String] {
    var names: [Key: String] = [:]
    let state = store.pastState()
    while let changes = state.stepBack() {
      for case let change as any ModelChange in changes.net.changes { note(change, in: &names) }
    }
    let later = store.pastState()
    while let changes = later.stepForward() {
      for case let change as any ModelChange in changes.net.changes {
        note(change, isLater: true, in: &names)
      }
    }
    return names
  }

  /// The name of an object that a change removed, or that one which was undone adds; the nearest to the present counts.
  private func note<C: ModelChange>(_ change: C, isLater: Bool = false, in names: inout [Key: String]) {
    let there = isLater ? change.after : change.before
    guard (isLater ? change.before : change.after) == nil, let there,
      let name = C.Model.schema.nameOf?(there),
      case .reference(let kind, let id) = Reference(to: there).fieldValue
    else { return }
    let key = Key(kind: kind, id: id)
    if names[key] == nil { names[key] = Quoting.label(name) }
  }
}
