/// Something about a scenario that its author should know, at a line of it.
public struct Finding: Sendable, Equatable {
  /// The severity of a finding.
  public enum Severity: Sendable, Equatable {
    /// The scenario cannot pass.
    case error
    /// It can, but probably does not do what was meant.
    case warning
  }
  /// The severity.
  public var severity: Severity
  /// 1-based; 0 when it concerns the file as a whole.
  public var line: Int
  /// The message, in lower case and without a full stop.
  public var message: String

  /// A finding at a line, from 1; 0 for the file as a whole.
  public init(_ severity: Severity, line: Int, _ message: String) {
    self.severity = severity
    self.line = line
    self.message = message
  }
}
