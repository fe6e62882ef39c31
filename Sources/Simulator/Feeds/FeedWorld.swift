public import CommandLanguage

/// A world that receives the output of a background program, one line at a time.
///
/// The prompt delivers the program's lines, and the world interprets them. The world has a command `feed` that calls
/// ``feeds``: `feed -- PROGRAM ARG…` starts a program, `feed off` ends it, `feed` reports.
public protocol FeedWorld: CommandHost {
  /// The host that runs programs; `nil` if none may run. Store it as a `weak` reference.
  var feeds: (any FeedHost)? { get set }

  /// The maximum length of a line of a feed, in bytes.
  var feedLineLimit: Int { get }

  /// Returns the update that a line describes, without applying it; `nil` for a blank line.
  ///
  /// - Throws: A ``FeedProblem`` if the line is not an update. Also if no command can repeat the update, because a
  ///   recording could not be replayed.
  func update(from line: FeedLine) throws(FeedProblem) -> FeedUpdate?

  /// A Boolean value that indicates whether steps are undone. While they are, updates wait, because an update
  /// would drop the undone steps.
  var isInThePast: Bool { get }

  /// The number of the present step. An update that prints nothing and adds no step is not recorded.
  var step: Int { get }
}

/// An update from a line of a feed. Its data is a value that is never parsed as a command.
public struct FeedUpdate {
  /// The command that repeats the update, for recording.
  public let command: String
  /// A closure that applies the update as one step of the world.
  public let receive: () throws -> Void

  /// Creates an update from the command that repeats it and a closure that applies it.
  public init(command: String, receive: @escaping () throws -> Void) {
    self.command = command
    self.receive = receive
  }
}

/// A reason why a line of a feed is not an update.
public struct FeedProblem: Error, Sendable, Equatable, CustomStringConvertible {
  /// The number of the line, from 1.
  public var line: Int
  /// The reason, in lower case without a full stop. Quoted text is escaped.
  public var message: String

  /// Creates a problem of the line with a number.
  public init(line: Int, message: String) {
    self.line = line
    self.message = message
  }

  /// The line's number and the reason: `line 3: “phase” is missing`.
  public var description: String { "line \(line): \(message)" }
}

extension StatementOutline {
  /// A Boolean value that indicates whether the statement is `feed -- PROGRAM`, `feed off` or `feed`: a program's
  /// updates are recorded, so a replay needs no program.
  public var isAboutFeedProgram: Bool {
    guard command == "feed" else { return false }
    guard let firstArgument else { return true }
    return firstArgument == "--" || firstArgument == "off"
  }
}

/// A host that runs the programs whose output feeds a world. Only a prompt provides one, because a session starts no
/// programs itself.
///
/// The updates are recorded as the commands that repeat them, so that a recorded session can be replayed without the
/// program.
public protocol FeedHost: AnyObject {
  /// Starts a program with its arguments. The program is found as in a shell.
  ///
  /// - Parameter words: The program and its arguments; never empty.
  /// - Returns: A line to print.
  /// - Throws: An `Explanation` if the program cannot be started.
  func start(_ words: [String]) throws -> String

  /// Ends the program, if there is one, and returns a line to print.
  func stop() throws -> String

  /// Returns a line about the running program and its updates.
  func report() throws -> String
}
