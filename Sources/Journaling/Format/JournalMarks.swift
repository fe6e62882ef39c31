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

extension JournalContent {
  /// Creates the content of a journal from its tables.
  ///
  /// - Parameters:
  ///   - later: the steps after the snapshot or the present, whichever is earlier.
  ///   - earlier: the newest steps before `later`.
  ///   - objects: the objects at the snapshot.
  package init(
    _ marks: JournalMarks, later: ReadSteps, earlier: ReadSteps, objects: consuming ObjectTable
  ) throws(JournalError) {
    self.init()
    (last, present) = (marks.last, marks.present)
    base = earlier.base
    steps = earlier.steps + later.steps
    if let problem = later.problem {
      damage = problem
      present = min(marks.present, later.steps.last?.serial ?? min(marks.snapshot, marks.present))
      if present < marks.snapshot { throw .damaged(at: problem) }
    } else {
      damage = earlier.problem
    }
    var objects = objects
    if marks.present >= marks.snapshot {
      for step in later.steps where step.serial > marks.snapshot && step.serial <= present {
        objects.apply(step, isInverted: false)
      }
    } else {
      for step in later.steps.reversed() where step.serial > marks.present && step.serial <= marks.snapshot {
        objects.apply(step, isInverted: true)
      }
    }
    self.objects = objects.all
  }
}
