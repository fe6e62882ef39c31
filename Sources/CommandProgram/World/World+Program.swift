public import CommandLanguage
public import Exploration
import Posix
public import Scenarios
public import Simulator

/// A declared world is a program's world without further code.
extension World: ProgramWorld {
  public var screenCommand: String? { "show" }

  /// The hash command, whose output also names the differences from the initial state.
  public var hashCommand: String { "hash changes" }

  public func makeHost(seed: UInt64?) throws -> any CommandHost {
    let simulation: Simulation = try makeHost(seed: seed ?? 1)
    return simulation
  }

  /// Returns whether a replay runs a command. A replay runs `feed`, which reads files as `run` does. Only a prompt
  /// starts programs.
  public func isAllowedInReplay(_ command: CommandDescription) -> Bool {
    command.traits.contains(.contained) || ["run", "feed"].contains(command.name)
  }

  /// Returns the world for exploration. A declared world needs no further code.
  public func explored(replay: ReplayHost) -> ExploredWorld? {
    var explored = ExploredWorld(
      self, replay: replay, coverage: declaredCoverage(isAllowed: isAllowedInReplay))
    explored.stackByteCount = PosixThreads.sessionStackByteCount
    explored.recordedPart = { RecordedPart.of($0, in: $1) }
    explored.journalProblem = { [self] seed, lines, fault, shouldStop in
      try StoreOracle(world: self, seed: seed, shouldStop: shouldStop).problem(lines, fault)
    }
    return explored
  }

  public func coverage(isAllowed: (CommandDescription) -> Bool) -> WorldCoverage {
    let declared = declaredCoverage(isAllowed: isAllowed)
    return WorldCoverage(
      dimensions: declared.dimensions,
      begin: { declared.note(in: $0) },
      exercised: { session in
        declared.exercised(by: session).flatMap { dimension in
          dimension.cells.map { CoverageHit(dimension.name, $0) }
        }
      })
  }
}
