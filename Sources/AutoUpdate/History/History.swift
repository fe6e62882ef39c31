internal import StoreMemory

/// A transaction of the past, with the transactions that observers answered it with.
public struct Step: Equatable, Sendable {
  /// The cause of its first transaction.
  public let cause: String
  /// The number of its changes: the net changes of each transaction.
  public let changeCount: Int
}

/// The steps of a store that are kept, to be undone and done again.
///
/// ```swift
/// store.history.limit = HistoryLimit(steps: 1_000, changes: 100_000)
/// store.transaction("Arthur is hit") { … }
/// try store.history.undo()
/// ```
///
/// A step is a transaction with all its answers. Steps are numbered from 0, and keep their numbers. A new step
/// drops those that were undone.
public struct History {
  let core: StoreCore

  /// The amount of history that is kept; none at first. A lower limit drops steps at once.
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

  /// The steps that are kept, by lasting number.
  public var steps: Range<Int> { core.shared.content.read { $0.log.steps } }

  /// The step that comes next: those from here on were undone.
  public var present: Int { core.shared.content.read { $0.log.present } }

  /// A Boolean value that indicates whether there is a step to undo.
  public var canUndo: Bool { present > steps.lowerBound }

  /// A Boolean value that indicates whether there is an undone step to redo.
  public var canRedo: Bool { present < steps.upperBound }

  /// A kept step; `nil` for one that never was, or is not kept any more.
  public subscript(number: Int) -> Step? {
    core.shared.content.read { content in
      let parts = content.log.parts(of: number)
      if parts.isEmpty { return nil }
      return Step(
        cause: content.log.cause(of: parts.lowerBound), changeCount: content.log.changeCount(of: parts))
    }
  }

  /// The cause of a kept step, in UTF-8; empty for one that is not kept.
  package func causeBytes(of number: Int) -> [UInt8] {
    core.shared.content.read { content in
      let parts = content.log.parts(of: number)
      return parts.isEmpty ? [] : content.log.causeBytes(of: parts.lowerBound)
    }
  }

  /// Returns a Boolean value that indicates whether a text in UTF-8 is the cause of a kept step.
  ///
  /// - Complexity: O(bytes of the text).
  package func isCause(_ text: Span<UInt8>, of number: Int) -> Bool {
    core.shared.content.read { content in
      let parts = content.log.parts(of: number)
      return !parts.isEmpty && content.log.isCause(text, of: parts.lowerBound)
    }
  }

  /// The bytes that kept steps take, without what their models refer to, and how many changes they made.
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

  /// Forgets the steps outside of some points; the present stays within those that are kept.
  public func keep(_ points: ClosedRange<Int>) {
    core.handOverHistory()
    core.shared.content.modify { $0.log.keep(points) }
    core.settle()
  }

  /// Returns the changes of a kept step, in order; a model that observers changed as well occurs again.
  ///
  /// - Complexity: O(changes of the step).
  public func changes(of number: Int) -> ChangeSet? { core.changeSet(of: number) }

  /// Takes the last step back.
  ///
  /// - Returns: whether there was one.
  /// - Throws: ``StoreError/busy`` while a transaction or a delivery is running.
  @discardableResult
  public func undo(cause: String = "undo") throws(StoreError) -> Bool {
    try core.upToDate { () throws(StoreError) in try move(to: present - 1, cause: cause) }
  }

  /// Does the step again that was undone last.
  ///
  /// - Returns: whether there was one.
  /// - Throws: ``StoreError/busy`` while a transaction or a delivery is running.
  @discardableResult
  public func redo(cause: String = "redo") throws(StoreError) -> Bool {
    try core.upToDate { () throws(StoreError) in try move(to: present + 1, cause: cause) }
  }

  /// Takes the last step back and forgets it, so that nobody can do it again: for what is found wrong once everyone
  /// has heard of it. Steps that it dropped when it was made do not come back.
  ///
  /// - Returns: whether there was one.
  /// - Throws: ``StoreError/busy`` while a transaction or a delivery is running.
  @discardableResult
  public func takeBack(cause: String) throws(StoreError) -> Bool {
    let last = present
    return try core.upToDate { () throws(StoreError) in
      // A step that somebody else made meanwhile is not meant.
      guard present == last else { return false }
      core.shared.content.modify { $0.forgetsUndone = true }
      defer { core.shared.content.modify { $0.forgetsUndone = false } }
      return try moveUpToDate(to: present - 1, cause: cause)
    }
  }

  /// Moves to the point before the step `number`, or after the last, at the end of ``steps``.
  ///
  /// All the steps between are one transaction, which is not itself a step: observers are told of what is
  /// different in the end. What they answer is a new step, and drops those that were undone.
  ///
  /// - Returns: whether that point is kept.
  /// - Throws: ``StoreError/busy`` while a transaction or a delivery is running.
  /// - Complexity: O(changes of the steps between), whatever the store holds.
  @discardableResult
  public func move(to number: Int, cause: String) throws(StoreError) -> Bool {
    try core.upToDate { () throws(StoreError) in try moveUpToDate(to: number, cause: cause) }
  }

  private func moveUpToDate(to number: Int, cause: String) throws(StoreError) -> Bool {
    guard number >= steps.lowerBound, number <= steps.upperBound else { return false }
    guard core.shared.content.read({ $0.isIdle && !$0.queue.isRunning }) else { throw .busy }
    if number == present { return true }
    try core.transaction(.text(cause)) { (_) throws(StoreError) in core.replay(to: number) }
    return true
  }
}

extension DataStore {
  /// The history of the store.
  public var history: History { History(core: core) }
}

extension StoreCore {
  /// The changes of a kept step.
  func changeSet(of number: Int) -> ChangeSet? {
    let (parts, cause) = shared.content.read { content in
      let parts = content.log.parts(of: number)
      return (parts, parts.isEmpty ? "" : content.log.cause(of: parts.lowerBound))
    }
    return parts.isEmpty ? nil : ChangeSet(cause: cause, changes: changes(in: parts))
  }

  /// Goes to a point of the history within the open transaction: exchanges the values of the changes on the way with those
  /// of their rows, nearest first.
  fileprivate func replay(to target: Int) {
    let (path, isBackward, depth) = shared.content.modify { content in
      content.isMove = true
      let from = content.log.presentPosition
      // The sink may have taken steps away since somebody asked.
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
