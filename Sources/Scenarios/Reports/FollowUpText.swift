import TerminalText

/// The commands with which a person goes on from a failed scenario.
struct FollowUpText: Sendable {
  private let followUp: FollowUp
  private let seed: UInt64?
  private let repeatCount: Int
  private let canReview: Bool

  /// `nil` when the program does not say how it is called.
  init?(_ options: ReplayOptions) {
    guard let followUp = options.followUp else { return nil }
    self.followUp = followUp
    seed = options.seed
    repeatCount = options.repeatCount
    // Nothing is rewritten on a build service, and a review under way asks by itself.
    canReview = !options.isContinuousIntegration && options.blessing == .off
  }

  /// A line each: replay it alone, review it, open it at the line of its first failure.
  func lines(for result: ScenarioResult) -> [String] {
    guard let first = result.failures.first else { return [] }
    var lines = ["alone:   \(replayCommand(of: result))"]
    if canReview, result.failures.contains(where: \.isReviewable) {
      lines.append(
        "review:  \(followUp.replayCommand) --review \(fixed(result))\(ShellWord.quoted(result.path))")
    }
    if let editor = followUp.editor {
      lines.append("open:    \(Escaping.escaped(editor)) \(Self.operands(of: editor, first.place))")
    }
    return lines
  }

  /// The command that replays a scenario alone.
  func replayCommand(of result: ScenarioResult) -> String {
    let repeated = repeatCount > 1 ? "--repeat \(repeatCount) " : ""
    return "\(followUp.replayCommand) \(fixed(result))\(repeated)\(ShellWord.quoted(result.path))"
  }

  /// The options that fix the root and the seed.
  private func fixed(_ result: ScenarioResult) -> String {
    let root = result.root.map { "--root \(ShellWord.quoted($0)) " } ?? ""
    return root + (seed.map { "--seed \($0) " } ?? "")
  }

  /// A place as an editor takes it: `+LINE FILE` as POSIX has it, or in the way of those that differ.
  private static func operands(of editor: String, _ place: StepFailure.Place) -> String {
    let path = ShellWord.quoted(place.path)
    guard place.line > 0 else { return path }
    let program = FilePath(editor.split(separator: " ").first.map(String.init) ?? "").name.text
    switch program {
    case "code", "codium": return "-g \(path):\(place.line)"
    case "hx", "subl", "zed": return "\(path):\(place.line)"
    default: return "+\(place.line) \(path)"
    }
  }
}

extension StepFailure {
  /// A Boolean value that indicates whether a review could accept the printed output.
  fileprivate var isReviewable: Bool {
    switch kind {
    case .output, .hash: true
    case .finding, .timeout, .interrupted, .afterQuit, .unsteady, .died: false
    }
  }
}
