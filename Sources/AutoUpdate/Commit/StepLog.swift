internal import StoreMemory

/// The amount of history that a store keeps for undoing.
public struct HistoryLimit: Equatable, Sendable {
  /// The most steps; the oldest are dropped first. 0 keeps none.
  public var steps: Int
  /// The most changes in all those steps.
  public var changes: Int

  /// A limit of both.
  public init(steps: Int, changes: Int) {
    self.steps = steps
    self.changes = changes
  }

  /// Nothing is kept.
  public static let none = HistoryLimit(steps: 0, changes: 0)
}

/// The steps of a store, oldest first, by lasting number, and where in them the store stands.
///
/// A step is a commit with its answers.
struct StepLog {
  var limit = HistoryLimit.none
  /// Those that are forgotten already stand before the others, until they are taken out.
  private var commits = Deque<Commit>()
  private(set) var forgottenCount = 0
  /// The number of the oldest step that is kept.
  private(set) var start = 0
  /// The step after the present: later ones were undone.
  private(set) var present = 0
  private var changeCount = 0

  private var count: Int { commits.count &- forgottenCount }
  var end: Int { start &+ count }
  var steps: Range<Int> { start..<end }

  /// The commit that a kept step began with.
  subscript(number: Int) -> Commit? {
    number >= start && number < end ? commits[index(of: number)] : nil
  }

  private func index(of number: Int) -> Int { forgottenCount &+ (number &- start) }

  /// Takes a step out that is forgotten.
  mutating func popForgotten() -> Commit? {
    guard forgottenCount > 0 else { return nil }
    forgottenCount &-= 1
    return commits.popFirst()
  }

  /// The result of noting a commit.
  struct Noted {
    /// The step that it is part of, which may be forgotten already; `nil` when none is kept.
    var step: Int?
    var isKept = false
    /// The step's error, if it alone exceeds the limit of changes.
    var tooLarge: StoreError?
  }

  /// Takes note of a commit as a step, or as an answer that is part of a step.
  ///
  /// Steps that were undone are dropped; the oldest are forgotten until the limits hold.
  ///
  /// - Parameters:
  ///   - step: of an answer, the step that it is part of.
  ///   - undone: takes the undone commits that are not kept any more.
  mutating func append(
    _ commit: consuming Commit, to step: Int?, undone: inout ContiguousArray<Commit>
  ) -> Noted {
    if present < end { dropUndone(&undone) }
    // Without the beginning of its step an answer leads nowhere.
    if let step, step < start { return Noted(step: step) }
    changeCount &+= commit.changeCount
    let number = min(step ?? end, end)
    if number < end {
      commits[index(of: number)].append(answer: commit)
    } else {
      commits.append(commit)
      present &+= 1
    }
    if count <= limit.steps, changeCount <= limit.changes { return Noted(step: number, isKept: true) }
    let tooLarge = changeCount > limit.changes ? self[number]?.excess(over: limit.changes) : nil
    trim(&undone)
    return Noted(step: number, isKept: number >= start && number < end, tooLarge: tooLarge)
  }

  /// Forgets steps until the limits hold: the oldest first, and when all that are left were undone,
  /// the newest of those, since the others lead from the present.
  mutating func trim(_ undone: inout ContiguousArray<Commit>) {
    while count > 0, count > limit.steps || changeCount > limit.changes {
      if present > start { forgetOldest() } else { forgetNewest(&undone) }
    }
  }

  /// Notes that the store has gone to a point; when that is not kept any more, no step leads from it.
  mutating func move(to point: Int) {
    if point >= start, point <= end {
      present = point
    } else {
      while count > 0 { forgetOldest() }
      present = start
    }
  }

  /// Forgets the steps that were undone.
  mutating func dropUndone(_ undone: inout ContiguousArray<Commit>) {
    while end > present { forgetNewest(&undone) }
  }

  /// Forgets the steps before a point, and those from a point on that were undone.
  mutating func keep(_ points: ClosedRange<Int>, undone: inout ContiguousArray<Commit>) {
    while start < min(points.lowerBound, present) { forgetOldest() }
    while end > max(points.upperBound, present) { forgetNewest(&undone) }
  }

  private mutating func forgetOldest() {
    changeCount &-= commits[forgottenCount].stepChangeCount
    forgottenCount &+= 1
    start &+= 1
  }

  private mutating func forgetNewest(_ undone: inout ContiguousArray<Commit>) {
    guard count > 0, let commit = commits.popLast() else { return }
    changeCount &-= commit.stepChangeCount
    present = min(present, end)
    undone.append(commit)
  }
}

/// Someone who reads the past while the store goes on; the store holds it weakly.
final class PastReader {
  /// A commit was made: what it changed is not any more what it was.
  let note: (Commit) -> Void

  init(_ note: @escaping (Commit) -> Void) {
    self.note = note
  }
}
