public import CommandLanguage
public import Exploration
public import Scenarios
import Simulator

/// A world that a program can run. It provides the sessions of the prompt, of scripts and of scenarios.
///
/// Only a name, the declared commands and a function that creates a host are required:
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
/// If the host is a `FeedWorld`, the prompt also has `feed -- PROGRAM`.
public protocol ProgramWorld: Sendable {
  /// The program's name: ASCII letters, digits and `-`. Messages begin with the name. Folders and an environment
  /// variable are named after it.
  var name: String { get }

  /// The version that `--version` shows; empty by default.
  var version: String { get }

  /// The table of all declarations, which all sessions share.
  var table: CommandTable { get }

  /// Returns a new host in its initial state.
  ///
  /// The method is called on the thread that uses the host. An error ends the program, or makes the scenario fail.
  ///
  /// - Parameter seed: the seed of random numbers; `nil` for the world's default, which is always the same.
  func makeHost(seed: UInt64?) throws -> any CommandHost

  /// Returns whether a command of an untrusted file may run. By default, the allowed commands are those that access
  /// only the world, and `run`, whose files are confined to the scenario's folder.
  func isAllowedInReplay(_ command: CommandDescription) -> Bool

  /// A command that prints the screens and changes nothing. Its output is shown before and after a failed step. `nil`
  /// by default.
  var screenCommand: String? { get }

  /// The command that prints a digest of the state, for `# hash:` lines; `hash` by default.
  var hashCommand: String { get }

  /// The problems of the declarations. If there are any, the program reports them and does nothing else.
  var problems: [String] { get }

  /// Returns the world for exploration; `nil`, the default, if it cannot be explored.
  ///
  /// - Parameter replay: the host that replays the world's scenarios.
  func explored(replay: ReplayHost) -> ExploredWorld?

  /// Returns the coverage of the world; by default, the coverage of the declared commands.
  ///
  /// - Parameter isAllowed: returns whether a replay runs a command. Any other command is covered once a replay has
  ///   refused it.
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
