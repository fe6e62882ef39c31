import AutoUpdate
import CommandLanguage

/// A compact array of steps, most of which take 16 bytes.
///
/// Most lines are one command, which the store already holds as the cause of the step's only part. Such a step, or one
/// without a line, is stored as a record of its position in the store's history. Any other step is stored as it is.
struct PackedSteps {
  private enum Form: UInt8 {
    /// The line is the cause of the only part.
    case lineIsCause
    /// The only part belongs to no line.
    case withoutLine
    /// The step is in `others`.
    case other
  }

  private struct Record {
    /// The low 32 bits of the point after the step.
    let end: UInt32
    let byteCount: UInt32
    let changeCount: UInt32
    let form: Form
  }

  private let history: History
  private var records: [Record] = []
  /// The index of the first record that has not been removed.
  private var head = 0
  /// The number of steps removed from the front.
  private var removedCount = 0
  /// The steps that no record describes, by their index among all steps ever added.
  private var others: [Int: StepList.Step] = [:]

  init(of history: History) { self.history = history }

  var isEmpty: Bool { head == records.count }

  var count: Int { records.count - head }

  var first: StepList.Step? { isEmpty ? nil : self[0] }

  /// Returns the step at an index.
  ///
  /// - Complexity: O(1), plus the copy of its line.
  subscript(index: Int) -> StepList.Step {
    let record = records[head + index]
    if record.form == .other, let step = others[removedCount + index] { return step }
    // The high bits follow from the present point, which is less than 2^31 away.
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

  /// Removes and returns the last step; `nil` if there is none.
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
