public import CommandLanguage
public import Scenarios
public import Simulator
import TerminalText

/// A world to explore: its sessions, and the commands to try in them.
public struct ExploredWorld: Sendable {
  private let world: World
  /// The commands that may be tried.
  public var commands: [CommandDescription]
  /// The numbers and texts that walks try: those in all rules and in the condition to search for.
  var constants = TrialConstants()
  /// The host that replays scenarios of the world.
  public var replay: ReplayHost
  /// The coverage of the world.
  public let coverage: DeclaredCoverage
  /// The size in bytes of the stack on which sessions run; `nil` for the size that a session assumes.
  public var stackByteCount: Int?
  /// Returns the part of a command line that a recording contains; `nil` for all of it.
  public var recordedPart: @Sendable (PreparedLine, CommandSession) -> [UInt8]? = { _, _ in nil }

  /// Runs lines in a session with a journal, with an optional fault of its store, reopens the journal, and returns the
  /// difference between the two sessions; `nil` if there is none. It throws an error if the sessions cannot be
  /// compared, and soon after `shouldStop` returns `true`. The closure is `nil` if sessions of the world have no
  /// journal.
  public var journalProblem:
    (
      @Sendable (
        _ seed: UInt64, _ lines: [String], _ fault: StoreFault?, _ shouldStop: @escaping () -> Bool
      ) throws -> String?
    )?

  /// Creates a world with all commands that can be explored.
  ///
  /// - Parameters:
  ///   - world: the world.
  ///   - replay: the host that replays its scenarios.
  ///   - coverage: the coverage that the exploration reports.
  public init(_ world: World, replay: ReplayHost, coverage: DeclaredCoverage) {
    self.world = world
    self.replay = replay
    self.coverage = coverage
    commands = world.table.ownCommands.filter(Self.isExplorable)
  }

  /// Returns a Boolean value that indicates whether exploration tries a command. The command must access only the
  /// world, and must be recorded. Commands that only control tracing and checks are left out. So are invariants, since
  /// a random invariant would give a meaningless finding.
  private static func isExplorable(_ command: CommandDescription) -> Bool {
    let traits = command.traits
    return traits.contains(.contained) && !traits.contains(.hidden) && !traits.contains(.unrecorded)
      && !["trace", "verify", "invariant"].contains(command.name)
  }

  /// The commands that enable the checks in a scenario and report the first fault.
  public static var checkCommands: (begin: String, report: String) { ("verify on", "verify") }

  /// The name of the command that receives messages from outside, such as `receive`; `nil` if there is none.
  var feedCommand: String? { world.feedCommand }

  /// Returns a Boolean value that indicates whether a command is one of the world's own commands, or a substitute for
  /// them.
  func isOwn(_ command: CommandDescription) -> Bool {
    !world.table.isStandard(command) || isSubstitute(command)
  }

  /// Returns a Boolean value that indicates whether a standard command, such as `add`, is a substitute for the world's
  /// own commands. It is tried if the options name it, or if none of the world's own commands can be tried.
  func isSubstitute(_ command: CommandDescription) -> Bool {
    world.table.isStandard(command) && command.topic == World.prototypingTopic
  }

  // MARK: Sessions

  /// Creates a session. Call it on the thread that uses the session.
  ///
  /// - Throws: any error that the world throws at the start.
  public func makeSession(seed: UInt64) throws -> CommandSession {
    let session = try world.makeSession(seed: seed)
    prepare(session)
    return session
  }

  /// Sets up a session that is new or was reset.
  func prepare(_ session: CommandSession) {
    if let stackByteCount { session.interpreter.budget.stackBytes = stackByteCount }
  }

  /// Returns the coverage cells that a session has exercised since it began to record them, such as `commands: spawn`.
  func cells(exercisedBy session: CommandSession) -> [String] {
    coverage.exercised(by: session).flatMap { dimension in
      dimension.cells.map { Self.text(ofCell: $0, in: dimension.name) }
    }
  }

  /// Returns a coverage cell as it appears in the claim of a corpus entry: `commands: spawn`.
  static func text(ofCell cell: String, in dimension: String) -> String { "\(dimension): \(cell)" }
}

extension ExploredWorld {
  /// Runs the commands of a finding again in a session with a store, or as definitions, and returns the problem; `nil`
  /// if there is none, or if the finding concerns neither a store nor definitions. An unreadable `# faults:` line is a
  /// problem too.
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
        return "the session cannot be compared with one in a store: \(Explanation(of: error).message)"
      }
    case .form:
      do {
        let session = JobSession(self, seed: seed ?? 1, prefix: [])
        return try Reproducer(session: session).formFault(of: lines)?.message
      } catch {
        return "the commands cannot run as definitions: \(Explanation(of: error).message)"
      }
    default: return nil
    }
  }
}
