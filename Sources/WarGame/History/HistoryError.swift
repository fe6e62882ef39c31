import CommandLanguage

/// Why the history cannot go where it was asked to.
enum HistoryError: CountedError {
  case nothing(toDo: String, kept: Range<Int>, isForgotten: Bool)
  case tooFar(Int, toDo: String, kept: Range<Int>)
  case noStep(Int, kept: Range<Int>, argument: Int)
  case inTick
  case busy

  var prose: Explanation {
    switch self {
    case .nothing(let what, let kept, let isForgotten):
      Explanation(
        "there is nothing to \(what)",
        notes: isForgotten ? ["the oldest steps were forgotten; \(Self.range(kept))"] : [])
    case .tooFar(let count, let what, let kept):
      Explanation(
        "only \(count) step\(count == 1 ? "" : "s") can be \(what)", notes: [Self.range(kept)], argument: 0)
    case .noStep(let step, let kept, let argument):
      Explanation("step \(step) is not kept", notes: [Self.range(kept)], argument: argument)
    case .inTick: Explanation("time passes: a job cannot go back or forth in it")
    case .busy: Explanation("a command is running: the history cannot be moved now")
    }
  }

  /// - Parameter kept: the points that one can go to.
  private static func range(_ kept: Range<Int>) -> String {
    kept.isEmpty
      ? "no step is kept; the setting “history” says how many are"
      : "steps \(kept.lowerBound) to \(kept.upperBound) are kept"
  }
}
