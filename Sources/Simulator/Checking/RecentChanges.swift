import AutoUpdate

/// The net changes of the last steps of a store's history, for comparison with the states before and after these steps.
struct RecentChanges {
  private let store: DataStore
  private let past: PastState
  private let changes: [any AnyChange]

  /// The number of steps whose changes are joined. It does not depend on the lines that are checked together, so that a
  /// fault is also found when each line is checked by itself.
  private static let stepCount = 8

  /// Joins the changes of the last steps.
  ///
  /// - Complexity: O(changes).
  init(in store: DataStore) {
    let past = store.pastState()
    var steps: [ChangeSet] = []
    while steps.count < Self.stepCount, let step = past.stepBack() { steps.append(step) }
    var net = NetChanges()
    for step in steps.reversed() { net.append(step) }
    self.init(net.changes, since: past, in: store)
  }

  init(_ changes: [any AnyChange], since past: PastState, in store: DataStore) {
    (self.changes, self.past, self.store) = (changes, past, store)
  }

  /// A Boolean value that indicates whether each change leads from the value before the steps to the present one.
  var areNet: Bool { changes.allSatisfy { isNet($0) } }

  private func isNet<Changed: AnyChange>(_ change: Changed) -> Bool {
    guard let id = (change.before ?? change.after)?.id else { return true }
    let table = store.table(of: Changed.Model.self)
    return past[id, in: table] == change.before && table[id] == change.after
  }
}
