public import CommandLanguage
public import Scenarios
import TerminalText
public import Values

/// A world to explore: a factory of sessions, and the commands to try in them.
public struct ExploredWorld: Sendable {
  /// Creates a session. It is called on the thread that uses the session; an error ends the exploration.
  public var makeSession: @Sendable (_ seed: UInt64) throws -> any ExploredSession
  /// The commands that may be tried.
  public var commands: [CommandDescription]
  /// The names of standard commands that replace the world's own, such as `add`. They are tried if the options name them, or
  /// if no other command can be tried.
  public var substitutes: Set<String> = []
  /// The name of the command that receives messages from outside, such as `receive`; `nil` if there is none.
  public var feedCommand: String?
  /// Returns a Boolean value that indicates whether a command's effect depends on the history, and not only on the state.
  public var isAboutThePast: @Sendable (CommandDescription) -> Bool = { _ in false }
  /// Returns a Boolean value that indicates whether a command exists in every world, such as `undo`.
  public var isStandard: @Sendable (CommandDescription) -> Bool = { _ in false }
  /// The host that replays scenarios of the world.
  public var replay: ReplayHost
  /// The coverage dimensions of the world.
  public var coverage: [CoverageDimension]
  /// The commands with which a scenario enables the checks and reports the first fault; `nil` if only exploration has the
  /// checks.
  public var checkCommands: (begin: String, report: String)?

  /// Runs lines in a session with a journal, with an optional fault of its store, reopens the journal, and returns the
  /// difference between the two sessions; `nil` if there is none. It throws if they cannot be compared, and soon after
  /// `shouldStop` returns `true`. The closure is `nil` if sessions of the world have no journal.
  public var journalProblem:
    (
      @Sendable (
        _ seed: UInt64, _ lines: [String], _ fault: StoreFault?, _ shouldStop: @escaping () -> Bool
      ) throws -> String?
    )?

  /// Creates a world.
  public init(
    commands: [CommandDescription], replay: ReplayHost, coverage: [CoverageDimension] = [],
    makeSession: @escaping @Sendable (_ seed: UInt64) throws -> any ExploredSession
  ) {
    self.commands = commands
    self.replay = replay
    self.coverage = coverage
    self.makeSession = makeSession
  }

  /// Returns a Boolean value that indicates whether a command is one of the world's own, or replaces them.
  func isOwn(_ command: CommandDescription) -> Bool {
    !isStandard(command) || substitutes.contains(command.name)
  }
}

extension ExploredWorld {
  /// Runs the commands of a finding again in a session with a store, or as definitions, and returns the problem; `nil` if
  /// there is none, or if the finding is about neither. An unreadable `# faults:` line is a problem too.
  ///
  /// - Parameters:
  ///   - header: the header of the finding.
  ///   - seed: the seed of the session; `nil` means 1.
  ///   - commands: the commands of the finding.
  ///   - shouldStop: returns `true` to stop the commands.
  public func sessionProblem(
    _ header: ScenarioHeader, seed: UInt64?, _ commands: [[UInt8]],
    shouldStop: @escaping () -> Bool = { false }
  ) -> String? {
    let fault = StoreFault(text: header.faults)
    if fault == nil, !header.faults.isEmpty {
      return "“# faults:” is \(StoreFault.expected), not \(Quoting.message(header.faults))"
    }
    let lines = commands.map { String(decoding: $0, as: UTF8.self) }
    switch FaultCause(text: header.cause)?.kind {
    case .journal:
      do {
        return try journalProblem?(seed ?? 1, lines, fault, shouldStop)
      } catch {
        return "the session cannot be compared with one in a store: \(ExplorationError.message(of: error))"
      }
    case .form:
      do {
        let session = JobSession(self, seed: seed ?? 1, prefix: [])
        return try Reproducer(session: session).formFault(of: lines)?.message
      } catch {
        return "the commands cannot run as definitions: \(ExplorationError.message(of: error))"
      }
    default: return nil
    }
  }
}

/// A session to explore, with the operations that exploration needs besides running commands.
public protocol ExploredSession: AnyObject {
  /// The session that runs the commands.
  var session: any Session { get }
  /// Resets the session to the initial state of a seed, without checks.
  ///
  /// - Returns: whether the session was reset; otherwise it must not be used any more.
  func reset(seed: UInt64) -> Bool
  /// A number that changes when the lines that the session has prepared must be prepared again.
  var binding: UInt64 { get }
  /// The commands that earlier lines have defined.
  var definitions: [CommandDescription] { get }
  /// Returns a line with its words and texts as values of expressions; `nil` if the line cannot be the body of a definition.
  func withComputedArguments(_ line: String) -> String?

  // MARK: Arguments

  /// Returns the arguments to try in the current state, simplest first.
  ///
  /// - Parameters:
  ///   - parameter: the declaration of the argument.
  ///   - arguments: the positional arguments before it, without quotes.
  func trials(for parameter: ParameterInfo, after arguments: [String]) -> [ArgumentTrial]
  /// Returns a random argument to try in the current state.
  func trial(for parameter: ParameterInfo, _ choices: TrialChoices) -> ArgumentTrial?
  /// The whole numbers in the conditions of the world's rules.
  var constants: [Int] { get }
  /// Returns the command, with its argument, after which the most urgent condition that leads to another is late; `nil` if
  /// none is due at a time.
  ///
  /// - Parameter rules: the names of the rules that do not count.
  func deadline(except rules: Set<String>) -> (command: String, argument: String)?

  // MARK: States

  /// The digest of the present state.
  var digest: StateDigest { get }
  /// The coarse features of the present state.
  var outline: StateOutline { get }
  /// The number of times that the state has changed.
  var changeCount: UInt64 { get }
  /// The present point of the history.
  var point: Int { get }
  /// The commands of the history's steps, each with its name and its unquoted arguments.
  var stepCommands: [[[String]]] { get }
  /// Moves to a point of the history by its inverse change sets.
  ///
  /// - Returns: whether the point is still in the history.
  func go(to point: Int) -> Bool
  /// Treats the objects of a kind as interchangeable. Returns the reason if that is impossible.
  func countAsOne(objectsOf kind: String) -> String?
  /// Returns the values of expressions as they are printed, or the error of one that cannot be computed.
  func values(of expressions: [String]) -> [String]

  // MARK: Searching

  /// Prepares the session for an exhaustive search: it keeps its whole history, reuses results for states that it reaches
  /// repeatedly, and does not explain errors.
  func beginSearch()
  /// Prepares the session for walks: it caches the contents of new views by state, and does not explain errors.
  func beginWalk()
  /// Sets the condition to search for, until the session is reset.
  ///
  /// - Returns: the reason if the condition cannot be computed; `nil` if it can.
  func setGoal(_ condition: String) -> String?
  /// The distance of the present state from one that meets the condition; 0 if it meets it, and `nil` if the distance cannot
  /// be computed.
  var goalDistance: Int? { get }

  // MARK: Checking

  /// Checks each command line, beginning with the next one.
  ///
  /// - Parameters:
  ///   - checks: the checks.
  ///   - phase: selects the length of the first group of lines, if lines are checked in groups.
  func beginChecking(_ checks: Checks, phase: Int)
  /// Checks the group of lines that has begun, without waiting for its end.
  func finishChecking()
  /// Returns a fault of the current state, regardless of the commands that led to it.
  func faultNow() -> Fault?
  /// Returns the first fault that the checks have found since the last call.
  func takeFault() -> Fault?
  /// The failure of the last command line; `nil` if it succeeded.
  var failure: Explanation? { get }
  /// The limit that the last command line reached.
  var reachedLimit: String? { get }
  /// Begins to record coverage.
  func noteCoverage()
  /// The coverage cells exercised since then.
  var exercised: [CoverageHit] { get }
  /// Returns the part of a command line that a recording contains; `nil` for all of it.
  func kept(of line: PreparedLine) -> [UInt8]?
}

/// The checks after each command line.
public struct Checks: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Checks that views show the same as new views, and that the printed lines describe the changes.
  public static let views = Checks(rawValue: 1)
  /// Checks that undoing and redoing the line restores the state and the screens.
  public static let history = Checks(rawValue: 2)
  /// Checks constraints and invariants from scratch, and compares the incremental digest with that of the whole state.
  public static let scratch = Checks(rawValue: 4)
  /// Checks that views did not change if a line committed nothing. A search notices such a change after the next commit; a
  /// reproduction checks after each line, to find the line that caused it.
  public static let idle = Checks(rawValue: 8)
  /// Makes checks whose cost grows with the world after groups of lines, instead of after each line.
  public static let grouped = Checks(rawValue: 16)
  /// The checks of a search.
  public static let search: Checks = [.views, .history, .scratch, .grouped]
  /// All checks, after each line.
  public static let all: Checks = [.views, .history, .scratch, .idle]
}
