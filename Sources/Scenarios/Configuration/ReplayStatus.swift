/// What the program exits with.
public enum ReplayStatus: Int32, Sendable, Equatable {
  case success = 0
  /// A scenario failed.
  case failure = 1
  /// Wrong usage, or a file that cannot be read or written.
  case usage = 2
  case interrupted = 130
}
