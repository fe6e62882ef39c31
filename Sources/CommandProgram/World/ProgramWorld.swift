public import CommandLanguage
public import Exploration
public import Scenarios
import Simulator

/// A world as a program sees it: it supplies the prompt, the script runner and the scenario runner.
///
/// Only a name, the declared commands and a way to make a host are asked for:
///
/// ```swift
/// struct Counting: ProgramWorld {
///   let name = "count"
///   let table = CommandTable(commands: […])
///   func makeHost(seed: UInt64?) -> any CommandHost { Counter() }
/// }
/// CommandProgram(Counting()).main()
/// ```
///
/// A host that is a `FeedWorld` has `feed -- PROGRAM` at the prompt, too.
public protocol ProgramWorld: Sendable {
  /// The program's name: it begins messages and names folders and a variable of the environment, so it is made of
  /// ASCII letters, digits and `-`.
  var name: String { get }

  /// As `--version` tells it. None by default.
  var version: String { get }

  /// All that is declared, made once and shared by all sessions.
  var table: CommandTable { get }

  /// A fresh host, which nothing has happened to yet.
  ///
  /// Called on the thread that will use it. An error ends the program, or fails the scenario.
  ///
  /// - Parameter seed: where random numbers begin; `nil` leaves that to the world, which always takes the same.
  func makeHost(seed: UInt64?) throws -> any CommandHost

  /// Returns a Boolean value that indicates whether a command of an untrusted file may run. By default: commands that
  /// reach nothing but the world, and `run`, whose files are confined to the scenario's folder.
  func isAllowedInReplay(_ command: CommandDescription) -> Bool

  /// A command without effect that prints what the screens hold; shown around a failed step. None by default.
  var screenCommand: String? { get }

  /// The command that prints a digest of the state, for `# hash:` lines. By default `hash`.
  var hashCommand: String { get }

  /// The problems of the declarations; with any, the program reports them and does nothing else.
  var problems: [String] { get }

  /// Returns the world as exploration sees it; `nil`, the default, if it cannot be explored.
  ///
  /// - Parameter replay: how a scenario of the world is replayed.
  func explored(replay: ReplayHost) -> ExploredWorld?

  /// Returns the coverage of the world; by default, that of the declared commands.
  ///
  /// - Parameter isAllowed: which commands a replay runs; the others are there to be refused.
  func coverage(isAllowed: (CommandDescription) -> Bool) -> WorldCoverage
}

extension ProgramWorld {
  public var version: String { "" }

  public func isAllowedInReplay(_ command: CommandDescription) -> Bool {
    command.traits.contains(.contained) || command.name == "run"
  }

  public var screenCommand: String? { nil }

  public var hashCommand: String { "hash" }

  public var problems: [String] { table.problems }

  public func explored(replay: ReplayHost) -> ExploredWorld? { nil }

  public func coverage(isAllowed: (CommandDescription) -> Bool) -> WorldCoverage {
    .ofCommands(table.usage(isAllowed: isAllowed))
  }
}
