import AutoUpdate
import CommandLanguage
import Journaling

/// The steps of a session: what each line that somebody typed did, by the store's steps that are its parts.
///
/// The store numbers its steps, one for each transaction, from 0 on; a point of its history is the number of the
/// step that comes next. A line's step spans those that were committed while it ran.
final class StepList {
  struct Step {
    /// The line as it was typed, in UTF-8; empty for what no line did.
    var line: [UInt8]
    /// The store's steps.
    var parts: Range<Int>
    /// What it takes of what the history may take.
    var cost = StepCost()

    var text: String { String(decoding: line, as: UTF8.self) }
  }

  let store: DataStore
  let costs: StepCosts
  /// Told of a line that is not kept.
  var onExcess: (_ line: String, StepCosts.Excess) -> Void = { _, _ in }
  /// Whether all parts of a line are needed until it has ended, as a journal writes them then.
  var isLineNeeded = false
  /// Whether steps were dropped that a journal may not have written yet, as there was no memory left for them.
  var isShortOfMemory = false
  // Only read and replaced, so that a line's step costs no checks of exclusive access.
  private var steps: [Step] = []
  /// The place of the first step that is kept.
  private var head = 0
  /// The number of the step at `head`.
  private(set) var first = 1
  /// How many steps are kept.
  var limit = 10_000 {
    didSet { trim() }
  }
  /// How many changes the kept steps may have in all.
  var changeLimit: Int {
    get { costs.changeLimit }
    set {
      costs.changeLimit = newValue
      trim()
    }
  }
  private var open: RunningLine?
  /// Told of each new step before the oldest are forgotten; not of those of a journal.
  var onStep: (_ number: Int, _ step: Step) -> Void = { _, _ in }

  init(of store: DataStore) {
    self.store = store
    costs = StepCosts(of: store.history)
  }

  /// The point up to which steps are known.
  var end: Int { steps.last?.parts.upperBound ?? base }
  /// The point before the first step.
  private var base = 0

  /// The number of the last step, undone ones included; `first - 1` without any.
  var last: Int { first + steps.count - head - 1 }

  /// A kept step by its number.
  subscript(number: Int) -> Step? {
    number >= first && number <= last ? steps[head + number - first] : nil
  }

  // MARK: Lines

  func begin(_ text: [UInt8]) {
    if store.openTransaction != nil { return }
    takeIn()
    open = RunningLine(text, at: store.history.present)
  }

  /// What the line did becomes a step.
  func finish() {
    if store.openTransaction != nil { return }
    endPiece()
    open = nil
  }

  /// What is done until now is a step, or several: the line is about to move through the history.
  func settle() {
    endPiece()
    takeIn()
  }

  /// The line moves through the history, or others' steps are taken in; what it does afterwards is another step.
  func moving<Failure: Error>(_ move: () throws(Failure) -> Void) throws(Failure) {
    defer {
      if let line = open {
        costs.release(line.cost)
        open = RunningLine(line.text, at: store.history.present)
      }
      _ = costs.takeChangedMemory()
    }
    try move()
  }

  private func endPiece() {
    charge()
    guard let line = open else { return }
    let present = store.history.present
    open = RunningLine(line.text, at: present)
    // It is charged as a step from here on.
    costs.release(line.cost)
    if present <= line.start { return }
    let step = Step(line: line.text, parts: line.start..<present, cost: line.cost)
    if !line.isTooLarge { return add(step) }
    cut(at: line.start)
    onStep(last + 1, step)
    forgetAll(through: last + 1)
  }

  /// Charges what the running line did since this was last called.
  func charge() {
    guard var line = open, store.openTransaction == nil else { return }
    let present = store.history.present
    if present > line.end {
      var cost = costs.takeCost(of: line.end..<present)
      if line.end == line.start { cost.memory.bytes += line.text.count }
      if line.isTooLarge {
        store.history.keep(present...Int.max)
      } else {
        costs.charge(cost)
        line.cost += cost
      }
    }
    line.end = present
    open = line
    trim()
  }

  /// What was committed outside of lines becomes steps, each transaction one.
  func takeIn() {
    if store.openTransaction != nil { return }
    forgetDropped()
    if open != nil { return }
    while end < store.history.present {
      add(Step(line: [], parts: end..<end + 1, cost: costs.takeCost(of: end..<end + 1)))
    }
  }

  /// Undone parts that somebody dropped are parts no more.
  private func forgetDropped() { cut(at: store.history.steps.upperBound) }

  /// Forgets what lies behind a point; of a step around it the first parts are left.
  private func cut(at point: Int) {
    while let last = steps.last, steps.count > head, last.parts.upperBound > point {
      change { $0.removeLast() }
      costs.release(last.cost)
      if last.parts.lowerBound < point {
        let parts = last.parts.lowerBound..<point
        let cost = costs.wholeCost(of: parts)
        costs.charge(cost)
        change { $0.append(Step(line: last.line, parts: parts, cost: cost)) }
      }
    }
  }

  private func add(_ step: Step) {
    append(step)
    onStep(last, step)
    trim()
  }

  private func append(_ step: Step) {
    cut(at: step.parts.lowerBound)
    if steps.isEmpty { base = step.parts.lowerBound }
    costs.charge(step.cost)
    change { $0.append(step) }
  }

  private func change(_ body: (inout [Step]) -> Void) {
    var changed = steps
    steps = []
    body(&changed)
    steps = changed
  }

  // MARK: Limits

  /// Drops steps until the others keep to the limits: whole ones, the oldest first. Those that were undone follow, the
  /// last first. The line that runs is dropped when it alone takes more.
  func trim() {
    if store.openTransaction != nil { return }
    while isExceeded {
      let present = store.history.present
      if head < steps.count, steps[head].parts.upperBound <= present {
        forgetFirst()
      } else if head < steps.count, let last = steps.last, last.parts.lowerBound >= present {
        cut(at: last.parts.lowerBound)
        store.history.keep(store.history.steps.lowerBound...last.parts.lowerBound)
      } else if head < steps.count {
        // The store stands within the only one.
        forgetAll(through: last)
      } else {
        dropLine()
        break
      }
    }
    if head > 64, head * 2 > steps.count {
      change { $0.removeFirst(head) }
      head = 0
    }
  }

  private var isExceeded: Bool { steps.count - head > max(0, limit) || costs.areExceeded }

  private func forgetFirst() {
    if costs.isMemoryExceeded { isShortOfMemory = true }
    costs.release(steps[head].cost)
    base = steps[head].parts.upperBound
    change { $0[head].cost = StepCost() }
    head += 1
    first += 1
    store.history.keep(base...Int.max)
  }

  /// Forgets all steps; the next one has the number behind `number`.
  private func forgetAll(through number: Int) {
    for step in steps[head...] { costs.release(step.cost) }
    (steps, head, first, base) = ([], 0, number + 1, store.history.present)
    store.history.keep(base...base)
  }

  /// Forgets what the line that runs has done, and says so.
  private func dropLine() {
    guard var line = open, line.end > line.start, !line.isTooLarge else { return }
    let excess = costs.excess
    if excess == .memory, isLineNeeded { return }
    costs.release(line.cost)
    (line.cost, line.isTooLarge) = (StepCost(), true)
    open = line
    store.history.keep(store.history.present...Int.max)
    onExcess(String(decoding: line.text, as: UTF8.self), excess)
  }

  // MARK: Journals

  /// The steps that a journal held are the history, as far as that keeps them.
  ///
  /// - Parameter firstPart: the history's number of the first.
  func restore(_ rows: [JournalStep], first firstPart: Int) {
    let kept = store.history.steps
    for step in steps[head...] { costs.release(step.cost) }
    (steps, head, base) = ([], 0, kept.lowerBound)
    var places = kept.startIndex - firstPart..<kept.endIndex - firstPart
    // A step of which a part is kept begins where it began: what takes its place has the next number.
    while let place = places.first, place > 0, rows[place - 1].number == rows[place].number {
      places = place - 1..<places.upperBound
    }
    first =
      places.isEmpty
      ? rows.prefix(places.lowerBound).last.map { $0.number + 1 } ?? 1 : rows[places.lowerBound].number
    var number = first - 1
    for place in places { add(rows[place], part: firstPart + place, after: &number) }
    _ = costs.takeChangedMemory()
    for place in steps.indices {
      let cost = costs.wholeCost(of: steps[place].parts)
      costs.charge(cost)
      change { $0[place].cost = cost }
    }
    trim()
  }

  /// A step of another sitting has become one of the history.
  func takeIn(_ row: JournalStep, part: Int) {
    var number = last
    while let known = self[number], known.parts.upperBound > part { number -= 1 }
    add(row, part: part, after: &number)
    let cost = costs.takeCost(of: part..<part + 1)
    costs.charge(cost)
    change { $0[$0.count - 1].cost += cost }
    trim()
  }

  /// - Parameter number: of the step before.
  private func add(_ row: JournalStep, part: Int, after number: inout Int) {
    if row.number == number, let step = steps.last, step.parts.upperBound == part {
      change { $0[$0.count - 1].parts = step.parts.lowerBound..<part + 1 }
    } else {
      append(Step(line: Array((row.line ?? "").utf8), parts: part..<part + 1))
    }
    number = row.number
  }
}
