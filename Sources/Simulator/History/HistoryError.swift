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
      .init("there is nothing to {undo}", "There is no step to take back, or none that was taken back.")
    case .tooFar:
      .init(
        "only {steps} can be {undone}",
        "Fewer steps than that can be taken back or done again. “log” lists them.")
    case .noStep: .init("there is no step {step} yet", "No step has this number. “log” lists the steps.")
    case .notKept:
      .init(
        "step {step} is not kept", "The history no longer has this step. “log” lists those that it has.")
    case .noPart: .init("step {step} has no part{s}", "The step has fewer parts. “log STEP” lists them.")
    case .notAStep:
      .init("“{word}” is no step", "A step is its number, such as 7, or a part of one, such as 7.2.")
    case .inTick:
      .init(
        "time passes: a job cannot go back or forth in it",
        "What a job runs cannot move through the history.")
    case .busy:
      // Cannot occur: only direct commands move through the history, and they run outside transactions.
      .init(
        "a command is running: the history cannot be moved now", "The history moves only between commands.",
        isGuard: true)
    case .migrated:
      // Cannot occur in a replay, which opens no store.
      .init(
        "step {step} changed the store for a new version of the program, and cannot be undone",
        "A migration has run, or a loss was accepted: the program cannot hold what was before. “log”, “diff” and “why” show it.",
        isGuard: true)
    case .unknownTarget:
      .init(
        "there is no object, field or view {name}",
        "“why” knows objects, their fields (OBJECT.FIELD) and views; none is called so.")
    }
  }

  var report: ErrorReport<Kind> {
    switch self {
    case .nothing(let what, let kept, let isForgotten):
      .init(
        .nothing, [what],
        notes: isForgotten ? ["the oldest steps were forgotten; \(Self.range(kept))"] : [])
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
      .init(.noPart, ["\(position.step)", "s"], notes: ["it is the beginning"], parameter: parameter)
    case .noPart(let position, let count, let parameter):
      .init(
        .noPart, ["\(position.step)", " \(position.part ?? 0)"],
        notes: ["it has \(English.count(count, "part"))"], parameter: parameter)
    case .notAStep(let word):
      .init(.notAStep, [word], notes: ["a step is a number, or one with a part: 7, 7.2"])
    case .inTick: .init(.inTick)
    case .busy: .init(.busy)
    case .migrated(let step): .init(.migrated, ["\(step)"])
    case .unknownTarget(let target, let known): .unknown(.unknownTarget, target, among: known, argument: 0)
    }
  }

  /// - Parameter kept: The steps that `goto` can reach.
  private static func range(_ kept: ClosedRange<Int>?) -> String {
    kept.map {
      $0.count == 1 ? "step \($0.lowerBound) is kept" : "steps \($0.lowerBound) to \($0.upperBound) are kept"
    }
      ?? "no step is kept; the setting “history” says how many are"
  }
}
