internal import StoreMemory

/// A past transaction with all transactions that observers queued in response.
public struct Step: Equatable, Sendable {
  /// The cause of the step's first transaction that changed anything.
  public let cause: String
  /// The sum of the numbers of net changes of the step's transactions.
  public let changeCount: Int
}

/// The steps of a store that can be undone and redone.
///
/// ```swift
/// store.history.limit = HistoryLimit(steps: 1_000, changes: 100_000)
/// store.transaction("Arthur is hit") { … }
/// try store.history.undo()
/// ```
///
/// A step is a transaction with all transactions that were queued in response. Steps are numbered from 0, and their
/// numbers never change. A new step drops the undone steps.
public struct History {
  let core: StoreCore

  /// The limits of the history; by default, no steps are retained. Setting lower limits drops steps immediately.
  public var limit: HistoryLimit {
    get { core.shared.content.read { $0.log.limit } }
    nonmutating set {
      core.handOverHistory()
      core.shared.content.modify { content in
        content.log.limit = newValue
        content.log.trim()
      }
      core.settle()
    }
  }

  /// The numbers of the retained steps.
  public var steps: Range<Int> { core.shared.content.read { $0.log.steps } }

  /// The number of the first undone step, or of the next step if none is undone.
  public var present: Int { core.shared.content.read { $0.log.present } }

  /// A Boolean value that indicates whether there is a step to undo.
  public var canUndo: Bool { present > steps.lowerBound }

  /// A Boolean value that indicates whether there is an undone step to redo.
  public var canRedo: Bool { present < steps.upperBound }

  /// The step with a number; `nil` if it is not retained.
  public subscript(number: Int) -> Step? {
    core.shared.content.read { content in
      let parts = content.log.parts(of: number)
      if parts.isEmpty { return nil }
      return Step(
        cause: content.log.cause(of: parts.lowerBound), changeCount: content.log.changeCount(of: parts))
    }
  }

  /// Returns the cause of a step in UTF-8; empty if the step is not retained.
  package func causeBytes(of number: Int) -> [UInt8] {
    core.shared.content.read { content in
      let parts = content.log.parts(of: number)
      return parts.isEmpty ? [] : content.log.causeBytes(of: parts.lowerBound)
    }
  }

  /// Returns a Boolean value that indicates whether a text in UTF-8 is the cause of a retained step.
  ///
  /// - Complexity: O(bytes of the text).
  package func isCause(_ text: Span<UInt8>, of number: Int) -> Bool {
    core.shared.content.read { content in
      let parts = content.log.parts(of: number)
      return !parts.isEmpty && content.log.isCause(text, of: parts.lowerBound)
    }
  }

  /// Returns the number of bytes and the number of changes of retained steps. Memory to which models refer is not
  /// included.
  ///
  /// - Complexity: O(steps).
  public func size(of steps: Range<Int>) -> (byteCount: Int, changeCount: Int) {
    core.tables.read { tables in
      core.shared.content.read { content in
        var size = (byteCount: 0, changeCount: 0)
        for number in steps {
          let parts = content.log.parts(of: number)
          for index in parts {
            let part = content.log.parts[index]
            size.changeCount += Int(part.count)
            size.byteCount += CommitPart.byteCount
            if part.table >= 0 {
              size.byteCount += Int(part.count) * tables.all[Int(part.table)].changeByteCount
            }
          }
          size.byteCount += content.log.textByteCount(of: parts)
        }
        return size
      }
    }
  }

  /// Drops the steps outside `points`. A step between `points` and the current point is not dropped.
  public func keep(_ points: ClosedRange<Int>) {
    core.handOverHistory()
    core.shared.content.modify { $0.log.keep(points) }
    core.settle()
  }

  /// Returns the changes of a step, in order; `nil` if it is not retained. A model that was also changed by a response
  /// occurs more than once.
  ///
  /// - Complexity: O(changes of the step).
  public func changes(of number: Int) -> ChangeSet? { core.changeSet(of: number) }

  /// Undoes the last step.
  ///
  /// - Returns: `true` if there was a step to undo.
  /// - Throws: ``StoreError/busy`` during a transaction or a delivery, or the reason why the journal refuses the move.
  @discardableResult
  public func undo(cause: String = "undo") throws(StoreError) -> Bool {
    try core.upToDate { () throws(StoreError) in try move(to: present - 1, cause: cause) }
  }

  /// Redoes the step that was undone last.
  ///
  /// - Returns: `true` if there was a step to redo.
  /// - Throws: ``StoreError/busy`` during a transaction or a delivery, or the reason why the journal refuses the move.
  @discardableResult
  public func redo(cause: String = "redo") throws(StoreError) -> Bool {
    try core.upToDate { () throws(StoreError) in try move(to: present + 1, cause: cause) }
  }

  /// Undoes the last step and drops it, so that it cannot be redone.
  ///
  /// Use this method for a step that turns out to be wrong after its delivery. If the step replaced undone steps, those
  /// are not restored.
  ///
  /// - Returns: `true` if there was a step to undo.
  /// - Throws: ``StoreError/busy`` during a transaction or a delivery, or the reason why the journal refuses the move.
  @discardableResult
  public func takeBack(cause: String) throws(StoreError) -> Bool {
    let last = present
    return try core.upToDate { () throws(StoreError) in
      // The sink may have added a step of another program, which must not be undone.
      guard present == last else { return false }
      core.shared.content.modify { $0.dropsUndone = true }
      defer { core.shared.content.modify { $0.dropsUndone = false } }
      return try moveUpToDate(to: present - 1, cause: cause)
    }
  }

  /// Moves to the point before the step `number`. The upper bound of ``steps`` stands for the point after the last
  /// step.
  ///
  /// The move applies all steps in between as one transaction, which is not a step itself. Observers are called once,
  /// with the differences. A transaction that they queue is a new step and drops the undone steps. A move is delivered
  /// even if the contents at both points are equal. In that case, only observers of the whole store are called, with an
  /// empty change set.
  ///
  /// - Returns: `true` if that point is within the retained steps.
  /// - Throws: ``StoreError/busy`` during a transaction or a delivery, or the reason why the journal refuses the move.
  /// - Complexity: O(changes of the steps in between), independent of the size of the store.
  @discardableResult
  public func move(to number: Int, cause: String) throws(StoreError) -> Bool {
    try core.upToDate { () throws(StoreError) in try moveUpToDate(to: number, cause: cause) }
  }

  private func moveUpToDate(to number: Int, cause: String) throws(StoreError) -> Bool {
    guard number >= steps.lowerBound, number <= steps.upperBound else { return false }
    guard core.shared.content.read({ $0.isIdle && !$0.queue.isRunning }) else { throw .busy }
    if number == present { return true }
    try core.transaction(cause.utf8.span) { (_) throws(StoreError) in core.replay(to: number) }
    return true
  }
}

extension DataStore {
  /// The history of the store.
  public var history: History { History(core: core) }
}

extension StoreCore {
  /// Moves to a point of the history within the open transaction. Exchanges the values of the changes in between with
  /// those of their rows, starting with the nearest change.
  fileprivate func replay(to target: Int) {
    // The log and the rows exchange values, so until the move is committed, the changes of steps cannot be read.
    handOverHistory()
    let (path, isBackward, depth) = shared.content.modify { content in
      content.isMove = true
      let from = content.log.presentPosition
      // The sink may have dropped steps since `move` checked the target.
      content.log.move(to: min(max(target, content.log.start), content.log.end))
      let to = content.log.presentPosition
      return (min(from, to)..<max(from, to), to < from, content.depth)
    }
    for offset in 0..<path.count {
      let index = isBackward ? path.upperBound - 1 - offset : path.lowerBound + offset
      let part = shared.content.read { $0.log.parts[index] }
      if part.count == 0 { continue }
      perform(
        .replay(from: part.start, count: Int(part.count), isBackward: isBackward, depth: depth),
        on: part.table)
    }
  }
}
