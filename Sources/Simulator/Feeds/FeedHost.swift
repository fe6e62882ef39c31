/// Runs the programs whose output feeds a world: given by a prompt, and by nothing else, since a session
/// starts no program of its own.
///
/// What the program brings is recorded as the commands that repeat it, so that a recorded session needs no
/// feed to be replayed.
public protocol FeedHost: AnyObject {
  /// Starts a program, found as a shell finds it, with its arguments; there is always at least one word.
  ///
  /// Returns a line for the person. Throws an `Explanation` when it cannot be started.
  func start(_ words: [String]) throws -> String

  /// Ends the program, if there is one. Returns a line for the person.
  func stop() throws -> String

  /// Returns a line about the running program and its updates.
  func report() throws -> String
}
