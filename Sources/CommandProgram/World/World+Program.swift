public import CommandLanguage
import Scenarios
public import Simulator

/// A world that is declared once is a whole program's world.
extension World: ProgramWorld {
  public var screenCommand: String? { "show" }

  /// Tells how what is kept differs from the beginning, and not only that it does.
  public var hashCommand: String { "hash changes" }

  public func makeHost(seed: UInt64?) throws -> any CommandHost {
    let simulation: Simulation = try makeHost(seed: seed ?? 1)
    return simulation
  }

  /// `feed` reads files as `run` does; only a prompt starts programs.
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
