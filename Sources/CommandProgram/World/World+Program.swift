public import CommandLanguage
import Scenarios
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

  /// Returns whether a replay runs a command. It runs `feed`, which reads files as `run` does; only a prompt starts
  /// programs.
  public func isAllowedInReplay(_ command: CommandDescription) -> Bool {
    command.traits.contains(.contained) || ["run", "feed"].contains(command.name)
  }

  public func coverage(isAllowed: (CommandDescription) -> Bool) -> WorldCoverage {
    let declared = declaredCoverage(isAllowed: isAllowed)
    return WorldCoverage(
      dimensions: declared.dimensions.map {
        CoverageDimension($0.name, cells: $0.cells, isOfLanguage: $0.isOfLanguage)
      },
      begin: { declared.note(in: $0) },
      exercised: { session in
        declared.exercised(by: session).flatMap { dimension in
          dimension.cells.map { CoverageHit(dimension.name, $0) }
        }
      })
  }
}
