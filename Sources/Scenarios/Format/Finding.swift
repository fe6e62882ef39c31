/// Something about a scenario that its author should know, at a line of it.
public struct Finding: Sendable, Equatable {
  public enum Severity: Sendable, Equatable {
    /// The scenario cannot pass.
    case error
    /// It can, but probably does not do what was meant.
    case warning
  }
  public var severity: Severity
  /// 1-based; 0 when it concerns the file as a whole.
  public var line: Int
  public var message: String

  public init(_ severity: Severity, line: Int, _ message: String) {
    self.severity = severity
    self.line = line
    self.message = message
  }
}
