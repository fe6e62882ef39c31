import AutoUpdate
import CommandLanguage
import Journaling

/// The steps of a session: what each line that somebody typed did, by the store's steps that are its parts.
///
/// The store numbers its steps, one for each transaction, from 0 on; a point of its history is the number of the
/// step that comes next. A line's step spans those that were committed while it ran. While the line runs, its step is
/// the last one, and grows.
///
/// A step is kept or dropped whole. The step in progress is dropped only when it alone takes more than all steps may.
final class StepList {
  struct Step {
    /// The line as it was typed, in UTF-8; empty for what no line did.
    var line: [UInt8]
    /// The store's steps.
    var parts: Range<Int>
    /// Its share in what the history may take.
    var cost = StepCost()

    var text: String { String(decoding: line, as: UTF8.self) }
  }

  let store: DataStore
  let costs: StepCosts
  /// Called with a line whose step is not kept, as it takes too much.
  var onExcess: (_ line: String, StepCosts.Excess) -> Void = { _, _ in }
  /// A Boolean value that indicates whether all parts of a line are needed until it has ended, as a journal writes them
  /// then.
  var isLineNeeded = false
  /// A Boolean value that indicates whether steps were dropped for lack of memory that a journal may not have written
  /// yet.
  var isShortOfMemory = false
  // Only read and replaced, so that a line's step costs no checks of exclusive access.
  private var newest: Step?
  /// The steps before the newest one.
  private var older: PackedSteps
  /// The number of the first step that is kept.
  private(set) var first = 1
  /// The number of steps that are kept.
  var limit = 10_000 {
    didSet { trim() }
  }
  /// The most changes that the kept steps may have in all.
  var changeLimit: Int {
    get { costs.changeLimit }
    set {
      costs.changeLimit = newValue
      trim()
    }
  }

  /// The line that runs.
  private struct OpenLine {
    let text: [UInt8]
    /// The point at which it began, or to which it moved through the history.
    var start: Int
    /// A Boolean value that indicates whether the last step is what it has done since then.
    var hasStep = false
    /// A Boolean value that indicates whether its step was dropped, as it alone takes too much.
    var isTooLarge = false
  }

  private var open: OpenLine?
  /// Called with each new step before the oldest are dropped; not with those of a journal.
  var onStep: (_ number: Int, _ step: Step) -> Void = { _, _ in }

  init(of store: DataStore) {
    self.store = store
    costs = StepCosts(of: store.history)
    older = PackedSteps(of: store.history)
  }

  /// The point up to which steps are known.
  var end: Int { newest?.parts.upperBound ?? base }
  /// The point before the first step.
  private var base = 0

  private var count: Int { newest == nil ? 0 : older.count + 1 }

  /// The number of the last step, undone ones included; `first - 1` without any.
  var last: Int { first + count - 1 }

  /// A kept step by its number.
  subscript(number: Int) -> Step? {
    if number == last { return newest }
    return number >= first && number < last ? older[number - first] : nil
  }

  // MARK: Lines

  func begin(_ text: [UInt8]) {
    if store.openTransaction != nil { return }
    takeIn()
    open = OpenLine(text: text, start: store.history.present)
  }

  /// Ends the line; what it did is a step.
  func finish() {
    if store.openTransaction != nil { return }
    settle()
    open = nil
  }

  /// Ends the step in progress: what the line does next is another one.
  func settle() {
    takeIn()
    guard let line = open else { return }
    open = OpenLine(text: line.text, start: store.history.present)
    if line.isTooLarge {
      onStep(last, Step(line: line.text, parts: line.start..<end))
    } else if line.hasStep, let step = newest {
      complete(step)
    }
  }

  /// Moves through the history, or takes the steps of others in; what the line does afterwards is another step.
  func moving<Failure: Error>(_ move: () throws(Failure) -> Void) throws(Failure) {
    settle()
    let line = open
    // Nothing of what is committed meanwhile is the line's.
    open = nil
    defer {
      open = line.map { OpenLine(text: $0.text, start: store.history.present) }
      _ = costs.takeChangedMemory()
    }
    try move()
  }

  /// Adds what was committed since the last call, and charges it: to the step in progress while a line runs; outside of
  /// lines each transaction is a step. Drops what exceeds the limits.
  ///
  /// - Complexity: O(1) for each part, besides what is dropped.
  func takeIn() {
    if store.openTransaction != nil { return }
    forgetDropped()
    let present = store.history.present
    if let line = open {
      takeIn(line, through: present)
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

  /// Adds what the running line has done to its step.
  private func takeIn(_ line: OpenLine, through present: Int) {
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

  /// Undone parts that somebody dropped are parts no more.
  private func forgetDropped() { cut(at: store.history.steps.upperBound) }

  /// Forgets what lies behind a point; of a step around it the first parts are left.
  private func cut(at point: Int) {
    while let last = newest, last.parts.upperBound > point {
      newest = nil
      change { newest = $0.removeLast() }
      costs.release(last.cost)
      if last.parts.lowerBound < point {
        let parts = last.parts.lowerBound..<point
        append(Step(line: last.line, parts: parts, cost: costs.wholeCost(of: parts)))
      }
    }
  }

  /// Adds a step behind those before its parts, and charges it with its line.
  private func append(_ uncharged: Step) {
    var step = uncharged
    cut(at: step.parts.lowerBound)
    if newest == nil { base = step.parts.lowerBound }
    step.cost.memory.bytes += step.line.count
    costs.charge(step.cost)
    if let newest { change { $0.append(newest) } }
    newest = step
  }

  /// Adds the parts up to a point to the last step; where that is dropped, they are dropped as well.
  private func grow(through point: Int, _ cost: StepCost) {
    guard var step = newest else {
      base = point
      return store.history.keep(point...Int.max)
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

  /// Drops steps until the others keep to the limits: the oldest first, and then those that were undone, the last first.
  private func trim() {
    if store.openTransaction != nil { return }
    while isExceeded, dropStep() {}
  }

  private var isExceeded: Bool { count > max(0, limit) || costs.areExceeded }

  /// Drops a step.
  ///
  /// - Returns: whether one could be dropped.
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
      // The store stands within the only one.
      dropAll()
    }
    return true
  }

  /// Drops the oldest step.
  private func drop(_ oldest: Step) {
    if costs.isMemoryExceeded { isShortOfMemory = true }
    costs.release(oldest.cost)
    base = oldest.parts.upperBound
    if older.isEmpty { newest = nil } else { change { $0.removeFirst() } }
    first += 1
    store.history.keep(base...Int.max)
  }

  /// Drops all steps; the next one has the next number.
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

  /// Drops the step in progress, and reports it; its line goes on.
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

  /// The steps that a journal held are the history, as far as that keeps them.
  ///
  /// - Parameters:
  ///   - rows: the journal's steps.
  ///   - changes: the changes of each step.
  ///   - firstPart: the history's number of the first.
  func restore(_ rows: [JournalStep], _ changes: [ChangeSet], first firstPart: Int) {
    let kept = store.history.steps
    releaseAll()
    base = kept.lowerBound
    var places = kept.startIndex - firstPart..<kept.endIndex - firstPart
    // A step of which a part is kept begins where it began: what takes its place has the next number.
    while let place = places.first, place > 0, rows[place - 1].number == rows[place].number {
      places = place - 1..<places.upperBound
    }
    first =
      places.isEmpty
      ? rows.prefix(places.lowerBound).last.map { $0.number + 1 } ?? 1 : rows[places.lowerBound].number
    var number = first - 1
    for place in places {
      let part = firstPart + place
      add(rows[place], part: part, costs.cost(of: part, changes[place]), after: &number)
    }
    _ = costs.takeChangedMemory()
    trim()
  }

  /// A step of another sitting has become one of the history.
  func takeIn(_ row: JournalStep, part: Int) {
    var number = last
    while let known = self[number], known.parts.upperBound > part { number -= 1 }
    add(row, part: part, costs.takeCost(of: part..<part + 1), after: &number)
    trim()
  }

  /// - Parameter number: of the step before.
  private func add(_ row: JournalStep, part: Int, _ cost: StepCost, after number: inout Int) {
    if row.number == number, end == part {
      grow(through: part + 1, cost)
    } else {
      append(Step(line: Array((row.line ?? "").utf8), parts: part..<part + 1, cost: cost))
    }
    number = row.number
  }
}
