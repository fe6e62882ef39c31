import AutoUpdate

/// A change of a model of a world.
protocol ModelChange: AnyChange where Model: Simulator.Model {}

extension Change: ModelChange where Model: Simulator.Model {}

/// What objects that are gone were called, from the history; read when somebody first asks.
final class FormerNames {
  private struct Key: Hashable {
    let kind: String
    let id: FieldValue
  }

  private let store: DataStore
  private lazy var names: [Key: String] = find()

  init(of store: DataStore) { self.store = store }

  /// The name that an object had last; `nil` when the history does not know it.
  ///
  /// - Complexity: O(changes of the history) at the first call.
  func name(_ kind: String, _ id: FieldValue) -> String? { names[Key(kind: kind, id: id)] }

  private func find() -> [Key: String] {
    var names: [Key: String] = [:]
    let state = store.pastState()
    while let changes = state.stepBack() {
      for case let change as any ModelChange in changes.net.changes { note(change, in: &names) }
    }
    return names
  }

  /// A removed object's name, unless it was removed again later.
  private func note<C: ModelChange>(_ change: C, in names: inout [Key: String]) {
    guard change.after == nil, let before = change.before, let name = C.Model.schema.nameOf?(before),
      case .reference(let kind, let id) = Reference(to: before).fieldValue
    else { return }
    let key = Key(kind: kind, id: id)
    if names[key] == nil { names[key] = FieldText.name(name) }
  }
}
