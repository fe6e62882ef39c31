import AutoUpdate
import TerminalText

/// A change of a model of a world.
protocol ModelChange: AnyChange where Model: Simulator.Model {}

extension Change: ModelChange where Model: Simulator.Model {}

extension ModelChange {
  var kindName: String { Model.kindName }
  var isInternal: Bool { Model.schema.isInternal }
}

/// The names of objects that no longer exist, read from the history on demand.
final class FormerNames {
  private struct Key: Hashable {
    let kind: String
    let id: Value
  }

  private let store: DataStore
  private lazy var names: [Key: String] = find()

  init(of store: DataStore) { self.store = store }

  /// Returns the last name of a removed object, or the name of an object whose addition was undone; `nil` if the
  /// history does not have it.
  ///
  /// - Complexity: O(changes of the history) at the first call, then O(1).
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

  /// Records the name of an object that a change removed, or that an undone change added. The change nearest to the
  /// present wins.
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
