public import CommandLanguage

/// The coverage dimensions of a world, and the functions that read a session's coverage.
public struct WorldCoverage: Sendable {
  /// The dimensions, in the order in which the table lists them.
  public var dimensions: [CoverageDimension]
  /// Starts recording the coverage of a session.
  public var begin: @Sendable (CommandSession) -> Void
  /// Returns the cells that a session has exercised since `begin`.
  public var exercised: @Sendable (CommandSession) -> [CoverageHit]

  /// Creates the coverage of a world whose sessions record it.
  ///
  /// - Parameters:
  ///   - dimensions: the dimensions, in the order in which the table lists them.
  ///   - begin: starts recording the coverage of a session.
  ///   - exercised: returns the cells that a session has exercised since `begin`.
  public init(
    dimensions: [CoverageDimension], begin: @escaping @Sendable (CommandSession) -> Void,
    exercised: @escaping @Sendable (CommandSession) -> [CoverageHit]
  ) {
    self.dimensions = dimensions
    self.begin = begin
    self.exercised = exercised
  }

  /// Returns the coverage of the command language: commands, options, refused commands, diagnostics and limits.
  public static func ofCommands(_ usage: CommandUsage) -> WorldCoverage {
    WorldCoverage(dimensions: usage.parts.map { CoverageDimension($0.name, cells: $0.cells) }) {
      $0.noteUsage()
    } exercised: { session in
      session.usage.parts.flatMap { name, cells in cells.map { CoverageHit(name, $0) } }
    }
  }
}
