internal import StoreMemory

/// The interface of a store for its keeper.
extension DataStore {
  /// The keeper of what is committed, if there is one; the store retains it.
  package var keeper: (any CommitKeeper)? {
    get { core.state.read { $0.keeper } }
    set {
      core.set(newValue) { swap(&$0.keeper, &$1) }
      core.clock.setKept(newValue != nil)
    }
  }

  /// Runs a transaction with changes that are not the program's own.
  package func transaction(
    from source: CommitSource, _ cause: String, _ body: (Transaction) throws -> Void
  ) throws {
    core.state.modify { $0.source = source }
    defer { core.state.modify { $0.source = .own } }
    try transaction(cause) { try body($0) }
  }

  /// Replaces the whole history by steps that were made elsewhere, and says after how many of them the store stands.
  /// That point is kept, whatever the limits forget. The first step's number is that of the present.
  package func replaceHistory(by steps: [ChangeSet], doneCount: Int) {
    let commits = steps.map { core.commit(of: $0) }
    core.state.modify { state in
      let limit = state.history.limit
      state.history.limit = .none
      state.history.trim(&state.litter.commits)
      if limit.steps > 0 {
        // What is beyond the limits is found from the present.
        state.history.limit = HistoryLimit(steps: .max, changes: .max)
        for commit in commits { _ = state.history.append(commit, to: nil, undone: &state.litter.commits) }
        state.history.move(to: state.history.end - commits.count + doneCount)
      }
      state.history.limit = limit
      state.history.trim(&state.litter.commits)
    }
    core.settle()
  }
}

extension Table {
  /// Returns the changes of the table in a commit.
  package func changes(in commit: KeptCommit) -> TableChanges<Model> {
    guard let part = commit.commit.part(of: storage.number) as? TableCommit<Model> else {
      return TableChanges([])
    }
    return TableChanges(part.rowChanges.read { $0 })
  }
}

extension StoreCore {
  /// The commit that makes these changes.
  fileprivate func commit(of changes: ChangeSet) -> Commit {
    var head: Commit?
    for change in changes.changes { add(change, to: &head) }
    let commit = head ?? Commit(table: -1)
    var cause = CompactText.text(changes.cause)
    commit.complete(&cause, number: 0, changeCount: changes.changes.count)
    return commit
  }

  private func add<Change: AnyChange>(_ change: Change, to head: inout Commit?) {
    let table = table(of: Change.Model.self).storage.number
    var part = head?.part(of: table) as? TableCommit<Change.Model>
    if part == nil {
      let new = TableCommit<Change.Model>(table: table)
      if let head { head.append(part: new) } else { head = new }
      part = new
    }
    var rowChange = RowChange(row: -1, before: change.before, depth: 1, previous: -1)
    rowChange.outcome = change.after
    part?.rowChanges.modify { $0.append(rowChange) }
  }
}
