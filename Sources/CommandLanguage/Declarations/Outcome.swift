/// The outcome of a command.
public enum Outcome: Sendable, Equatable {
  /// The command did what it says.
  case done
  /// The command did not succeed; its output says why.
  case failed
  /// The command asks to end the session.
  case quit
}
