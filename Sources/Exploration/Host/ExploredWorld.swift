public import CommandLanguage
public import Scenarios

/// What exploration needs to know of a world: how to make sessions of it, and what may be tried in them.
public struct ExploredWorld: Sendable {
  /// Makes a fresh session. Called on the thread that uses it; an error ends the exploration.
  public var makeSession: @Sendable (_ seed: UInt64) throws -> any ExploredSession
  /// The commands that may be tried.
  public var commands: [CommandDescription]
  /// Whether what a command does depends on how the state came to be, and not on the state alone.
  public var isAboutThePast: @Sendable (CommandDescription) -> Bool = { _ in false }
  /// How a scenario of the world is replayed.
  public var replay: ReplayHost
  /// What there is to exercise.
  public var coverage: [CoverageDimension]
  /// The commands by which a scenario asks for the checks, and reports the first fault; `nil` where only exploration
  /// can see one.
  public var checkCommands: (begin: String, report: String)?

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
  /// What may be tried as an argument at the present state, the simplest first.
  func trials(for parameter: ParameterInfo) -> [ArgumentTrial]
  /// The digest of the present state.
  var digest: StateKey { get }
  /// How often the state has changed.
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
  /// What is wrong as things stand, whatever led there.
  func faultNow() -> Fault?
  /// The first thing that the checks found since somebody asked.
  func takeFault() -> Fault?
  /// What is wrong with the last command line; `nil` when it did what it should.
  var failure: Explanation? { get }
  /// The limit that the last command line reached.
  var reachedLimit: String? { get }
  /// Counts objects of a kind that differ by name alone as one; why it cannot.
  func countAsOne(objectsOf kind: String) -> String?
  /// From now on the session notes what it exercises.
  func noteCoverage()
  /// What it exercised since.
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

/// What is checked after each command line.
public struct Checks: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// That views show what views made afresh would show, and that what was printed led there.
  public static let views = Checks(rawValue: 1)
  /// That undoing the line and doing it again restores state and screens.
  public static let history = Checks(rawValue: 2)
  /// That invariants hold when asked from scratch, and the digest is the store's.
  public static let scratch = Checks(rawValue: 4)
  /// That views show what they did where a line committed nothing. A search sees that after the next commit, and only who
  /// reproduces what it found asks after each line which one it was.
  public static let idle = Checks(rawValue: 8)
  /// What is checked while searching.
  public static let search: Checks = [.views, .history, .scratch]
  /// All that can be checked.
  public static let all: Checks = [.search, .idle]
}
