/// A choice of a small set of walks that reaches the same coverage cells as a whole corpus.
///
/// The algorithm repeatedly chooses the walk that reaches the most new cells (Chvátal, “A greedy heuristic for the
/// set-covering problem”, 1979), and then removes walks whose cells the others cover. The result does not depend on the
/// order of the walks.
struct CorpusMinimiser {
  /// A walk with the cells that it reaches.
  struct Walk {
    let lines: [String]
    let seed: UInt64
    /// The numbers of the cells that the walk reaches, in ascending order.
    let cells: [Int]
    fileprivate let byteCount: Int

    init(lines: [String], seed: UInt64, cells: [Int]) {
      (self.lines, self.seed, self.cells) = (lines, seed, cells)
      byteCount = lines.reduce(0) { $0 + $1.utf8.count }
    }

    /// Returns a Boolean value that indicates whether the walk is preferred to another that reaches as many cells,
    /// since it is shorter.
    fileprivate func precedes(_ other: Walk) -> Bool {
      let sizes = (lines.count, byteCount, seed)
      let others = (other.lines.count, other.byteCount, other.seed)
      if sizes != others { return sizes < others }
      if lines != other.lines { return lines.lexicographicallyPrecedes(other.lines) }
      return cells.lexicographicallyPrecedes(other.cells)
    }
  }

  /// Returns the chosen walks, each with the cells that the walks before it do not reach.
  ///
  /// - Complexity: O(walks × cells).
  static func minimised(_ walks: [Walk], cellCount: Int) -> [(walk: Walk, new: [Int])] {
    let sorted = walks.sorted { $0.precedes($1) }
    var isReached = [Bool](repeating: false, count: cellCount)
    /// For each walk, an upper bound of its number of new cells. The number can only decrease as walks are chosen.
    var bounds = sorted.map(\.cells.count)
    var chosen: [Walk] = []
    while true {
      var best = (index: -1, count: 0)
      for index in sorted.indices where bounds[index] > best.count {
        bounds[index] = sorted[index].cells.count { !isReached[$0] }
        if bounds[index] > best.count { best = (index, bounds[index]) }
      }
      if best.count == 0 { break }
      for cell in sorted[best.index].cells { isReached[cell] = true }
      chosen.append(sorted[best.index])
    }
    return withNew(withoutSuperfluous(chosen, cellCount: cellCount), cellCount: cellCount)
  }

  /// Removes walks whose cells the others cover, beginning with the last.
  private static func withoutSuperfluous(_ walks: [Walk], cellCount: Int) -> [Walk] {
    var counts = [Int](repeating: 0, count: cellCount)
    for cell in walks.flatMap(\.cells) { counts[cell] += 1 }
    var kept: [Walk] = []
    for walk in walks.reversed() {
      if walk.cells.allSatisfy({ counts[$0] > 1 }) {
        for cell in walk.cells { counts[cell] -= 1 }
      } else {
        kept.append(walk)
      }
    }
    return kept.reversed()
  }

  private static func withNew(_ walks: [Walk], cellCount: Int) -> [(walk: Walk, new: [Int])] {
    var isReached = [Bool](repeating: false, count: cellCount)
    return walks.map { walk in
      let new = walk.cells.filter { !isReached[$0] }
      for cell in new { isReached[cell] = true }
      return (walk, new)
    }
  }
}
