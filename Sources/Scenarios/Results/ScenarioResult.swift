/// The result of replaying one scenario.
public struct ScenarioResult: Sendable, Equatable {
  /// The path, as it was given or found.
  public var path: FilePath
  /// The header's claim.
  public var claim: String
  /// The tags of the header, in file order.
  public var tags: [String] = []
  /// The verdict.
  public var verdict: Verdict
  /// The number of commands that ran, without those of a shared beginning.
  public var commandCount = 0
  /// The failures, in the order in which they occurred.
  public var failures: [StepFailure] = []
  /// The lines of commands in which former names were replaced by present ones.
  public var renamed: [RenamedLine] = []
  /// The findings that do not fail the scenario.
  public var warnings: [Finding] = []
  /// The duration, if the run has a clock.
  public var durationNs: UInt64?
  /// The events of the session as JSON lines, if a report needs them. After several runs, these are the events of the
  /// first one.
  public var events: [UInt8] = []
  /// The folder to which the scenario was confined, if a run of this scenario alone needs a folder other than the
  /// scenario's own; `nil` otherwise.
  public var root: FilePath?

  /// A line of a command that was rewritten.
  public struct RenamedLine: Sendable, Equatable {
    /// The number of the line, from 1.
    public var line: Int
    /// The text before, escaped for display.
    public var old: String
    /// The text after, escaped for display.
    public var new: String
  }

  /// The verdict on a scenario.
  public enum Verdict: String, Sendable {
    /// The output was as expected.
    case passed
    /// The scenario failed for the reasons in `failures`.
    case failed
    /// Lines of the scenario's output were rewritten.
    case blessed
  }

  /// Creates the result of a scenario.
  public init(path: FilePath, claim: String = "", verdict: Verdict = .passed) {
    self.path = path
    self.claim = claim
    self.verdict = verdict
  }
}
