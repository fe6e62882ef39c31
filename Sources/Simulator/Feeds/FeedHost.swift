/// A host that runs the programs whose output feeds a world. Only a prompt provides one, because a session starts no
/// programs itself.
///
/// The updates are recorded as the commands that repeat them, so that a recorded session can be replayed without the
/// program.
public protocol FeedHost: AnyObject {
  /// Starts a program, which is searched for like in a shell, with its arguments.
  ///
  /// - Parameter words: The program and its arguments; never empty.
  /// - Returns: A line to print.
  /// - Throws: An `Explanation` if it cannot be started.
  func start(_ words: [String]) throws -> String

  /// Ends the program, if there is one, and returns a line to print.
  func stop() throws -> String

  /// Returns a line about the running program and its updates.
  func report() throws -> String
}
