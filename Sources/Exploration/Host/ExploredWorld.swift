public import CommandLanguage
public import Scenarios

/// A world as exploration sees it: a maker of sessions, and the commands to try in them.
public struct ExploredWorld: Sendable {
  /// Makes a fresh session. Called on the thread that uses it; an error ends the exploration.
  public var makeSession: @Sendable (_ seed: UInt64) throws -> any ExploredSession
  /// The commands that may be tried.
  public var commands: [CommandDescription]
  /// Returns a Boolean value that indicates whether a command's effect depends on how the state came to be, not on
  /// the state alone.
  public var isAboutThePast: @Sendable (CommandDescription) -> Bool = { _ in false }
  /// The host that replays scenarios of the world.
  public var replay: ReplayHost
  /// The coverage dimensions of the world.
  public var coverage: [CoverageDimension]
  /// The commands by which a scenario asks for the checks, and reports the first fault; `nil` where only exploration
  /// can see one.
  public var checkCommands: (begin: String, report: String)?

  /// Runs lines in a session that is kept in a journal, opens the journal again, and returns how the sessions differ; `nil` when
  /// they do not. `nil` itself where sessions are not kept.
  public var journalProblem: (@Sendable (_ seed: UInt64, _ lines: [String]) throws -> String?)?

  /// A world whose commands may be tried in the sessions that `makeSession` makes.
  public init(
    commands: [CommandDescription], replay: ReplayHost, coverage: [CoverageDimension] = [],
    makeSession: @escaping @Sendable (_ seed: UInt64) throws -> any ExploredSession
  ) {
    self.commands = commands
    self.replay = replay
    self.coverage = coverage
    self.makeSession = makeSession
  }
}

/// A session that is explored, with what exploration asks of it besides running commands.
public protocol ExploredSession: AnyObject {
  /// Runs the commands.
  var session: any Session { get }
  /// Returns the arguments to try in the current state, simplest first.
  func trials(for parameter: ParameterInfo) -> [ArgumentTrial]
  /// The digest of the present state.
  var digest: StateKey { get }
  /// The number of times that the state has changed.
  var changeCount: UInt64 { get }
  /// The present point of the history.
  var point: Int { get }
  /// From now on the session goes back and forth: all of its history is kept, however long it gets, the same states
  /// are met again and again, and nobody reads why commands fail.
  func beginSearch()
  /// From now on the session is one of many walks: what views made afresh showed in a state is noted for those to come.
  ///
  /// - Parameter previous: the walk before, of the same world, on the same thread.
  func beginWalk(after previous: (any ExploredSession)?)
  /// Goes to a point of the history by its inverse change sets; whether it is kept.
  func go(to point: Int) -> Bool
  /// Checks each command line from the next one on.
  func beginChecking(_ checks: Checks)
  /// Returns a fault of the current state, regardless of the commands that led there.
  func faultNow() -> Fault?
  /// The first fault that the checks have found since the last call.
  func takeFault() -> Fault?
  /// The failure of the last command line; `nil` if it succeeded.
  var failure: Explanation? { get }
  /// The limit that the last command line reached.
  var reachedLimit: String? { get }
  /// Counts objects of a kind that differ by name alone as one; why it cannot.
  func countAsOne(objectsOf kind: String) -> String?
  /// From now on the session notes what it exercises.
  func noteCoverage()
  /// The coverage cells exercised since.
  var exercised: [CoverageHit] { get }
  /// The part of a command line that a record keeps: all of it for `nil`.
  func kept(of line: PreparedLine) -> [UInt8]?
}

/// A digest of 128 bits, by which states are told apart.
public struct StateKey: Hashable, Sendable {
  /// The lower 64 bits.
  public var low: UInt64
  /// The upper 64 bits.
  public var high: UInt64

  /// A digest of its two halves.
  public init(low: UInt64, high: UInt64) {
    self.low = low
    self.high = high
  }
}

/// The checks after each command line.
public struct Checks: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Checks that views show what new views would show, and that the printed lines led there.
  public static let views = Checks(rawValue: 1)
  /// Checks that undoing and redoing the line restores state and screens.
  public static let history = Checks(rawValue: 2)
  /// Checks that constraints and invariants hold when evaluated from scratch, and that the digest is the store's.
  public static let scratch = Checks(rawValue: 4)
  /// Checks that views did not change when a line committed nothing. A search notices such a change after the next
  /// commit; only a reproduction checks after each line, to find which one it was.
  public static let idle = Checks(rawValue: 8)
  /// The checks of a search.
  public static let search: Checks = [.views, .history, .scratch]
  /// All that can be checked.
  public static let all: Checks = [.search, .idle]
}
