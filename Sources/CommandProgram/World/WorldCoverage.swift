public import CommandLanguage
public import Scenarios

/// The coverage dimensions of a world, and the means to read what a session exercised.
public struct WorldCoverage: Sendable {
  /// The dimensions, in the order in which the table lists them.
  public var dimensions: [CoverageDimension]
  /// From now on the session notes what it exercises.
  public var begin: @Sendable (CommandSession) -> Void
  /// Returns the cells that the session has exercised since then.
  public var exercised: @Sendable (CommandSession) -> [CoverageHit]

  /// Coverage of a world that notes what its sessions exercise.
  ///
  /// - Parameters:
  ///   - dimensions: what there is to exercise, in the order in which the table lists it.
  ///   - begin: makes a session note what it exercises.
  ///   - exercised: what a session exercised since then.
  public init(
    dimensions: [CoverageDimension], begin: @escaping @Sendable (CommandSession) -> Void,
    exercised: @escaping @Sendable (CommandSession) -> [CoverageHit]
  ) {
    self.dimensions = dimensions
    self.begin = begin
    self.exercised = exercised
  }

  /// The language's part: commands, options, refused commands, diagnostics, limits.
  public static func ofCommands(_ usage: CommandUsage) -> WorldCoverage {
    WorldCoverage(dimensions: dimensions(of: usage).map { CoverageDimension($0.name, cells: $0.cells) }) {
      $0.noteUsage()
    } exercised: { session in
      dimensions(of: session.usage).flatMap { name, cells in cells.map { CoverageHit(name, $0) } }
    }
  }

  private static func dimensions(of usage: CommandUsage) -> [(name: String, cells: [String])] {
    [
      ("commands", usage.commands), ("options", usage.options), ("refused commands", usage.refused),
      ("diagnostics", usage.diagnostics), ("limits", usage.limits),
    ]
  }
}
