import CommandLanguage
import TerminalText

/// The errors of commands that show the history or move through it.
enum HistoryError: CatalogedError {
  case nothing(toDo: String, kept: ClosedRange<Int>?, isForgotten: Bool)
  case tooFar(Int, toDo: String, kept: ClosedRange<Int>?)
  case noStep(StepPosition, last: Int, kept: ClosedRange<Int>?, parameter: String)
  case noPart(StepPosition, count: Int, parameter: String)
  case notAStep(String)
  case inTick
  case busy
  case migrated(step: Int)
  case unknownTarget(String, known: [String])

  enum Kind: String, CaseIterable {
    case nothing, tooFar, noStep, notKept, noPart, notAStep, inTick, busy, migrated, unknownTarget
  }

  static var group: String { "history" }

  static func message(of kind: Kind) -> ErrorMessage {
    switch kind {
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
        "the history cannot be moved while a command runs", "The history moves only between commands.",
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

  var report: ErrorReport<Kind> {
    switch self {
    case .nothing(let what, let kept, let isForgotten):
      .init(
        .nothing, [what],
        notes: isForgotten ? ["the oldest steps were dropped; \(Self.range(kept))"] : [])
    case .tooFar(let count, let what, let kept):
      .init(
        .tooFar, [English.count(count, "step"), what], notes: [Self.range(kept)], parameter: "steps")
    case .noStep(let position, let last, _, let parameter) where position.step > last:
      .init(
        .noStep, ["\(position)"],
        notes: [last > 0 ? "the last one is step \(last)" : "there are none"], parameter: parameter)
    case .noStep(let position, _, let kept, let parameter):
      .init(.notKept, ["\(position)"], notes: [Self.range(kept)], parameter: parameter)
    case .noPart(let position, 0, let parameter):
      .init(.noPart, ["\(position.step)", "s"], notes: ["step 0 is the beginning"], parameter: parameter)
    case .noPart(let position, let count, let parameter):
      .init(
        .noPart, ["\(position.step)", " \(position.part ?? 0)"],
        notes: ["it has \(English.count(count, "part"))"], parameter: parameter)
    case .notAStep(let word):
      .init(.notAStep, [word], notes: ["a step is a number, such as 7, or a part, such as 7.2"])
    case .inTick: .init(.inTick)
    case .busy: .init(.busy)
    case .migrated(let step): .init(.migrated, ["\(step)"])
    case .unknownTarget(let target, let known): .unknown(.unknownTarget, target, among: known, argument: 0)
    }
  }

  /// - Parameter kept: The steps that `goto` can reach.
  private static func range(_ kept: ClosedRange<Int>?) -> String {
    kept.map {
      $0.count == 1
        ? "step \($0.lowerBound) can be reached"
        : "steps \($0.lowerBound) to \($0.upperBound) can be reached"
    }
      ?? "no steps are kept; see the setting “history”"
  }
}
