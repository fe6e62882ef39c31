package import TerminalText

/// The serials that describe the state of a journal's tables.
package struct JournalMarks: Equatable, Sendable {
  /// The serial up to which steps have been dropped.
  package var base: Int
  /// The serial of the step whose result the table of objects holds.
  package var snapshot: Int
  /// The serial of the last done step.
  package var present: Int
  /// The highest serial that was assigned.
  package var last: Int

  /// The maximum number of steps between the table of objects and the last step.
  package static let snapshotInterval = 2_000

  package init() { (base, snapshot, present, last) = (0, 0, 0, 0) }

  /// Creates the marks of a journal, or returns `nil` if they contradict each other.
  package init?(base: Int, snapshot: Int, present: Int, last: Int) {
    guard base >= 0, last < Int.max / 2, base <= last, (base...last).contains(present),
      (base...last).contains(snapshot)
    else { return nil }
    (self.base, self.snapshot, self.present, self.last) = (base, snapshot, present, last)
  }

  /// Throws ``JournalError/conflict`` if a batch leads to a position before the steps that the journal has.
  package func check(_ batch: JournalBatch) throws(JournalError) {
    if batch.isMoved, batch.present < base { throw .conflict }
    if let serial = batch.dropsAfter, serial < base { throw .conflict }
  }
}

/// Consecutive steps that were read from a journal.
package struct ReadSteps {
  package var steps: [JournalStep]
  /// The serial before the first of ``steps``.
  package var base: Int
  /// The description of the unreadable step at which reading ended; `nil` if all steps were read.
  package var problem: UntrustedText?

  package init(_ steps: [JournalStep], base: Int = 0, problem: UntrustedText? = nil) {
    (self.steps, self.base, self.problem) = (steps, base, problem)
  }
}

/// The newest steps before others, which are read from the last to the first.
package struct EarlierSteps {
  private var steps: [JournalStep] = []
  private let numbersMax: Int
  private var numberCount = 0
  private var number: Int?

  /// Begins before later steps.
  ///
  /// - Parameter numbersMax: the maximum number of step numbers, those of the later steps included.
  package init(before later: ReadSteps, numbersMax: Int) {
    self.numbersMax = numbersMax
    for step in later.steps.reversed() { count(step.number) }
  }

  /// The serial of the first step; `nil` if there is none.
  package var first: Int? { steps.last?.serial }

  /// Adds the step before the first one.
  ///
  /// - Returns: `false` if it is not one of the newest steps.
  package mutating func append(_ step: JournalStep) -> Bool {
    count(step.number)
    if numberCount > numbersMax { return false }
    steps.append(step)
    return true
  }

  private mutating func count(_ next: Int) {
    if next != number { (numberCount, number) = (numberCount + 1, next) }
  }

  /// Returns the steps in ascending order.
  package consuming func end(base: Int, problem: UntrustedText? = nil) -> ReadSteps {
    steps.reverse()
    return ReadSteps(steps, base: base, problem: problem)
  }
}

extension JournalContent {
  /// Creates the content of a journal from its tables.
  ///
  /// - Parameters:
  ///   - later: the steps after the snapshot or the present, whichever is earlier.
  ///   - earlier: the newest steps before `later`.
  ///   - objects: the objects at the snapshot.
  ///   - movesObjects: whether to move the objects to the step ``present``.
  package init(
    _ marks: JournalMarks, later: ReadSteps, earlier: consuming ReadSteps, objects: consuming ObjectTable,
    movesObjects: Bool
  ) throws(JournalError) {
    self.init()
    (last, present, snapshot) = (marks.last, marks.present, marks.snapshot)
    base = earlier.base
    // Moved and extended, so that the steps are not copied.
    swap(&steps, &earlier.steps)
    steps += later.steps
    if let problem = later.problem {
      damage = problem
      present = min(marks.present, later.steps.last?.serial ?? min(marks.snapshot, marks.present))
      if present < marks.snapshot { throw .damaged(at: problem) }
    } else {
      damage = earlier.problem
    }
    var objects = objects
    if movesObjects {
      let (steps, isBack) = between
      for step in steps { objects.apply(step, isInverted: isBack) }
      snapshot = present
    }
    self.objects = objects.all
  }

  /// The number of objects after the step ``present``.
  package var presentCount: Int {
    between.steps.reduce(objects.count) { count, step in
      step.changes.reduce(count) { count, change in
        switch change.mark {
        case .updated: count
        case .inserted: between.isBack ? count - 1 : count + 1
        case .removed: between.isBack ? count + 1 : count - 1
        }
      }
    }
  }

  /// The steps between ``snapshot`` and ``present``, in the order in which they lead there, and whether they are
  /// undone.
  private var between: (steps: [JournalStep], isBack: Bool) {
    let isBack = present < snapshot
    let range = min(present, snapshot)..<max(present, snapshot)
    let steps = steps.filter { range.contains($0.serial - 1) }
    return (isBack ? steps.reversed() : steps, isBack)
  }
}
