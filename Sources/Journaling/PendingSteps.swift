import AutoUpdate

/// The steps that a store has committed and its journal has not written yet.
struct PendingSteps {
  struct Step {
    let serial: Int
    /// The history's number; `nil` of a step that the history does not keep.
    let historyNumber: Int?
    /// The host's number of the step.
    var number: Int
    var line: String?
    let tick: Int?
    var commits: [LoggedCommit]
  }

  private(set) var steps: [Step] = []
  /// Steps behind this serial are dropped from the journal.
  private(set) var dropsAfter: Int?
  /// A Boolean value that indicates whether the store moved to another point.
  private(set) var isMoved = false

  /// The oldest commit that is not written yet.
  var firstCommit: LoggedCommit? { steps.first?.commits.first }

  var isEmpty: Bool { steps.isEmpty && dropsAfter == nil && !isMoved }

  mutating func add(_ commit: LoggedCommit, serial: Int, number: Int?, tick: Int?) {
    steps.append(
      Step(serial: serial, historyNumber: number, number: serial, tick: tick, commits: [commit]))
    isMoved = false
  }

  mutating func add(answer commit: LoggedCommit) {
    if !steps.isEmpty { steps[steps.count - 1].commits.append(commit) }
  }

  /// Says what the host calls steps of the history, and the line that they are.
  mutating func name(_ numbers: Range<Int>, _ number: Int, line: String?) {
    for place in steps.indices.reversed() {
      guard let historyNumber = steps[place].historyNumber else { continue }
      if historyNumber < numbers.lowerBound { return }
      if historyNumber >= numbers.upperBound { continue }
      steps[place].number = number
      steps[place].line = historyNumber == numbers.lowerBound ? line : nil
    }
  }

  mutating func noteMove() { isMoved = true }

  /// Steps behind a serial are no more.
  mutating func drop(after serial: Int) {
    while let last = steps.last, last.serial > serial { steps.removeLast() }
    dropsAfter = min(dropsAfter ?? .max, serial)
  }
}

/// The changes of the parts of a step, object by object, in the order of first touch.
struct ChangesByObject {
  private var changes: [JournalChange?] = []
  private var places: [JournalKey: Int] = [:]

  mutating func add(_ more: [JournalChange]) {
    if changes.isEmpty, more.count == 1 {
      // Most steps change one object once.
      changes = more
      return
    }
    if places.isEmpty, let first = changes.first, let first { places[first.key] = 0 }
    for change in more {
      if let place = places[change.key] {
        changes[place] = changes[place].map { $0.followed(by: change) } ?? change
      } else {
        places[change.key] = changes.count
        changes.append(change)
      }
    }
  }

  /// The net changes, without objects that end as they began.
  var net: [JournalChange] { changes.compactMap(\.self) }
}
