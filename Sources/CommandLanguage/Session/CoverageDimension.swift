/// A set of cells that scenarios should exercise, such as “commands” or “phase × side × screen”.
public struct CoverageDimension: Sendable, Equatable {
  /// The name of the dimension in the table.
  public var name: String
  /// The names of the cells, each once, in the order in which they are listed.
  public var cells: [String]
  /// A Boolean value that indicates whether the dimension belongs to the command language, which is totalled
  /// separately.
  public var isOfLanguage: Bool

  /// Creates a dimension with the names of its cells.
  public init(_ name: String, cells: [String], isOfLanguage: Bool = false) {
    self.name = name
    self.cells = cells
    self.isOfLanguage = isOfLanguage
  }
}

/// A cell of a dimension that a session exercised. It may be reported more than once.
public struct CoverageHit: Sendable, Equatable {
  /// The name of the dimension.
  public var dimension: String
  /// The name of the cell.
  public var cell: String

  /// Creates a hit of a cell.
  public init(_ dimension: String, _ cell: String) {
    self.dimension = dimension
    self.cell = cell
  }
}
