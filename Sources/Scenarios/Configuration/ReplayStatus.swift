/// The exit code of the program.
public enum ReplayStatus: Int32, Sendable, Equatable {
  /// All as expected.
  case success = 0
  /// A scenario failed.
  case failure = 1
  /// Wrong usage, or a file that cannot be read or written.
  case usage = 2
  /// The user ended the run.
  case interrupted = 130
}
