import CommandLanguage

/// Why the history cannot go where it was asked to.
enum HistoryError: CountedError {
  case nothing(toDo: String, kept: ClosedRange<Int>?, isForgotten: Bool)
  case tooFar(Int, toDo: String, kept: ClosedRange<Int>?)
  case noStep(StepPosition, kept: ClosedRange<Int>?)
  case noPart(StepPosition, count: Int)
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
    case .noStep(let position, let kept):
      Explanation("step \(position) is not kept", notes: [Self.range(kept)], parameter: "step")
    case .noPart(let position, let count):
      Explanation(
        "step \(position.step) has no part \(position.part ?? 0)",
        notes: ["it has \(English.count(count, "part"))"], parameter: "step")
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
    kept.map { "steps \($0.lowerBound) to \($0.upperBound) are kept" }
      ?? "no step is kept; the setting “history” says how many are"
  }
}
