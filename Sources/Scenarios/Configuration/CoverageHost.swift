public import CommandLanguage

/// The coverage of a host, which a run reports.
public struct CoverageHost: Sendable {
  /// The dimensions, in the order in which the table lists them.
  public var dimensions: [CoverageDimension]
  /// Returns the cells that a session has exercised since it was created.
  public var exercised: @Sendable (any Session) -> [CoverageHit]

  /// Creates the coverage of a host.
  public init(
    dimensions: [CoverageDimension], exercised: @escaping @Sendable (any Session) -> [CoverageHit]
  ) {
    self.dimensions = dimensions
    self.exercised = exercised
  }
}
