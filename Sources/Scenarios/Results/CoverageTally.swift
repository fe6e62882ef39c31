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
          missing: zip(dimension.cells, isCovered).filter { !$1 }.map(\.0),
          isOfLanguage: dimension.isOfLanguage)
      },
      undeclared: undeclared)
  }
}
