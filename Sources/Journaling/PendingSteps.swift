import AutoUpdate

/// The steps that a store has committed but its journal has not written.
struct PendingSteps {
  struct Step {
    let serial: Int
    /// The step's number in the history; `nil` if the history does not retain it.
    let historyNumber: Int?
    /// The host's number of the step.
    var number: Int
    var line: String?
    let tick: Int?
    var commits: [LoggedCommit]
    /// The state before this step, which is restored if the step is taken back: the serial after which the
    /// journal drops steps, the serial of the last step, and whether the store had moved after that step.
    let dropsAfter: Int?
    let end: Int
    let wasMoved: Bool
  }

  private(set) var steps: [Step] = []
  /// The serial after which steps are dropped from the journal.
  private(set) var dropsAfter: Int?
  /// A Boolean value that indicates whether the store moved to another point after its last step.
  private(set) var isMoved = false

  var firstCommit: LoggedCommit? { steps.first?.commits.first }

  var isEmpty: Bool { steps.isEmpty && dropsAfter == nil && !isMoved }

  /// Adds a step after the one with the serial `previous`, and drops the steps of the journal after that.
  ///
  /// - Parameter end: the serial of the last step before it, which may be undone.
  mutating func add(
    _ commit: LoggedCommit, serial: Int, number: Int?, tick: Int?, after previous: Int, end: Int
  ) {
    let earlier = dropsAfter
    if end > previous { drop(after: previous) }
    steps.append(
      Step(
        serial: serial, historyNumber: number, number: serial, tick: tick, commits: [commit],
        dropsAfter: earlier, end: end, wasMoved: isMoved))
    isMoved = false
  }

  mutating func add(answer commit: LoggedCommit) {
    if !steps.isEmpty { steps[steps.count - 1].commits.append(commit) }
  }

  /// Sets the host's number of some steps of the history. Only the last of these steps gets their line, so the line is
  /// dropped with that step. The first of several steps gets an empty text.
  mutating func name(_ numbers: Range<Int>, _ number: Int, line: String?) {
    for index in steps.indices.reversed() {
      guard let historyNumber = steps[index].historyNumber else { continue }
      if historyNumber < numbers.lowerBound { return }
      if historyNumber >= numbers.upperBound { continue }
      steps[index].number = number
      steps[index].line =
        historyNumber == numbers.upperBound - 1 ? line : historyNumber == numbers.lowerBound ? "" : nil
    }
  }

  mutating func noteMove() { isMoved = true }

  /// Removes the steps after a serial, as if they had never been committed.
  ///
  /// - Returns: the serial of the last step before them, which may be undone; `nil` if they have been written already.
  ///   In that case, the next write moves the journal back and drops them.
  mutating func takeBack(after serial: Int) -> Int? {
    guard let first = steps.first(where: { $0.serial > serial }) else {
      drop(after: serial)
      noteMove()
      return nil
    }
    steps.removeAll { $0.serial > serial }
    (dropsAfter, isMoved) = (first.dropsAfter, first.wasMoved)
    return first.end
  }

  mutating func drop(after serial: Int) {
    while let last = steps.last, last.serial > serial { steps.removeLast() }
    dropsAfter = min(dropsAfter ?? .max, serial)
  }
}

/// The changes of a step by object, in the order of first change.
struct ChangesByObject {
  private var changes: [JournalChange?] = []
  private var indices: [JournalKey: Int] = [:]

  mutating func add(_ more: [JournalChange]) {
    if changes.isEmpty, more.count == 1 {
      // Most steps change one object once.
      changes = more
      return
    }
    if indices.isEmpty, let first = changes.first, let first { indices[first.key] = 0 }
    for change in more {
      if let index = indices[change.key] {
        changes[index] = changes[index].map { $0.followed(by: change) } ?? change
      } else {
        indices[change.key] = changes.count
        changes.append(change)
      }
    }
  }

  /// The net changes, without objects that end as they began.
  var net: [JournalChange] { changes.compactMap(\.self) }
}
