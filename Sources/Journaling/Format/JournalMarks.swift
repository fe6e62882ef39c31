package import TerminalText

/// The serials that say where a journal's tables stand.
package struct JournalMarks: Equatable, Sendable {
  /// The steps up to this serial are not kept any more.
  package var base: Int
  /// The serial of the step after which the table of objects stands.
  package var snapshot: Int
  /// The serial of the last step that is done.
  package var present: Int
  /// The highest serial that was given.
  package var last: Int

  /// The most steps between the table of objects and the last step.
  package static let snapshotInterval = 2_000

  /// The marks of an empty journal.
  package init() { (base, snapshot, present, last) = (0, 0, 0, 0) }

  /// The marks of a journal; `nil` if they contradict each other.
  package init?(base: Int, snapshot: Int, present: Int, last: Int) {
    guard base >= 0, last < Int.max / 2, base <= last, (base...last).contains(present),
      (base...last).contains(snapshot)
    else { return nil }
    (self.base, self.snapshot, self.present, self.last) = (base, snapshot, present, last)
  }
}

/// Steps that were read in a row.
package struct ReadSteps {
  /// The steps in their order.
  package var steps: [JournalStep]
  /// The serial before the first step that was read.
  package var base: Int
  /// The step that could not be read, where reading ended at one.
  package var problem: UntrustedText?

  package init(_ steps: [JournalStep], base: Int = 0, problem: UntrustedText? = nil) {
    (self.steps, self.base, self.problem) = (steps, base, problem)
  }
}

extension JournalContent {
  /// The content of a journal, put together from its tables.
  ///
  /// - Parameters:
  ///   - later: the steps after the snapshot or the present, whichever is earlier.
  ///   - earlier: the newest steps before those.
  ///   - objects: the objects after the snapshot.
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
