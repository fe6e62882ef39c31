import AutoUpdate
import CommandLanguage
import TerminalText

// A step is a command that changed something; its number counts from 1. What the store calls step n
// leads from the state after step n to the one after step n + 1, so that its points are our numbers.
extension WarRoom {
  /// The steps whose state can be had again; the first is the state before the oldest kept step.
  var keptPoints: Range<Int> { store.history.steps }

  func undo(_ count: Int) throws {
    let present = store.history.present
    let most = present - keptPoints.lowerBound
    guard most > 0 else {
      throw HistoryError.nothing(toDo: "undo", kept: keptPoints, isForgotten: present > 0)
    }
    guard count <= most else { throw HistoryError.tooFar(most, toDo: "undone", kept: keptPoints) }
    try move(to: present - count, saying: "undid \(steps(present - count + 1...present))")
  }

  func redo(_ count: Int) throws {
    let present = store.history.present
    let most = keptPoints.upperBound - present
    guard most > 0 else { throw HistoryError.nothing(toDo: "redo", kept: keptPoints, isForgotten: false) }
    guard count <= most else { throw HistoryError.tooFar(most, toDo: "redone", kept: keptPoints) }
    try move(to: present + count, saying: "redid \(steps(present + 1...present + count))")
  }

  func go(to step: Int) throws {
    try checkPoint(step, argument: 0)
    let place = step == 0 ? "the beginning" : store.history[step - 1].map { "after \(Self.shown($0.cause))" }
    try move(to: step, saying: "at step \(step)" + (place.map { ": \($0)" } ?? ""))
  }

  func checkPoint(_ step: Int, argument: Int) throws {
    guard step >= keptPoints.lowerBound, step <= keptPoints.upperBound else {
      throw HistoryError.noStep(step, kept: keptPoints, argument: argument)
    }
  }

  private func move(to point: Int, saying line: String) throws {
    guard !isTicking else { throw HistoryError.inTick }
    output.writeLine(line)
    defer { finish() }
    do {
      try store.history.move(to: point, cause: line)
    } catch {
      throw HistoryError.busy
    }
    noteUndone()
  }

  /// `status Arthur wounded (step 4)`, `steps 2-4`.
  private func steps(_ steps: ClosedRange<Int>) -> String {
    guard steps.count == 1, let step = store.history[steps.lowerBound - 1] else {
      return "steps \(steps.lowerBound)-\(steps.upperBound)"
    }
    return "\(Self.shown(step.cause)) (step \(steps.lowerBound))"
  }

  /// A command as one line.
  static func shown(_ cause: String) -> String { Escaping.escaped(cause) }

  // MARK: Undone steps

  /// Remembers which steps are undone, to say so when a new one drops them.
  func noteUndone() { undoneSteps = store.history.present..<store.history.steps.upperBound }

  /// Says that a command dropped the steps that were undone, if it did.
  func tellOfDropped() {
    guard store.history.present == store.history.steps.upperBound else { return }
    let (first, last) = (undoneSteps.lowerBound + 1, undoneSteps.upperBound)
    output.writeLine(
      first == last
        ? "step \(first), which was undone, is dropped"
        : "steps \(first)-\(last), which were undone, are dropped")
    undoneSteps = 0..<0
  }
}

// MARK: For those who compare runs

extension WarRoom {
  /// The number of the last step that is done; 0 at the beginning.
  public var step: Int { store.history.present }

  /// Whether steps were undone: a command that changes something would drop them.
  public var isInThePast: Bool { store.history.present < store.history.steps.upperBound }

  /// What a step changed, in its order and bookkeeping included: `Arthur.hp 100→50`, `+ unit Ban`.
  ///
  /// With ``digest`` it tells where two runs part: at the first step with another digest, the first
  /// line that differs is the first value that does. `nil` when the step is not kept.
  public func changes(ofStep step: Int) -> [String]? {
    let changes = store.history.changes(of: step - 1)?.net.changes
    return changes?.compactMap { $0 as? any RecordedChange }.flatMap { ChangeText.parts(of: $0) }
  }

  /// The digest, and behind it what the step before the present did; of a large one the beginning.
  var explainedDigest: String {
    let changes = (changes(ofStep: step) ?? []).prefix(Self.explainedChangeLimit)
    return changes.isEmpty ? digest : digest + "  " + Escaping.escaped(changes.joined(separator: ", "))
  }

  static let explainedChangeLimit = 20
}
