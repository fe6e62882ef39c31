/// The result of replaying one scenario.
public struct ScenarioResult: Sendable, Equatable {
  /// The path as it was given or found.
  public var path: FilePath
  /// The header's claim.
  public var claim: String
  /// The tags of the header, in file order.
  public var tags: [String] = []
  /// The verdict.
  public var verdict: Verdict
  /// The commands that ran, those of a shared beginning not counted.
  public var commandCount = 0
  /// Every mismatch, in the order in which it was met.
  public var failures: [StepFailure] = []
  /// The lines of commands that were rewritten with present names.
  public var renamed: [RenamedLine] = []
  /// Findings that do not fail the scenario.
  public var warnings: [Finding] = []
  /// The duration, if the run has a clock.
  public var durationNs: UInt64?
  /// The events of its session as JSON lines, where a report wants them; those of its first run if there were several.
  public var events: [UInt8] = []
  /// The folder that bounded what it reached, where that is another than its own and it needs it.
  public var root: FilePath?

  /// A line of a command that was rewritten.
  public struct RenamedLine: Sendable, Equatable {
    /// The line, from 1.
    public var line: Int
    /// The text before and after, fit to be shown.
    public var old: String
    /// See ``old``.
    public var new: String
  }

  /// The verdict on a scenario.
  public enum Verdict: Sendable, Equatable {
    /// It printed what it expects.
    case passed
    /// It did not; `failures` say where.
    case failed
    /// Its output lines were rewritten.
    case blessed
  }

  /// The result of a scenario in which nothing ran yet.
  public init(path: FilePath, claim: String = "", verdict: Verdict = .passed) {
    self.path = path
    self.claim = claim
    self.verdict = verdict
  }
}
