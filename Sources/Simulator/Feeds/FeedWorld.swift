public import CommandLanguage

/// A world that takes in what a program prints behind the prompt, a line at a time.
///
/// The prompt brings the program's lines; what one means is the world's business. It has a command `feed` that
/// calls ``feeds``: `feed -- PROGRAM ARG…` starts a program, `feed off` ends it, `feed` reports.
public protocol FeedWorld: CommandHost {
  /// Runs the programs; without one they are refused. Hold it `weak`.
  var feeds: (any FeedHost)? { get set }

  /// The bytes that a line of a feed may have.
  var feedLineLimit: Int { get }

  /// Returns the update that a line describes, and `nil` for a blank line. Changes nothing yet.
  ///
  /// Throws why a line tells nothing, also when no command could repeat what it tells: the record would be of
  /// another world.
  func update(from line: FeedLine) throws(FeedProblem) -> FeedUpdate?

  /// A Boolean value that indicates whether the person looks at an earlier step. Updates wait meanwhile, since they
  /// would drop the later steps.
  var isInThePast: Bool { get }

  /// The number of the latest step. An update that prints nothing and makes no step is no news, and is not recorded.
  var step: Int { get }
}

/// An update from a line of a feed: a value throughout, which is never read as a command.
public struct FeedUpdate {
  /// The command that repeats it, for the record.
  public let command: String
  /// Takes it in, as one step of the world.
  public let takeIn: () throws -> Void

  /// An update and the command that repeats it.
  public init(command: String, takeIn: @escaping () throws -> Void) {
    self.command = command
    self.takeIn = takeIn
  }
}

/// A reason why a line of a feed is not an update.
public struct FeedProblem: Error, Sendable, Equatable, CustomStringConvertible {
  /// From 1.
  public var line: Int
  /// In lower case, without a full stop; what it quotes is escaped.
  public var message: String

  /// A problem with the line of this number.
  public init(line: Int, message: String) {
    self.line = line
    self.message = message
  }

  /// `line 3: “phase” is missing`
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
