extension DataStore {
  /// How much of the past is kept; none at first. A lower limit forgets at once.
  public var historyLimit: HistoryLimit {
    get { core.history.limit }
    set {
      core.history.limit = newValue
      core.recordNoted()
    }
  }

  /// The steps that are kept, by lasting number.
  public var steps: Range<Int> { core.history.steps.startIndex..<core.history.steps.endIndex }

  /// The step that comes next: those from here on were undone.
  public var present: Int { core.history.present }

  /// A kept step.
  public func step(_ number: Int) -> Step? {
    core.recordNoted()
    guard steps.contains(number) else { return nil }
    return Step(
      cause: core.history.steps[number].cause.text, changeCount: core.history.steps[number].changeCount)
  }

  /// Moves to the point before the step `number` (or after the last, at the end of ``steps``).
  ///
  /// All the steps between are one transaction, which is not itself a step.
  ///
  /// What observers write in answer is a new step, and drops those that were undone.
  ///
  /// - Returns: whether that point is kept, and no transaction or delivery is running.
  /// - Complexity: O(changes of the steps between), whatever the store holds.
  @discardableResult
  public func move(to number: Int, cause: String) throws -> Bool {
    guard number >= steps.lowerBound, number <= steps.upperBound else { return false }
    guard core.isIdle else { return false }
    defer { core.history.isReplaying = false }
    try transaction(cause) { _ in
      core.history.isReplaying = true
      core.replay(to: number)
    }
    return true
  }
}
