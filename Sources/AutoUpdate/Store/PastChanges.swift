public import StoreMemory

/// The changes of one table by steps from elsewhere, which become a part of a store's history.
///
/// The operation that depends on the model is a closure for the same reason as in ``AnyTable``.
@usableFromInline
package class AnyPastChanges {
  @usableFromInline typealias Log = (AnyPastChanges, _ isDone: Bool) -> Int

  /// The number of the table.
  let table: Int32
  /// Moves the changes to the table's log, and returns the position of the first.
  let log: Log

  @usableFromInline
  init(table: Int32, log: @escaping Log) {
    self.table = table
    self.log = log
  }
}

/// The changes of the models of one type.
@usableFromInline
package final class PastChanges<Model: Storable>: AnyPastChanges {
  @usableFromInline let storage: TableStorage<Model>
  @usableFromInline var ids: ContiguousArray<Model.ID> = []
  /// The model before or after each change.
  @usableFromInline var values: ContiguousArray<Model?> = []

  /// Creates an empty list of changes of a table.
  @inlinable
  package init(of table: Table<Model>) {
    storage = table.storage
    super.init(
      table: table.storage.number,
      log: { changes, isDone in
        switch changes {
        case let changes as PastChanges<Model>: changes.moveToLog(isDone: isDone)
        default: 0
        }
      })
  }

  /// Adds a change of the model with an identity.
  ///
  /// - Parameter value: the model before a step that is done, or after a step that is undone.
  @inlinable
  package func append(_ id: Model.ID, _ value: consuming Model?) {
    ids.append(id)
    values.append(value)
  }

  @inlinable
  func moveToLog(isDone: Bool) -> Int {
    var values: ContiguousArray<Model?> = []
    swap(&values, &self.values)
    // Looking up a row may run user code, which must not happen during an access.
    var rows = ContiguousArray<Int32>()
    rows.reserveCapacity(values.count)
    for index in ids.indices { rows.append(storage.intern(ids[index])) }
    ids = []
    return storage.state.modify { state in
      let first = state.log.end
      for offset in values.indices {
        let index = isDone ? values.count &- 1 &- offset : offset
        state.appendPast(values[index].take(), at: rows[index])
      }
      if isDone { state.undoneStart = state.log.end }
      return first
    }
  }
}

extension TableState {
  /// Appends a change from elsewhere to the log. No transaction may be open.
  @inlinable
  mutating func appendPast(_ value: consuming Model?, at row: Int32) {
    let position = ChunkedLog<LoggedChange<Model>>.packed(log.end)
    let link = slots[Int(row)].change
    var change = LoggedChange(row: row, before: value, depth: 1, previous: link)
    _ = change.seal()
    let previous = log.position(link)
    if previous >= 0 { log[previous].next = position }
    slots[Int(row)].change = position
    log.append(consume change)
    openStart = log.end
  }
}

/// Steps from elsewhere that become a part of a store's history, in the order in which they lead away from the present.
package struct PastSteps {
  /// A Boolean value that indicates whether the steps are done, so that the newest comes first.
  package let areDone: Bool
  private var causes: [String] = []
  /// The number of changes up to the end of each step.
  private var ends: [Int] = []
  /// The index of each change's list in ``lists``.
  private var indices: [Int] = []
  private var lists: [AnyPastChanges] = []

  /// Creates an empty list of steps.
  package init(areDone: Bool) { self.areDone = areDone }

  package var count: Int { causes.count }

  /// Adds a list of changes, which the caller extends.
  ///
  /// - Returns: its index.
  package mutating func add(_ changes: AnyPastChanges) -> Int {
    lists.append(changes)
    return lists.count - 1
  }

  /// Adds a step without changes.
  package mutating func append(cause: String) {
    causes.append(cause)
    ends.append(indices.count)
  }

  /// Records that the last change of a list belongs to the last step. If the steps are done, the last change of a step
  /// comes first.
  package mutating func noteChange(in list: Int) {
    indices.append(list)
    ends[ends.count - 1] = indices.count
  }
}

extension PastSteps {
  /// Appends the steps to a store's log. The limits of its history must be infinite.
  func append(to core: StoreCore) {
    var positions = lists.map { $0.log($0, areDone) }
    core.shared.content.modify { content in
      for offset in causes.indices {
        let step = areDone ? causes.count - 1 - offset : offset
        let changes = (step > 0 ? ends[step - 1] : 0)..<ends[step]
        let first = content.log.begin(causes[step].utf8.span)
        if changes.isEmpty { content.log.append(table: -1, start: 0, count: 0) }
        var index = changes.lowerBound
        while index < changes.upperBound {
          // A step that alternates between tables has several parts for a table.
          let list = list(at: index, of: changes)
          var count = 1
          while index + count < changes.upperBound, self.list(at: index + count, of: changes) == list {
            count += 1
          }
          content.log.append(table: lists[list].table, start: positions[list], count: count)
          positions[list] += count
          index += count
        }
        content.log.keep(from: first, inLastStep: false)
      }
    }
  }

  /// Returns the list of a step's change, given the change's index in the order of the step.
  private func list(at index: Int, of changes: Range<Int>) -> Int {
    indices[areDone ? changes.lowerBound + changes.upperBound - 1 - index : index]
  }
}
