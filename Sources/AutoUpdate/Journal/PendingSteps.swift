/// What a store has committed and its journal not yet written.
struct PendingSteps {
  struct Step {
    let serial: Int
    /// The history's number; `nil` of a step that the history does not keep.
    let historyNumber: Int?
    let tick: Int?
    var commits: [Commit]
  }

  private(set) var steps: [Step] = []
  /// Steps behind this serial are dropped from the journal.
  private(set) var dropsAfter: Int?
  /// Whether the store went to another point.
  private(set) var isMoved = false

  var isEmpty: Bool { steps.isEmpty && dropsAfter == nil && !isMoved }

  mutating func add(_ commit: Commit, serial: Int, number: Int?, tick: Int?) {
    steps.append(Step(serial: serial, historyNumber: number, tick: tick, commits: [commit]))
    isMoved = false
  }

  mutating func add(answer commit: Commit) {
    if !steps.isEmpty { steps[steps.count - 1].commits.append(commit) }
  }

  mutating func noteMove() { isMoved = true }

  /// Steps behind a serial are no more.
  mutating func drop(after serial: Int) {
    while let last = steps.last, last.serial > serial { steps.removeLast() }
    dropsAfter = min(dropsAfter ?? .max, serial)
  }
}

/// Objects as they were before some changes and are after them, each once, in the order of first touch.
struct ObjectPairs {
  private var pairs: [BoundKind.Pair] = []
  private var places: [JournalKey: Int] = [:]

  mutating func add(_ more: [BoundKind.Pair]) {
    if pairs.isEmpty, more.count == 1 {
      pairs = more
      if let key = (more[0].after ?? more[0].before)?.key { places[key] = 0 }
      return
    }
    for pair in more {
      guard let key = (pair.after ?? pair.before)?.key else { continue }
      if let place = places[key] {
        pairs[place].after = pair.after
      } else {
        places[key] = pairs.count
        pairs.append(pair)
      }
    }
  }

  /// What differs, without objects that are what they were.
  var changes: [JournalChange] {
    pairs.compactMap { pair in
      guard let key = (pair.after ?? pair.before)?.key else { return nil }
      let change = JournalChange(key, from: pair.before?.fields, to: pair.after?.fields)
      return change.mark == .updated && change.fields.isEmpty ? nil : change
    }
  }
}
