internal import StoreMemory

/// The interface of a store for its sink.
extension DataStore {
  /// The receiver of the store's commits, which the store retains.
  package var sink: (any CommitSink)? {
    get { core.shared.content.read { $0.sink } }
    set {
      core.set(newValue) { content, value in
        content.hasSink = value != nil
        swap(&content.sink, &value)
      }
    }
  }

  /// Runs a transaction whose changes come from `source`.
  package func transaction(
    from source: CommitSource, _ cause: String, _ body: (Transaction) throws -> Void
  ) throws {
    core.shared.content.modify { $0.source = source }
    defer { core.shared.content.modify { $0.source = .own } }
    try transaction(cause) { try body($0) }
  }

  /// Retains the log from a commit on, until the next call of this method; `nil` ends the retention.
  package func pinLog(from commit: LoggedCommit?) {
    core.shared.content.modify { $0.log.pinnedPart = commit?.parts.lowerBound }
    core.settle()
  }

  /// Replaces the whole history with steps from elsewhere. The first of them gets the current step number.
  ///
  /// The steps after the first `doneCount` are undone steps. The limits drop steps on both sides of that point.
  package func replaceHistory(by steps: [ChangeSet], doneCount: Int) {
    core.handOverHistory()
    core.shared.content.modify { $0.log.dropAll() }
    core.settle()
    let limit = core.shared.content.read { $0.log.limit }
    guard limit.steps > 0 else { return }
    // The limits are applied at the end, when the current point is known.
    core.shared.content.modify { $0.log.limit = HistoryLimit(steps: .max, changes: .max) }
    for (index, step) in steps.enumerated() { core.append(step, isDone: index < doneCount) }
    core.shared.content.modify { content in
      content.log.move(to: content.log.end - steps.count + doneCount)
      content.log.limit = limit
      content.log.trim()
    }
    core.settle()
  }
}

extension Table {
  package func changes(in commit: LoggedCommit) -> TableChanges<Model> {
    let part = core.shared.content.read { $0.log.part(of: storage.number, in: commit.parts) }
    guard let part else { return TableChanges() }
    return storage.state.read { $0.changes(from: part.start, count: Int(part.count), isCurrent: false) }
  }
}

extension StoreCore {
  fileprivate func append(_ step: ChangeSet, isDone: Bool) {
    var parts: [(table: Int32, start: Int, count: Int)] = []
    for change in step.changes {
      let (table, position) = append(change, isDone: isDone)
      // A step that alternates between tables has several parts for a table.
      if let last = parts.last, last.table == table {
        parts[parts.count - 1].count += 1
      } else {
        parts.append((table, position, 1))
      }
    }
    shared.content.modify { content in
      let first = content.log.begin(.text(step.cause))
      if parts.isEmpty { content.log.append(table: -1, start: 0, count: 0) }
      for part in parts { content.log.append(table: part.table, start: part.start, count: part.count) }
      _ = content.log.keep(from: first, inLastStep: false)
    }
  }

  private func append<Change: AnyChange>(_ change: Change, isDone: Bool) -> (table: Int32, position: Int) {
    let storage = table(of: Change.Model.self).storage
    guard let model = change.before ?? change.after else { return (storage.number, 0) }
    let row = storage.intern(model.id)
    let position = storage.state.modify {
      $0.append(change.before, change.after, at: row, isDone: isDone)
    }
    return (storage.number, position)
  }
}

extension TableState {
  /// Appends a change from elsewhere to the log. No transaction may be open.
  fileprivate mutating func append(_ before: Model?, _ after: Model?, at row: Int32, isDone: Bool) -> Int {
    let position = log.end
    var change = LoggedChange(
      row: row, before: isDone ? before : after, depth: 1, previous: slots[Int(row)].change)
    _ = change.seal()
    let previous = log.position(change.previous)
    if previous >= 0 { log[previous].next = ChunkedLog<LoggedChange<Model>>.packed(position) }
    slots[Int(row)].change = ChunkedLog<LoggedChange<Model>>.packed(position)
    log.append(change)
    openStart = log.end
    if isDone { undoneStart = log.end }
    return position
  }
}
