/// The outcome of a command.
public enum Outcome: String, Sendable, Equatable {
  /// The command succeeded.
  case done
  /// The command failed; its output contains the reason.
  case failed
  /// The command ends the session.
  case quit
}
