import AutoUpdate
import CommandLanguage

/// Steps in their order, in 16 bytes each.
///
/// Most lines are one command, and so the cause of their step's only part, which the store keeps already. Such a step, and
/// one without a line, is a record of where it stands in the store's history; any other is kept as it is.
struct PackedSteps {
  private enum Form: UInt8 {
    /// The line is the cause of the only part.
    case lineIsCause
    /// The only part belongs to no line.
    case withoutLine
    /// The step stands among `others`.
    case other
  }

  private struct Record {
    /// The point after the step, without its high bits.
    let end: UInt32
    let byteCount: UInt32
    let changeCount: UInt32
    let form: Form
  }

  private let history: History
  private var records: [Record] = []
  /// The index of the first record that is kept.
  private var head = 0
  /// The number of steps that were removed at the front.
  private var removedCount = 0
  /// Steps that no record describes, by their position among all that were ever added.
  private var others: [Int: StepList.Step] = [:]

  init(of history: History) { self.history = history }

  var isEmpty: Bool { head == records.count }

  var count: Int { records.count - head }

  var first: StepList.Step? { isEmpty ? nil : self[0] }

  /// The step at an index.
  ///
  /// - Complexity: O(1), besides the copy of its line.
  subscript(index: Int) -> StepList.Step {
    let record = records[head + index]
    if record.form == .other, let step = others[removedCount + index] { return step }
    // Of two points less than 2^31 apart, one gives the other its high bits.
    let nearby = history.present
    let end = nearby + Int(Int32(bitPattern: record.end &- UInt32(truncatingIfNeeded: nearby)))
    return StepList.Step(
      line: record.form == .lineIsCause ? history.causeBytes(of: end - 1) : [], parts: end - 1..<end,
      cost: StepCost(
        memory: MemoryUse(bytes: Int(record.byteCount)), changeCount: Int(record.changeCount)))
  }

  mutating func append(_ step: StepList.Step) {
    let form = form(of: step)
    if form == .other { others[removedCount + count] = step }
    records.append(
      Record(
        end: UInt32(truncatingIfNeeded: step.parts.upperBound),
        byteCount: UInt32(truncatingIfNeeded: step.cost.memory.bytes),
        changeCount: UInt32(truncatingIfNeeded: step.cost.changeCount), form: form))
  }

  private func form(of step: StepList.Step) -> Form {
    let (memory, changeCount) = (step.cost.memory, step.cost.changeCount)
    guard step.parts.count == 1, !memory.isShared, UInt32(exactly: memory.bytes) != nil,
      UInt32(exactly: changeCount) != nil
    else { return .other }
    if step.line.isEmpty { return .withoutLine }
    return history.isCause(step.line.span, of: step.parts.lowerBound) ? .lineIsCause : .other
  }

  /// Removes the last step and returns it; `nil` when there is none.
  mutating func removeLast() -> StepList.Step? {
    if isEmpty { return nil }
    let step = self[count - 1]
    others[removedCount + count - 1] = nil
    records.removeLast()
    return step
  }

  /// Removes the first step.
  ///
  /// - Complexity: O(1) amortized.
  mutating func removeFirst() {
    others[removedCount] = nil
    head += 1
    removedCount += 1
    if head > 64, head * 2 > records.count {
      records.removeFirst(head)
      head = 0
    }
  }
}
