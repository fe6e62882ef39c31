import AutoUpdate
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

    var text: String { String(decoding: line, as: UTF8.self) }
  }

  private let store: DataStore
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
  /// The line that runs, and the point at which it began, or came to by moving through the history.
  private var open: (text: [UInt8], start: Int)?
  /// Told of each new step before the oldest are forgotten; not of those of a journal.
  var onStep: (_ number: Int, _ step: Step) -> Void = { _, _ in }

  init(of store: DataStore) { self.store = store }

  /// The point up to which steps are known.
  private var end: Int { steps.last?.parts.upperBound ?? base }
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
    open = (text, store.history.present)
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
    defer { open?.start = store.history.present }
    try move()
  }

  private func endPiece() {
    guard let line = open else { return }
    let present = store.history.present
    if present > line.start {
      add(Step(line: line.text, parts: line.start..<present))
    }
    open?.start = present
  }

  /// What was committed outside of lines becomes steps, each transaction one.
  func takeIn() {
    if store.openTransaction != nil { return }
    forgetDropped()
    if open != nil { return }
    while end < store.history.present { add(Step(line: [], parts: end..<end + 1)) }
  }

  /// Undone parts that somebody dropped are parts no more.
  private func forgetDropped() { cut(at: store.history.steps.upperBound) }

  /// Forgets what lies behind a point; of a step around it the first parts are left.
  private func cut(at point: Int) {
    while let last = steps.last, steps.count > head, last.parts.upperBound > point {
      change { steps in
        steps.removeLast()
        if last.parts.lowerBound < point {
          steps.append(Step(line: last.line, parts: last.parts.lowerBound..<point))
        }
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
    change { $0.append(step) }
  }

  private func change(_ body: (inout [Step]) -> Void) {
    var changed = steps
    steps = []
    body(&changed)
    steps = changed
  }

  /// Lets the store forget what is beyond the limit, and forgets what the store has forgotten.
  private func trim() {
    let excess = steps.count - head - max(0, limit)
    if excess > 0 { forgetBefore(steps[head + excess - 1].parts.upperBound) }
    let lowest = store.history.steps.lowerBound
    while head < steps.count, steps[head].parts.upperBound <= lowest {
      base = steps[head].parts.upperBound
      head += 1
      first += 1
    }
    if head > 64, head * 2 > steps.count {
      change { $0.removeFirst(head) }
      head = 0
    }
  }

  private func forgetBefore(_ point: Int) {
    let kept = store.history.steps
    guard point > kept.lowerBound else { return }
    store.history.limit.steps = max(0, kept.upperBound - point)
    store.history.limit.steps = .max
  }

  // MARK: Journals

  /// The steps that a journal held are the history, as far as that keeps them.
  ///
  /// - Parameter firstPart: the history's number of the first.
  func restore(_ rows: [JournalStep], first firstPart: Int) {
    let kept = store.history.steps
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
    trim()
  }

  /// A step of another sitting has become one of the history.
  func takeIn(_ row: JournalStep, part: Int) {
    var number = last
    while let known = self[number], known.parts.upperBound > part { number -= 1 }
    add(row, part: part, after: &number)
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

  // MARK: Places

  /// The point after a step; of the number before the first, the point before that.
  func point(after number: Int) -> Int {
    number < first
      ? (head < steps.count ? steps[head].parts.lowerBound : end) : self[number]?.parts.upperBound ?? end
  }

  /// The steps after which one can go, the beginning being 0; the first is the one before the oldest kept step.
  var kept: ClosedRange<Int>? {
    let lowest = store.history.steps.lowerBound
    var number = first - 1
    while number < last, point(after: number) < lowest { number += 1 }
    return point(after: number) < lowest ? nil : number...last
  }

  /// Where the store stands; a part only within a step.
  var present: StepPosition { position(of: store.history.present) }

  /// The place of a point.
  func position(of point: Int) -> StepPosition {
    if point <= self.point(after: first - 1) { return StepPosition(step: first - 1) }
    let number = number(ofPart: point - 1)
    guard let step = self[number], step.parts.upperBound > point else { return StepPosition(step: number) }
    return StepPosition(step: number, part: point - step.parts.lowerBound)
  }

  /// The number of the step that a store's step is part of.
  func number(ofPart part: Int) -> Int {
    var (low, high) = (head, steps.count)
    while low < high {
      let middle = (low + high) / 2
      if steps[middle].parts.upperBound <= part { low = middle + 1 } else { high = middle }
    }
    return first + low - head
  }

  /// The name of a store's step: `7`, or `7.2` when its step has several parts.
  func name(ofPart part: Int) -> StepPosition {
    let number = number(ofPart: part)
    guard let step = self[number], step.parts.count > 1 else { return StepPosition(step: number) }
    return StepPosition(step: number, part: part - step.parts.lowerBound + 1)
  }

  /// The point of a place; `nil` when it is not kept.
  func point(of position: StepPosition) throws -> Int {
    guard let kept, kept.contains(position.step) || position.part != nil && kept.contains(position.step - 1)
    else { throw HistoryError.noStep(position, kept: kept) }
    guard let part = position.part else { return point(after: position.step) }
    guard let step = self[position.step] else { throw HistoryError.noStep(position, kept: kept) }
    guard part >= 1, part <= step.parts.count else {
      throw HistoryError.noPart(position, count: step.parts.count)
    }
    return step.parts.lowerBound + part
  }
}
