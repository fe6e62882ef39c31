public import StoreMemory

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
  /// The limits drop steps on both sides of the point between the steps that are done and those that are undone.
  package func replaceHistory(by done: PastSteps, undone: PastSteps) {
    core.handOverHistory()
    core.shared.content.modify { $0.log.dropAll() }
    core.settle()
    let limit = core.shared.content.read { $0.log.limit }
    guard limit.steps > 0 else { return }
    // The limits are applied at the end, when the current point is known.
    core.shared.content.modify { $0.log.limit = HistoryLimit(steps: .max, changes: .max) }
    done.append(to: core)
    undone.append(to: core)
    core.shared.content.modify { content in
      content.log.move(to: content.log.end - undone.count)
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
  /// Calls `body` with each change of the table in retained steps, in order.
  ///
  /// - Complexity: O(commits and changes of the steps).
  @inlinable
  package func forEachChange(
    in steps: Range<Int>, _ body: (_ step: Int, _ before: Model?, _ after: Model?) -> Void
  ) {
    for part in core.parts(of: storage.number, in: steps) {
      for offset in 0..<part.count {
        let change = storage.state.read { state in
          state.rowChange(at: state.log.position(part.start) &+ offset, isCurrent: false)
        }
        body(part.step, change.before, change.after)
      }
    }
  }
}

extension StoreCore {
  /// The changes of a table in retained steps: for each commit, its step, and the packed position and the number of its
  /// changes.
  @usableFromInline
  func parts(
    of table: Int32, in steps: Range<Int>
  ) -> ContiguousArray<(step: Int, start: Int32, count: Int)> {
    var found: ContiguousArray<(step: Int, start: Int32, count: Int)> = []
    shared.content.read { content in
      let steps = steps.clamped(to: content.log.steps)
      guard let last = steps.last else { return }
      var index = content.log.parts(of: steps.lowerBound).lowerBound
      let end = content.log.parts(of: last).upperBound
      while index < end {
        let part = content.log.parts[index]
        if part.table == table { found.append((content.log.step(of: part), part.start, Int(part.count))) }
        index &+= 1
      }
    }
    return found
  }
}
