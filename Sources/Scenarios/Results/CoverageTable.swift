public import CommandLanguage
import TerminalText

/// The coverage of a run: the exercised cells of the host's dimensions.
public struct CoverageTable: Sendable, Equatable {
  /// The dimensions, in the order in which they are listed.
  public var dimensions: [Dimension]
  /// The cells that sessions exercised but no dimension declares, in the order in which they occurred.
  public var undeclared: [CoverageHit]

  /// The coverage of one dimension.
  public struct Dimension: Sendable, Equatable {
    /// The name of the dimension.
    public var name: String
    /// The number of cells in the dimension.
    public var cellCount: Int
    /// The cells that were not exercised, in the order of their declaration.
    public var missing: [String]
    /// A Boolean value that indicates whether the dimension belongs to the command language. Such dimensions have a
    /// separate total.
    public var isOfLanguage = false

    /// The number of cells that were exercised.
    public var coveredCount: Int { cellCount - missing.count }
  }

  /// The number of cells in the world's dimensions.
  public var cellCount: Int { count(\.cellCount, isOfLanguage: false) }
  /// The number of cells in the world's dimensions that were exercised.
  public var coveredCount: Int { count(\.coveredCount, isOfLanguage: false) }

  /// Creates the table of declared dimensions, given which of their cells were exercised.
  public init(
    _ declared: [CoverageDimension], undeclared: [CoverageHit] = [],
    isCovered: (_ dimension: Int, _ cell: Int) -> Bool
  ) {
    dimensions = declared.enumerated().map { index, dimension in
      Dimension(
        name: dimension.name, cellCount: dimension.cells.count,
        missing: dimension.cells.indices.filter { !isCovered(index, $0) }.map { dimension.cells[$0] },
        isOfLanguage: dimension.isOfLanguage)
    }
    self.undeclared = undeclared
  }

  private func count(_ cells: (Dimension) -> Int, isOfLanguage: Bool) -> Int {
    dimensions.reduce(0) { $1.isOfLanguage == isOfLanguage ? $0 + cells($1) : $0 }
  }

  /// The exercised percentage of the world's cells, from 0 to 100; 100 if nothing is declared.
  public var percent: Double { CoverageTable.percent(coveredCount, of: cellCount) }

  static func percent(_ covered: Int, of count: Int) -> Double {
    count == 0 ? 100 : 100 * Double(covered) / Double(count)
  }

  /// Returns a percentage with one decimal, rounded down, so that only full coverage is “100.0”.
  static func shown(_ covered: Int, of count: Int) -> String {
    let tenths = count == 0 ? 1000 : covered * 1000 / count
    return "\(tenths / 10).\(tenths % 10)"
  }

  /// The table as lines: each dimension with its missing cells, followed by the totals of the world and of the
  /// language.
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
    lines.append(total("total", coveredCount, of: cellCount))
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

/// A sum of the coverage of several sessions.
struct CoverageTally: Sendable {
  private let dimensions: [CoverageDimension]
  private var isCovered: [[Bool]]
  private let positions: [String: (index: Int, cells: [String: Int])]
  private var undeclared: [CoverageHit] = []

  init(_ dimensions: [CoverageDimension]) {
    self.dimensions = dimensions
    isCovered = dimensions.map { Array(repeating: false, count: $0.cells.count) }
    var positions: [String: (index: Int, cells: [String: Int])] = [:]
    for (index, dimension) in dimensions.enumerated() where positions[dimension.name] == nil {
      let cells = dimension.cells.enumerated().map { ($0.element, $0.offset) }
      positions[dimension.name] = (index, Dictionary(cells) { first, _ in first })
    }
    self.positions = positions
  }

  mutating func add(_ hits: [CoverageHit]) {
    for hit in hits {
      if let position = positions[hit.dimension], let cell = position.cells[hit.cell] {
        isCovered[position.index][cell] = true
      } else if !undeclared.contains(hit) {
        undeclared.append(hit)
      }
    }
  }

  var table: CoverageTable {
    CoverageTable(dimensions, undeclared: undeclared) { isCovered[$0][$1] }
  }
}
