/// What a reader of the lines of a list takes to be visible: each line applied to the one before.
struct VisibleText {
  private(set) var rows: [String] = []
  let path: String

  init(_ path: String) { self.path = path }

  /// Applies the printed lines of a list with a single column; returns what is wrong with them.
  mutating func apply(_ output: String) -> String? {
    for line in output.split(separator: "\n") {
      let parts = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3, parts[1] == path else { return "no line of the list: \(line)" }
      guard let end = parts[2].firstRange(of: "  ") else { return "no fields: \(line)" }
      let places = parts[2][..<end.lowerBound].split(separator: "→").compactMap { Int($0) }
      let texts = parts[2][end.upperBound...].split(separator: "→").map(String.init)
      guard let place = places.first, let old = texts.first, let new = texts.last else {
        return "bad: \(line)"
      }
      switch (parts[0], places.count, texts.count) {
      case ("+", 1, 1) where (1...rows.count + 1).contains(place):
        rows.insert(new, at: place - 1)
      case ("-", 1, 1) where rows.indices.contains(place - 1) && rows[place - 1] == old:
        rows.remove(at: place - 1)
      case ("~", 1, 2) where rows.indices.contains(place - 1) && rows[place - 1] == old && old != new:
        rows[place - 1] = new
      case ("^", 2, 1...2)
      where rows.indices.contains(place - 1) && rows.indices.contains(places[1] - 1)
        && rows[place - 1] == old && place != places[1]:
        rows.remove(at: place - 1)
        rows.insert(new, at: places[1] - 1)
      default:
        return "does not fit \(rows): \(line)"
      }
    }
    return nil
  }
}
