public import CommandLanguage
public import Scenarios
import TerminalText

/// A world as exploration sees it: a maker of sessions, and the commands to try in them.
public struct ExploredWorld: Sendable {
  /// Makes a fresh session. Called on the thread that uses it; an error ends the exploration.
  public var makeSession: @Sendable (_ seed: UInt64) throws -> any ExploredSession
  /// The commands that may be tried.
  public var commands: [CommandDescription]
  /// The names of those that stand in for commands of the world's own, such as `add`: they are tried when they are named, or
  /// where nothing else can be.
  public var substitutes: Set<String> = []
  /// The name of the command that receives messages from outside, such as `receive`; `nil` if there is none.
  public var feedCommand: String?
  /// Returns a Boolean value that indicates whether a command's effect depends on how the state came to be, not on
  /// the state alone.
  public var isAboutThePast: @Sendable (CommandDescription) -> Bool = { _ in false }
  /// Returns a Boolean value that indicates whether a command comes with every world, such as `undo`.
  public var isStandard: @Sendable (CommandDescription) -> Bool = { _ in false }
  /// The host that replays scenarios of the world.
  public var replay: ReplayHost
  /// The coverage dimensions of the world.
  public var coverage: [CoverageDimension]
  /// The commands by which a scenario asks for the checks, and reports the first fault; `nil` where only exploration
  /// can see one.
  public var checkCommands: (begin: String, report: String)?

  /// Runs lines in a session that is kept in a journal, with a fault of its store if there is one, opens the journal again, and
  /// returns how the sessions differ; `nil` when they do not. Throws when they cannot be compared, and soon after `shouldStop`
  /// returns `true`. `nil` itself where sessions are not kept.
  public var journalProblem:
    (
      @Sendable (
        _ seed: UInt64, _ lines: [String], _ fault: StoreFault?, _ shouldStop: @escaping () -> Bool
      ) throws -> String?
    )?

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

  /// Returns a Boolean value that indicates whether a command is the world's own, or stands in for one.
  func isOwn(_ command: CommandDescription) -> Bool {
    !isStandard(command) || substitutes.contains(command.name)
  }
}

extension ExploredWorld {
  /// Returns what is wrong with the store of a finding when its commands run again in a session that is kept; `nil` if nothing is, or
  /// the finding is not about a store. A `# faults:` line that cannot be read is a problem too.
  ///
  /// - Parameters:
  ///   - header: the header of the finding.
  ///   - seed: the seed of the session; 1 for `nil`.
  ///   - commands: the commands of the finding.
  ///   - shouldStop: ends the run of the commands soon after it returns `true`.
  public func storeProblem(
    _ header: ScenarioHeader, seed: UInt64?, _ commands: [[UInt8]],
    shouldStop: @escaping () -> Bool = { false }
  ) -> String? {
    let fault = StoreFault(text: header.faults)
    if fault == nil, !header.faults.isEmpty {
      return "“# faults:” is \(StoreFault.expected), not \(Quoting.message(header.faults))"
    }
    guard let journalProblem, FaultCause(text: header.cause)?.kind == .journal else { return nil }
    let lines = commands.map { String(decoding: $0, as: UTF8.self) }
    do {
      return try journalProblem(seed ?? 1, lines, fault, shouldStop)
    } catch {
      return "the session cannot be compared with one in a store: \(ExplorationError.message(of: error))"
    }
  }
}

/// A session that is explored, with what exploration asks of it besides running commands.
public protocol ExploredSession: AnyObject {
  /// Runs the commands.
  var session: any Session { get }
  /// Returns the session to the state in which one of a seed begins, without checks; whether it could be. One that could
  /// not is not used any more.
  func reset(seed: UInt64) -> Bool
  /// A number that stays the same as long as lines that the session prepared need not be prepared again.
  var binding: UInt64 { get }
  /// The commands that the lines before have defined.
  var definitions: [CommandDescription] { get }

  // MARK: Arguments

  /// Returns the arguments to try in the current state, simplest first.
  func trials(for parameter: ParameterInfo) -> [ArgumentTrial]
  /// Returns one argument to try in the current state, made up by chance.
  func trial(for parameter: ParameterInfo, _ choices: TrialChoices) -> ArgumentTrial?
  /// The whole numbers in the conditions of the world's rules.
  var constants: [Int] { get }

  // MARK: States

  /// The digest of the present state.
  var digest: StateKey { get }
  /// The coarse features of the present state.
  var outline: StateOutline { get }
  /// The number of times that the state has changed.
  var changeCount: UInt64 { get }
  /// The present point of the history.
  var point: Int { get }
  /// Goes to a point of the history by its inverse change sets; whether it is kept.
  func go(to point: Int) -> Bool
  /// Counts objects of a kind that differ by name alone as one; why it cannot.
  func countAsOne(objectsOf kind: String) -> String?
  /// Returns the values of expressions, as they are printed; what is wrong with one that cannot be computed.
  func values(of expressions: [String]) -> [String]

  // MARK: Searching

  /// From now on the session goes back and forth: all of its history is kept, however long it gets, the same states
  /// are met again and again, and nobody reads why commands fail.
  func beginSearch()
  /// From now on the session is one of many walks: what views made afresh show in a state is noted for those to come, and
  /// nobody reads why commands fail.
  func beginWalk()
  /// Looks for a condition from now on, until the session is reset.
  ///
  /// - Returns: why it cannot be computed; `nil` if it can.
  func setGoal(_ condition: String) -> String?
  /// The distance of the present state from one in which the condition holds, which is 0 there; `nil` where it cannot be
  /// computed.
  var goalDistance: Int? { get }

  // MARK: Checking

  /// Checks each command line from the next one on.
  ///
  /// - Parameters:
  ///   - checks: the checks to make.
  ///   - phase: selects the length of the first group of lines, where they are checked in groups.
  func beginChecking(_ checks: Checks, phase: Int)
  /// Makes the checks of a group of lines that has not come to its end.
  func finishChecking()
  /// Returns a fault of the current state, regardless of the commands that led there.
  func faultNow() -> Fault?
  /// The first fault that the checks have found since the last call.
  func takeFault() -> Fault?
  /// The failure of the last command line; `nil` if it succeeded.
  var failure: Explanation? { get }
  /// The limit that the last command line reached.
  var reachedLimit: String? { get }
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
  /// Makes the checks that cost as much as the world is large after groups of a few lines instead of after each line.
  public static let grouped = Checks(rawValue: 16)
  /// The checks of a search.
  public static let search: Checks = [.views, .history, .scratch, .grouped]
  /// All that can be checked, after each line.
  public static let all: Checks = [.views, .history, .scratch, .idle]
}
