import TerminalText

/// Which cells of the host's dimensions a run exercised.
public struct CoverageTable: Sendable, Equatable {
  public var dimensions: [Dimension]
  /// Cells that sessions exercised and no dimension declares, in the order in which they were met.
  public var undeclared: [CoverageHit]

  public struct Dimension: Sendable, Equatable {
    public var name: String
    public var cellCount: Int
    /// In the order of their declaration.
    public var missing: [String]

    public var coveredCount: Int { cellCount - missing.count }
  }

  public var cellCount: Int { dimensions.reduce(0) { $0 + $1.cellCount } }
  public var coveredCount: Int { dimensions.reduce(0) { $0 + $1.coveredCount } }

  /// 0 to 100; 100 when nothing is declared.
  public var percent: Double { CoverageTable.percent(coveredCount, of: cellCount) }

  static func percent(_ covered: Int, of count: Int) -> Double {
    count == 0 ? 100 : 100 * Double(covered) / Double(count)
  }

  /// One decimal, rounded down, so that only all of it is “100.0”.
  static func shown(_ covered: Int, of count: Int) -> String {
    let tenths = count == 0 ? 1000 : covered * 1000 / count
    return "\(tenths / 10).\(tenths % 10)"
  }

  /// The table as lines: a dimension each with what is missing below it, then the whole.
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
    return lines + [
      "in all  \(coveredCount)/\(cellCount)  \(CoverageTable.shown(coveredCount, of: cellCount)) %"
    ]
  }
}

/// Adds up what sessions exercised.
struct CoverageTally: Sendable {
  private let dimensions: [CoverageDimension]
  private var isCovered: [[Bool]]
  private let places: [String: (index: Int, cells: [String: Int])]
  private var undeclared: [CoverageHit] = []

  init(_ dimensions: [CoverageDimension]) {
    self.dimensions = dimensions
    isCovered = dimensions.map { Array(repeating: false, count: $0.cells.count) }
    var places: [String: (index: Int, cells: [String: Int])] = [:]
    for (index, dimension) in dimensions.enumerated() where places[dimension.name] == nil {
      let cells = dimension.cells.enumerated().map { ($0.element, $0.offset) }
      places[dimension.name] = (index, Dictionary(cells) { first, _ in first })
    }
    self.places = places
  }

  mutating func add(_ hits: [CoverageHit]) {
    for hit in hits {
      if let place = places[hit.dimension], let cell = place.cells[hit.cell] {
        isCovered[place.index][cell] = true
      } else if !undeclared.contains(hit) {
        undeclared.append(hit)
      }
    }
  }

  var table: CoverageTable {
    CoverageTable(
      dimensions: zip(dimensions, isCovered).map { dimension, isCovered in
        CoverageTable.Dimension(
          name: dimension.name, cellCount: dimension.cells.count,
          missing: zip(dimension.cells, isCovered).filter { !$1 }.map(\.0))
      },
      undeclared: undeclared)
  }
}
