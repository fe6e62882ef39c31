internal import StoreMemory

/// The limits of a store's history.
public struct HistoryLimit: Equatable, Sendable {
  /// The maximum number of steps. The oldest steps are dropped first. 0 disables the history.
  ///
  /// The models of dropped steps are released in groups. So the store may retain a sixteenth more than the history needs.
  public var steps: Int
  /// The maximum number of changes in all steps together.
  public var changes: Int

  /// Creates limits of steps and changes.
  public init(steps: Int, changes: Int) {
    self.steps = steps
    self.changes = changes
  }

  /// A history without steps.
  public static let none = HistoryLimit(steps: 0, changes: 0)
}

/// A range of one table's log, written by one commit. A commit that changed several tables has several parts.
struct CommitPart {
  /// The packed number of the step to which the part belongs.
  fileprivate(set) var step: Int32
  /// The number of the table; -1 for a commit without changes.
  let table: Int32
  /// The packed position of the first change in the table's log.
  let start: Int32
  let count: Int32
  /// The position at which the commit's cause ends in the text log, without its high bits.
  fileprivate let textEnd: UInt32

  /// The estimated number of bytes of a part: twice its size, to allow for unused memory in chunks.
  static var byteCount: Int { MemoryLayout<CommitPart>.stride * 2 }
}

/// The log of a store: the changes and causes of its commits, oldest first.
///
/// The changes themselves are in the logs of the tables, which are typed. A commit is a range of `parts`. A step is a
/// commit with the commits queued in response to it. The history consists of the retained steps. The order of `parts`
/// is:
///
/// 1. parts that are no longer needed, which are removed when the store is idle;
/// 2. the steps that are done, from `start` to `present`;
/// 3. the steps that are undone, from `present` to `end`;
/// 4. dropped undone steps, until the store is idle or the next step replaces them;
/// 5. the commit that is being delivered, if it is not a step.
struct ChangeLog: ~Copyable {
  private(set) var parts = ChunkedLog<CommitPart>()
  private var text = TextLog()
  var limit = HistoryLimit.none
  /// The number of the oldest retained step.
  private(set) var start = 0
  /// The number of the first undone step, or of the next step if none is undone.
  private(set) var present = 0
  /// The number of the last retained step, plus one.
  private(set) var end = 0
  private var startPart = 0
  private var presentPart = 0
  private var endPart = 0
  /// The number of changes in the retained steps.
  private(set) var changeCount = 0
  /// The number of changes in the steps that were dropped since parts were last removed.
  private var droppedChangeCount = 0
  /// The first part that the sink still needs, independently of the history.
  var pinnedPart: Int?

  var steps: Range<Int> { start..<end }

  // MARK: Reading

  /// Returns the parts of a step; empty if the step is not retained.
  func parts(of step: Int) -> Range<Int> {
    step >= start && step < end ? firstPart(of: step)..<firstPart(of: step &+ 1) : 0..<0
  }

  /// Returns the part of a commit that changed a table; `nil` if the commit did not change it.
  func part(of table: Int32, in commit: Range<Int>) -> CommitPart? {
    var index = commit.lowerBound
    while index < commit.upperBound {
      if parts[index].table == table { return parts[index] }
      index &+= 1
    }
    return nil
  }

  /// Returns the first part of a step.
  ///
  /// - Complexity: O(1) if each step is one commit to one table, otherwise O(log n).
  private func firstPart(of step: Int) -> Int {
    // Each step has at least one part.
    var low = startPart &+ (step &- start)
    var high = endPart &- (end &- step)
    while low < high {
      let middle = (low &+ high) / 2
      if self.step(of: parts[middle]) < step { low = middle &+ 1 } else { high = middle }
    }
    return low
  }

  /// Returns the number of a part's step.
  func step(of part: CommitPart) -> Int { start &+ ((Int(part.step) &- start) & 0x7FFF_FFFF) }

  /// Returns the cause of the commit that begins with a part.
  func cause(of part: Int) -> String { String(decoding: causeBytes(of: part), as: UTF8.self) }

  func causeBytes(of part: Int) -> [UInt8] { text[textStart(of: part)..<textEnd(of: part)] }

  func isCause(_ bytes: Span<UInt8>, of part: Int) -> Bool {
    text.isEqual(to: bytes, textStart(of: part)..<textEnd(of: part))
  }

  private func textStart(of part: Int) -> Int { part > parts.start ? textEnd(of: part &- 1) : text.start }

  private func textEnd(of part: Int) -> Int {
    text.start &+ Int(parts[part].textEnd &- UInt32(truncatingIfNeeded: text.start))
  }

  func changeCount(of range: Range<Int>) -> Int { range.reduce(0) { $0 &+ Int(parts[$1].count) } }

  /// Returns the number of bytes of the causes of some parts.
  func textByteCount(of range: Range<Int>) -> Int {
    range.isEmpty ? 0 : textEnd(of: range.upperBound &- 1) &- textStart(of: range.lowerBound)
  }

  // MARK: Writing

  /// Writes the cause of a commit. Its parts must be appended next.
  ///
  /// - Returns: the position of its first part.
  mutating func begin(_ cause: Span<UInt8>) -> Int {
    text.append(cause)
    return parts.end
  }

  /// Appends a part to the commit that was begun last.
  mutating func append(table: Int32, start: Int, count: Int) {
    parts.append(
      CommitPart(
        step: Self.packed(end), table: table, start: Self.packed(start),
        count: Int32(truncatingIfNeeded: count), textEnd: UInt32(truncatingIfNeeded: text.end)))
  }

  static func packed(_ number: Int) -> Int32 { ChunkedLog<CommitPart>.packed(number) }

  /// Turns the parts from `first` on into a new step, or adds them to the last step. No step may be undone.
  mutating func keep(from first: Int, inLastStep: Bool) {
    if inLastStep {
      for part in first..<parts.end { parts[part].step = Self.packed(end &- 1) }
    } else {
      end &+= 1
    }
    present = end
    (presentPart, endPart) = (parts.end, parts.end)
    var part = first
    while part < endPart {
      changeCount &+= Int(parts[part].count)
      part &+= 1
    }
  }

  /// A Boolean value that indicates whether the steps exceed the limits.
  @inline(__always) var exceedsLimits: Bool { end &- start > limit.steps || changeCount > limit.changes }

  /// The error of the last step if it alone exceeds the limit of changes.
  var excess: StoreError? {
    let range = parts(of: end &- 1)
    let count = changeCount(of: range)
    guard count > limit.changes else { return nil }
    return .stepTooLarge(cause: cause(of: range.lowerBound), changeCount: count, limit: limit.changes)
  }

  mutating func dropAll() {
    (start, end) = (present, present)
    (startPart, presentPart, endPart) = (parts.end, parts.end, parts.end)
    changeCount = 0
  }

  /// Resets the number of the next step to 0 if the log is empty.
  ///
  /// - Returns: whether the log is empty.
  mutating func restart() -> Bool {
    if parts.start < parts.end || pinnedPart != nil { return false }
    (start, present, end) = (0, 0, 0)
    return true
  }

  /// Drops steps until the limits are met: the oldest first. If only undone steps are left, drops the newest of them,
  /// since the others can only be redone in order.
  mutating func trim() {
    while start < end, exceedsLimits {
      if present > start { dropOldest() } else { dropNewest() }
    }
  }

  /// Drops the steps before `points`, and the undone steps after them.
  mutating func keep(_ points: ClosedRange<Int>) {
    while start < min(points.lowerBound, present) { dropOldest() }
    while end > max(points.upperBound, present) { dropNewest() }
  }

  mutating func dropUndone() {
    while end > present { dropNewest() }
  }

  /// Records that the store has moved to a point within the retained steps.
  mutating func move(to point: Int) {
    presentPart = firstPart(of: point)
    present = point
  }

  private mutating func dropOldest() {
    let step = Self.packed(start)
    while startPart < endPart {
      let part = parts[startPart]
      if part.step != step { break }
      droppedChangeCount &+= Int(part.count)
      changeCount &-= Int(part.count)
      startPart &+= 1
    }
    start &+= 1
  }

  private mutating func dropNewest() {
    end &-= 1
    let step = Self.packed(end)
    while endPart > startPart, parts[endPart &- 1].step == step {
      endPart &-= 1
      changeCount &-= Int(parts[endPart].count)
    }
  }

  // MARK: Memory

  /// The position after the oldest parts that are no longer needed.
  private var unneededEnd: Int { min(startPart, pinnedPart ?? .max) }

  /// A Boolean value that indicates whether parts should be removed now.
  ///
  /// A history that is full drops a step for each new one. The parts of dropped steps are removed together when they or
  /// their changes are more than a sixteenth of the retained ones, so a history of fewer than 16 changes has none.
  // A call of a getter that is not inlined would copy the log.
  @inline(__always) var hasUnneeded: Bool {
    let count = unneededEnd &- parts.start
    if count > 0, count &* 16 > endPart &- startPart || droppedChangeCount &* 16 > changeCount { return true }
    return hasUnneededTail
  }

  /// A Boolean value that indicates whether the newest parts are no longer needed.
  var hasUnneededTail: Bool { parts.end > endPart && pinnedPart == nil }

  /// Removes the oldest parts that are no longer needed, up to the first part of another table.
  ///
  /// - Returns: the table and the number of its changes; `nil` if all oldest parts are needed.
  mutating func popUnneeded() -> (table: Int32, count: Int)? {
    let end = unneededEnd
    guard parts.start < end else {
      droppedChangeCount = 0
      return nil
    }
    let table = parts[parts.start].table
    var count = 0
    var position = parts.start
    while position < end, parts[position].table == table {
      count &+= Int(parts[position].count)
      position &+= 1
    }
    text.dropFirst(to: textEnd(of: position &- 1))
    while parts.start < position { parts.dropFirst() }
    return (table, count)
  }

  /// The position after the retained steps.
  var tail: Int { endPart }

  /// The position after the steps that are done.
  var presentPosition: Int { presentPart }

  /// A Boolean value that indicates whether there are parts after the steps that are done.
  var hasUndone: Bool { parts.end > presentPart }

  /// Removes and returns the last part if it is at `position` or after it.
  mutating func popLast(from position: Int) -> CommitPart? {
    guard parts.end > position else { return nil }
    text.removeLast(to: textStart(of: parts.end &- 1))
    return parts.removeLast()
  }
}

/// The causes of commits in UTF-8, one after another.
private struct TextLog: ~Copyable {
  private var bytes = Slab<UInt8>()
  /// The position of the first byte in memory.
  private var base = 0
  /// The position of the first byte that is still needed.
  private(set) var start = 0

  var end: Int { base &+ bytes.count }

  subscript(range: Range<Int>) -> [UInt8] { range.map { bytes[$0 &- base] } }

  func isEqual(to other: Span<UInt8>, _ range: Range<Int>) -> Bool {
    guard other.count == range.count else { return false }
    let start = range.lowerBound &- base
    for index in other.indices where bytes[start &+ index] != other[index] { return false }
    return true
  }

  mutating func append(_ text: Span<UInt8>) { bytes.append(text) }

  mutating func dropFirst(to position: Int) {
    start = position
    let dropped = start &- base
    if dropped > 4_096, dropped > bytes.count / 2 {
      bytes.removeFirst(dropped)
      base = start
    }
  }

  mutating func removeLast(to position: Int) { bytes.truncate(to: position &- base) }
}

extension String {
  /// Creates a string from UTF-8 bytes. Malformed UTF-8 is replaced.
  init(_ bytes: Span<UInt8>) {
    if let valid = try? UTF8Span(validating: bytes) {
      self.init(copying: valid)
    } else {
      self.init(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
    }
  }
}
