import CommandLanguage
import TerminalText

/// The errors of commands that show the history or move through it.
enum HistoryError: String, ErrorKind {
  case nothing, tooFar, noStep, notKept, noPart, notAStep, inTick, busy, migrated, unknownTarget

  static let group = "history"

  var message: ErrorMessage {
    switch self {
    case .nothing:
      .init("there is nothing to {undo}", "There is no step to undo, or no undone step to redo.")
    case .tooFar:
      .init(
        "only {steps} can be {undone}",
        "Fewer steps can be undone or redone. “log” lists them.")
    case .noStep: .init("there is no step {step} yet", "No step has this number. “log” lists the steps.")
    case .notKept:
      .init(
        "step {step} is no longer kept",
        "The history has dropped this step. “log” lists the steps that it has.")
    case .noPart: .init("step {step} has no part{s}", "The step has fewer parts. “log STEP” lists them.")
    case .notAStep:
      .init("“{word}” is not a step", "A step is a number, such as 7, or a part of a step, such as 7.2.")
    case .inTick:
      .init(
        "a job cannot move through the history",
        "The commands of a job cannot undo, redo or go to a step.")
    case .busy:
      // Cannot occur: only direct commands move through the history, and they run outside transactions.
      .init(
        "a running command cannot move through the history", "The history moves only between commands.",
        isGuard: true)
    case .migrated:
      // Cannot occur in a replay, which opens no store.
      .init(
        "step {step} changed the store for a new version of the program, and cannot be undone",
        "A migration ran or a loss was accepted, so the program cannot restore the earlier state. “log”, “diff” and “why” show it.",
        isGuard: true)
    case .unknownTarget:
      .init(
        "there is no object, field or view {name}",
        "“why” explains objects, their fields (OBJECT.FIELD) and views; none has this name.")
    }
  }

  /// - Parameter kept: The steps that `goto` can reach.
  static func nothing(toDo what: String, kept: ClosedRange<Int>?, hasDroppedSteps: Bool) -> RaisedError<Self>
  {
    nothing([what], notes: hasDroppedSteps ? ["the oldest steps were dropped; \(range(kept))"] : [])
  }

  static func tooFar(_ count: Int, toDo what: String, kept: ClosedRange<Int>?) -> RaisedError<Self> {
    tooFar([English.count(count, "step"), what], notes: [range(kept)], parameter: "steps")
  }

  static func noStep(
    _ position: StepPosition, last: Int, kept: ClosedRange<Int>?, parameter: String
  ) -> RaisedError<Self> {
    guard position.step > last else {
      return notKept(["\(position)"], notes: [range(kept)], parameter: parameter)
    }
    return noStep(
      ["\(position)"], notes: [last > 0 ? "the last one is step \(last)" : "there are none"],
      parameter: parameter)
  }

  static func noPart(_ position: StepPosition, count: Int, parameter: String) -> RaisedError<Self> {
    if count == 0 {
      return noPart(["\(position.step)", "s"], notes: ["step 0 is the beginning"], parameter: parameter)
    }
    return noPart(
      ["\(position.step)", " \(position.part ?? 0)"], notes: ["it has \(English.count(count, "part"))"],
      parameter: parameter)
  }

  private static func range(_ kept: ClosedRange<Int>?) -> String {
    kept.map {
      $0.count == 1
        ? "step \($0.lowerBound) can be reached"
        : "steps \($0.lowerBound) to \($0.upperBound) can be reached"
    }
      ?? "no steps are kept; see the setting “history”"
  }
}
