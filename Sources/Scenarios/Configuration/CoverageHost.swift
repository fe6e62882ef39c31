public import CommandLanguage

/// The coverage that a host counts, so that a run can report what the scenarios exercised.
public struct CoverageHost: Sendable {
  /// The dimensions, in the order in which the table lists them.
  public var dimensions: [CoverageDimension]
  /// Returns the cells that a session has exercised since it was made.
  public var exercised: @Sendable (any Session) -> [CoverageHit]

  /// A host that counts what its sessions exercise.
  public init(
    dimensions: [CoverageDimension], exercised: @escaping @Sendable (any Session) -> [CoverageHit]
  ) {
    self.dimensions = dimensions
    self.exercised = exercised
  }
}

/// One thing that scenarios should exercise all of, such as “commands” or “phase × side × screen”.
public struct CoverageDimension: Sendable, Equatable {
  /// The name of the dimension in the table.
  public var name: String
  /// The names of what there is to exercise, each once, in the order in which they are listed.
  public var cells: [String]
  /// A Boolean value that indicates whether it is the command language's part, which no total counts.
  public var isOfLanguage: Bool

  /// A dimension and the names of what there is to exercise.
  public init(_ name: String, cells: [String], isOfLanguage: Bool = false) {
    self.name = name
    self.cells = cells
    self.isOfLanguage = isOfLanguage
  }
}

/// A cell of a dimension that a session exercised; repeats are fine.
public struct CoverageHit: Sendable, Equatable {
  /// The name of the dimension.
  public var dimension: String
  /// The name of the cell.
  public var cell: String

  /// A hit of one cell of a dimension.
  public init(_ dimension: String, _ cell: String) {
    self.dimension = dimension
    self.cell = cell
  }
}
