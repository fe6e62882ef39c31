import AutoUpdate
import CommandLanguage
import Journaling

/// The steps of a session: for each typed line, the store's steps that are its parts.
///
/// The store numbers its steps, one for each transaction, from 0. A point of its history is the number of the following
/// step. A line's step spans the store's steps committed while it ran. While the line runs, its step is the last one,
/// and grows.
///
/// A step is stored or dropped as a whole. The step in progress is dropped only if it alone exceeds the limits.
final class StepList {
  struct Step {
    /// The line as it was typed, in UTF-8; empty if there was no line, or if some of its parts were dropped.
    var line: [UInt8]
    var parts: Range<Int>
    var cost = StepCost()

    var text: String { String(decoding: line, as: UTF8.self) }
  }

  let store: DataStore
  let costs: StepCosts
  /// Called with a line whose step is dropped because it exceeds the limits.
  var onExcess: (_ line: String, StepCosts.Excess) -> Void = { _, _ in }
  /// A Boolean value that indicates whether all parts of a line must be stored until the line has ended, because a
  /// journal writes them at that time.
  var isLineNeeded = false
  /// A Boolean value that indicates whether steps that a journal may not have written yet were dropped for lack of
  /// memory.
  var isShortOfMemory = false
  // Only read and replaced as a whole, so that no exclusivity checks are needed.
  private var newest: Step?
  /// The steps before the newest one.
  private var older: PackedSteps
  private(set) var first = 1
  /// The maximum number of stored steps.
  var limit = 10_000 {
    didSet { trim() }
  }
  var changeLimit: Int {
    get { costs.changeLimit }
    set {
      costs.changeLimit = newValue
      trim()
    }
  }

  /// The running line.
  private struct OpenLine {
    let text: [UInt8]
    /// The point at which the line began, or to which it moved in the history.
    var start: Int
    /// A Boolean value that indicates whether the last step belongs to the line.
    var hasStep = false
    /// A Boolean value that indicates whether its step was dropped because it alone exceeds the limits.
    var isTooLarge = false
  }

  private var open: OpenLine?
  /// Called with each new step before the oldest steps are dropped. Not called for steps restored from a journal.
  var onStep: (_ number: Int, _ step: Step) -> Void = { _, _ in }

  init(of store: DataStore) {
    self.store = store
    costs = StepCosts(of: store.history)
    older = PackedSteps(of: store.history)
  }

  /// The point after the last step.
  var end: Int { newest?.parts.upperBound ?? base }
  /// The point before the first step.
  private var base = 0

  private var count: Int { newest == nil ? 0 : older.count + 1 }

  var last: Int { first + count - 1 }

  subscript(number: Int) -> Step? {
    if number == last { return newest }
    return number >= first && number < last ? older[number - first] : nil
  }

  /// A Boolean value that indicates whether the steps cover the store's history without a gap, judging by the
  /// first and the last two steps.
  ///
  /// - Complexity: O(1).
  var areComplete: Bool {
    guard let newest else { return true }
    return Self.areComplete(
      first: older.first?.parts ?? newest.parts,
      last: [self[last - 1]?.parts, newest.parts].compactMap { $0 }, in: store.history.steps)
  }

  /// Returns a Boolean value that indicates whether the first step begins a history, the last one ends it, and the last two
  /// meet.
  static func areComplete(first: Range<Int>, last: [Range<Int>], in history: Range<Int>) -> Bool {
    // Some parts of the first step may no longer be stored.
    first.lowerBound <= history.lowerBound && history.lowerBound <= first.upperBound
      && last.last?.upperBound == history.upperBound
      && zip(last, last.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound }
  }

  // MARK: Lines

  func begin(_ text: [UInt8]) {
    if store.openTransaction != nil { return }
    record()
    open = OpenLine(text: text, start: store.history.present)
  }

  /// Ends the line and completes its step.
  func finish() {
    if store.openTransaction != nil { return }
    settle()
    open = nil
  }

  /// Completes the step in progress. Further commits of the line form another step.
  func settle() {
    record()
    guard let line = open else { return }
    open = OpenLine(text: line.text, start: store.history.present)
    if line.isTooLarge {
      onStep(last, Step(line: line.text, parts: line.start..<end))
    } else if line.hasStep, let step = newest {
      complete(step)
    }
  }

  /// Moves through the history, or merges steps of other sessions. Further commits of the line form another step.
  func moving<Failure: Error>(_ move: () throws(Failure) -> Void) throws(Failure) {
    settle()
    let line = open
    // Commits during the move do not belong to the line.
    open = nil
    defer {
      open = line.map { OpenLine(text: $0.text, start: store.history.present) }
      _ = costs.takeChangedMemory()
    }
    try move()
  }

  /// Adds and charges the commits since the last call. While a line runs, they extend the step in progress. Otherwise
  /// each transaction forms a new step. Drops steps that exceed the limits.
  ///
  /// - Complexity: O(1) for each part, plus the steps dropped.
  func record() {
    if store.openTransaction != nil { return }
    // Remove the undone parts that the store has dropped.
    cut(at: store.history.steps.upperBound)
    let present = store.history.present
    if let line = open {
      record(line, through: present)
    } else {
      while end < present {
        let parts = end..<end + 1
        let step = Step(line: [], parts: parts, cost: costs.takeCost(of: parts))
        append(step)
        complete(step)
      }
    }
    trim()
  }

  private func record(_ line: OpenLine, through present: Int) {
    if line.isTooLarge {
      _ = costs.takeChangedMemory()
      base = present
      store.history.keep(present...Int.max)
    } else if present == line.start {
      open?.hasStep = false
    } else if line.hasStep {
      if end < present { grow(through: present, costs.takeCost(of: end..<present)) }
    } else if present > line.start {
      let parts = line.start..<present
      append(Step(line: line.text, parts: parts, cost: costs.takeCost(of: parts)))
      open?.hasStep = true
    }
  }

  private func complete(_ step: Step) {
    onStep(last, step)
    trim()
  }

  /// Removes the parts after a point. A step that spans the point retains its first parts, without the line.
  private func cut(at point: Int) {
    while let last = newest, last.parts.upperBound > point {
      newest = nil
      change { newest = $0.removeLast() }
      costs.release(last.cost)
      if last.parts.lowerBound < point {
        let parts = last.parts.lowerBound..<point
        let line = open?.hasStep == true ? last.line : []
        append(Step(line: line, parts: parts, cost: costs.wholeCost(of: parts)))
      }
    }
  }

  /// Appends a step in place of any steps that overlap its parts, and charges its cost and its line.
  private func append(_ uncharged: Step) {
    var step = uncharged
    cut(at: step.parts.lowerBound)
    if newest == nil { base = step.parts.lowerBound }
    step.cost.memory.bytes += step.line.count
    costs.charge(step.cost)
    if let newest { change { $0.append(newest) } }
    newest = step
  }

  /// Extends the last step to a point. If that step was dropped, the parts are dropped as well.
  ///
  /// - Parameter line: The step's line if it is known only now; otherwise empty.
  private func grow(through point: Int, _ cost: StepCost, line: [UInt8] = []) {
    guard var step = newest else {
      base = point
      return store.history.keep(point...Int.max)
    }
    var cost = cost
    if !line.isEmpty {
      step.line = line
      cost.memory.bytes += line.count
    }
    costs.charge(cost)
    newest = nil
    step.parts = step.parts.lowerBound..<point
    step.cost += cost
    newest = step
  }

  private func change(_ body: (inout PackedSteps) -> Void) {
    var changed = older
    older = PackedSteps(of: store.history)
    body(&changed)
    older = changed
  }

  // MARK: Limits

  /// Drops steps until the limits are met: first from the oldest, then undone ones from the last.
  private func trim() {
    if store.openTransaction != nil { return }
    while count > max(0, limit) || costs.areExceeded, dropStep() {}
  }

  /// Drops a step.
  ///
  /// - Returns: A Boolean value that indicates whether a step was dropped.
  private func dropStep() -> Bool {
    let present = store.history.present
    let isInProgress = open?.hasStep == true
    guard let last = newest, count > (isInProgress ? 1 : 0) else {
      return isInProgress && costs.areExceeded && dropStepInProgress()
    }
    let oldest = older.first ?? last
    if oldest.parts.upperBound <= present {
      drop(oldest)
    } else if last.parts.lowerBound >= present {
      cut(at: last.parts.lowerBound)
      store.history.keep(store.history.steps.lowerBound...last.parts.lowerBound)
    } else {
      // The present position is within the only step.
      dropAll()
    }
    return true
  }

  private func drop(_ oldest: Step) {
    if costs.isMemoryExceeded { isShortOfMemory = true }
    costs.release(oldest.cost)
    base = oldest.parts.upperBound
    if older.isEmpty { newest = nil } else { change { $0.removeFirst() } }
    first += 1
    store.history.keep(base...Int.max)
  }

  /// Drops all steps. Numbering continues.
  private func dropAll() {
    (first, base) = (last + 1, store.history.present)
    releaseAll()
    store.history.keep(base...base)
  }

  private func releaseAll() {
    for number in 0..<older.count { costs.release(older[number].cost) }
    if let newest { costs.release(newest.cost) }
    (newest, older) = (nil, PackedSteps(of: store.history))
  }

  /// Drops the step in progress and reports it. Its line continues.
  private func dropStepInProgress() -> Bool {
    let excess = costs.excess
    guard var line = open, excess != .memory || !isLineNeeded else { return false }
    (line.hasStep, line.isTooLarge) = (false, true)
    open = line
    dropAll()
    onExcess(String(decoding: line.text, as: UTF8.self), excess)
    return true
  }

  // MARK: Journals

  /// Replaces the steps with the steps of a journal that the store's history contains.
  ///
  /// - Parameters:
  ///   - rows: The journal's steps.
  ///   - firstPart: The number of the first of these steps in the store's history.
  func restore(_ rows: [JournalStep], first firstPart: Int) {
    let kept = store.history.steps
    releaseAll()
    base = kept.lowerBound
    var indices = kept.startIndex - firstPart..<kept.endIndex - firstPart
    // Include the dropped parts of a step that is partly stored, so that it keeps its number and beginning.
    while let index = indices.first, index > 0, rows[index - 1].number == rows[index].number {
      indices = index - 1..<indices.upperBound
    }
    first =
      indices.isEmpty
      ? rows.prefix(indices.lowerBound).last.map { $0.number + 1 } ?? 1 : rows[indices.lowerBound].number
    var number = first - 1
    let costs = costs.wholeCosts(of: firstPart + indices.lowerBound..<firstPart + indices.upperBound)
    for (offset, index) in indices.enumerated() {
      add(rows[index], part: firstPart + index, costs[offset], after: &number)
    }
    _ = self.costs.takeChangedMemory()
    trim()
  }

  /// Adds a step that another session committed.
  func record(_ row: JournalStep, part: Int) {
    var number = last
    while let known = self[number], known.parts.upperBound > part { number -= 1 }
    add(row, part: part, costs.takeCost(of: part..<part + 1), after: &number)
    trim()
  }

  /// - Parameter number: The number of the preceding step; afterwards, the number of the added step.
  private func add(_ row: JournalStep, part: Int, _ cost: StepCost, after number: inout Int) {
    let line = Array((row.line ?? "").utf8)
    if row.number == number, end == part {
      grow(through: part + 1, cost, line: line)
    } else {
      append(Step(line: line, parts: part..<part + 1, cost: cost))
    }
    number = row.number
  }
}
