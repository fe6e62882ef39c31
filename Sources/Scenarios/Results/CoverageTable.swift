import TerminalText

/// The cells of the host's dimensions that a run exercised.
public struct CoverageTable: Sendable, Equatable {
  /// The dimensions, in the order in which they are listed.
  public var dimensions: [Dimension]
  /// Cells that sessions exercised and no dimension declares, in the order in which they were met.
  public var undeclared: [CoverageHit]

  /// The coverage of one dimension.
  public struct Dimension: Sendable, Equatable {
    /// The name of the dimension.
    public var name: String
    /// The number of cells in the dimension.
    public var cellCount: Int
    /// In the order of their declaration.
    public var missing: [String]
    /// A Boolean value that indicates whether it is the command language's part, which no total counts.
    public var isOfLanguage = false

    /// The number of cells that were exercised.
    public var coveredCount: Int { cellCount - missing.count }
  }

  /// The number of cells in the world's dimensions.
  public var cellCount: Int { count(\.cellCount, isOfLanguage: false) }
  /// The number of cells in the world's dimensions that were exercised.
  public var coveredCount: Int { count(\.coveredCount, isOfLanguage: false) }

  private func count(_ cells: (Dimension) -> Int, isOfLanguage: Bool) -> Int {
    dimensions.reduce(0) { $1.isOfLanguage == isOfLanguage ? $0 + cells($1) : $0 }
  }

  /// The share of the world's cells that were exercised, 0 to 100; 100 when nothing is declared.
  public var percent: Double { CoverageTable.percent(coveredCount, of: cellCount) }

  static func percent(_ covered: Int, of count: Int) -> Double {
    count == 0 ? 100 : 100 * Double(covered) / Double(count)
  }

  /// One decimal, rounded down, so that only all of it is “100.0”.
  static func shown(_ covered: Int, of count: Int) -> String {
    let tenths = count == 0 ? 1000 : covered * 1000 / count
    return "\(tenths / 10).\(tenths % 10)"
  }

  /// The table as lines: a dimension each with what is missing below it, then the world's total, and the language's apart.
  public var lines: [String] {
    let width = dimensions.map { $0.name.count }.max() ?? 0
    var lines = dimensions.flatMap { dimension in
      let name = Escaping.escaped(dimension.name)
      let padding = String(repeating: " ", count: max(0, width - name.count))
      let share = CoverageTable.shown(dimension.coveredCount, of: dimension.cellCount)
      return ["\(name)\(padding)  \(dimension.coveredCount)/\(dimension.cellCount)  \(share) %"]
        + dimension.missing.map { "  missing: \(Escaping.escaped($0))" }
    }
    lines += undeclared.map {
      "undeclared: \(Escaping.escaped($0.dimension)): \(Escaping.escaped($0.cell))"
    }
    lines.append(total("in all", coveredCount, of: cellCount))
    if dimensions.contains(where: \.isOfLanguage) {
      let covered = count(\.coveredCount, isOfLanguage: true)
      lines.append(total("language", covered, of: count(\.cellCount, isOfLanguage: true)))
    }
    return lines
  }

  private func total(_ name: String, _ covered: Int, of count: Int) -> String {
    "\(name)  \(covered)/\(count)  \(CoverageTable.shown(covered, of: count)) %"
  }
}
