import CommandLanguage
import TerminalText

/// Why the history cannot go where it was asked to.
enum HistoryError: CountedError {
  case nothing(toDo: String, kept: ClosedRange<Int>?, isForgotten: Bool)
  case tooFar(Int, toDo: String, kept: ClosedRange<Int>?)
  case noStep(StepPosition, last: Int, kept: ClosedRange<Int>?, parameter: String)
  case noPart(StepPosition, count: Int, parameter: String)
  case notAStep(String)
  case inTick
  case busy
  case unknownTarget(String, known: [String])

  enum Kind: String, CaseIterable {
    case nothing = "history: nothing"
    case tooFar = "history: tooFar"
    case noStep = "history: noStep"
    case noPart = "history: noPart"
    case notAStep = "history: notAStep"
    case inTick = "history: inTick"
    case busy = "history: busy"
    case unknownTarget = "history: unknownTarget"
  }

  // It is asked for by direct commands alone, which run in no transaction.
  static var guards: [Kind] { [.busy] }

  var kind: Kind {
    switch self {
    case .nothing: .nothing
    case .tooFar: .tooFar
    case .noStep: .noStep
    case .noPart: .noPart
    case .notAStep: .notAStep
    case .inTick: .inTick
    case .busy: .busy
    case .unknownTarget: .unknownTarget
    }
  }

  var prose: Explanation {
    switch self {
    case .nothing(let what, let kept, let isForgotten):
      Explanation(
        "there is nothing to \(what)",
        notes: isForgotten ? ["the oldest steps were forgotten; \(Self.range(kept))"] : [])
    case .tooFar(let count, let what, let kept):
      Explanation(
        "only \(English.count(count, "step")) can be \(what)", notes: [Self.range(kept)], parameter: "steps")
    case .noStep(let position, let last, _, let parameter) where position.step > last:
      Explanation(
        "there is no step \(position) yet",
        notes: [last > 0 ? "the last one is step \(last)" : "there are none"], parameter: parameter)
    case .noStep(let position, _, let kept, let parameter):
      Explanation("step \(position) is not kept", notes: [Self.range(kept)], parameter: parameter)
    case .noPart(let position, 0, let parameter):
      Explanation(
        "step \(position.step) has no parts", notes: ["it is the beginning"], parameter: parameter)
    case .noPart(let position, let count, let parameter):
      Explanation(
        "step \(position.step) has no part \(position.part ?? 0)",
        notes: ["it has \(English.count(count, "part"))"], parameter: parameter)
    case .notAStep(let word):
      Explanation("“\(word)” is no step", notes: ["a step is a number, or one with a part: 7, 7.2"])
    case .inTick: Explanation("time passes: a job cannot go back or forth in it")
    case .busy: Explanation("a command is running: the history cannot be moved now")
    case .unknownTarget(let target, let known):
      .unknown("object, field or view", target, among: known, argument: 0)
    }
  }

  /// - Parameter kept: the steps after which one can go.
  private static func range(_ kept: ClosedRange<Int>?) -> String {
    kept.map {
      $0.count == 1 ? "step \($0.lowerBound) is kept" : "steps \($0.lowerBound) to \($0.upperBound) are kept"
    }
      ?? "no step is kept; the setting “history” says how many are"
  }
}

extension HistoryError {
  static func meaning(of kind: Kind) -> String {
    switch kind {
    case .nothing: "There is no step to take back, or none that was taken back."
    case .tooFar: "Fewer steps than that can be taken back or done again. “log” lists them."
    case .noStep: "No step of this number can be gone to. “log” lists those that can."
    case .noPart: "The step has fewer parts. “log STEP” lists them."
    case .notAStep: "A step is its number, such as 7, or a part of one, such as 7.2."
    case .inTick: "What a job runs cannot move through the history."
    case .busy: "The history moves only between commands."
    case .unknownTarget: "“why” knows objects, their fields (OBJECT.FIELD) and views; none is called so."
    }
  }
}
