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
    get { core.history.limit }
    nonmutating set {
      core.state.modify { state in
        state.history.limit = newValue
        state.history.trim(&state.litter.commits)
      }
      core.settle()
    }
  }

  /// The steps that are kept, by lasting number.
  public var steps: Range<Int> { core.history.steps }

  /// The step that comes next: those from here on were undone.
  public var present: Int { core.history.present }

  /// A Boolean value that indicates whether there is a step to undo.
  public var canUndo: Bool { present > steps.lowerBound }

  /// A Boolean value that indicates whether there is an undone step to redo.
  public var canRedo: Bool { present < steps.upperBound }

  /// A kept step; `nil` for one that never was, or is not kept any more.
  public subscript(number: Int) -> Step? {
    core.history[number].map { Step(cause: $0.cause, changeCount: $0.stepChangeCount) }
  }

  /// The bytes that kept steps take, without what their models refer to, and how many changes they made.
  ///
  /// - Complexity: O(steps).
  public func size(of steps: Range<Int>) -> (byteCount: Int, changeCount: Int) {
    let log = core.history
    var size = (byteCount: 0, changeCount: 0)
    for number in steps {
      guard let commit = log[number] else { continue }
      size.byteCount += commit.stepByteCount
      size.changeCount += commit.stepChangeCount
    }
    return size
  }

  /// Forgets the steps outside of some points; the present stays within those that are kept.
  public func keep(_ points: ClosedRange<Int>) {
    core.state.modify { $0.history.keep(points, undone: &$0.litter.commits) }
    core.settle()
  }

  /// Returns the changes of a kept step, in order; a model that observers changed as well occurs again.
  ///
  /// - Complexity: O(changes of the step).
  public func changes(of number: Int) -> ChangeSet? {
    core.history[number].map(\.stepChangeSet)
  }

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
      core.state.modify { $0.forgetsUndone = true }
      defer { core.state.modify { $0.forgetsUndone = false } }
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
    guard core.clock.phase == .idle, !core.state.read({ $0.answers.isRunning }), !core.clock.isEvaluating
    else { throw .busy }
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
  /// Applies the changes between the present and `target`, nearest first.
  fileprivate func replay(to target: Int) {
    let log = history
    state.modify { $0.replayTarget = target }
    if target < log.present {
      for number in (target..<log.present).reversed() {
        for commit in (log[number]?.step ?? []).reversed() { apply(commit, isInverted: true) }
      }
    } else {
      for number in log.present..<target {
        for commit in log[number]?.step ?? [] { apply(commit, isInverted: false) }
      }
    }
  }

  private func apply(_ commit: Commit, isInverted: Bool) {
    let parts = commit.parts
    for part in isInverted ? parts.reversed() : parts {
      perform(.apply(part, isInverted: isInverted, depth: clock.depth), on: part.table)
    }
  }
}
