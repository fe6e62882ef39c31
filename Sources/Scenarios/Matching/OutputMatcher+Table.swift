extension OutputMatcher {
  /// Dynamic programming over all pairs. A line that `...` stands for costs 2, one too many or too few 4,
  /// one instead of another 5: so lines pair up, and `...` does not swallow a changed neighbour on either side.
  mutating func table(
    _ expected: Range<Int>, _ actual: Range<Int>, into lines: inout [AlignedLine]
  ) {
    let width = actual.count + 1
    var moves = [Move](repeating: .none, count: (expected.count + 1) * width)
    var costs = [Int32](repeating: 0, count: width)
    var above = costs
    for column in 1..<max(1, width) {
      costs[column] = 4 * Int32(column)
      moves[column] = .extra
    }
    for row in 1..<expected.count + 1 {
      swap(&costs, &above)
      let pattern = expected.lowerBound + row - 1
      let isAny = patterns[pattern].isAnyLines
      // Lines may be taken by `...` in its own row, at 2 each.
      costs[0] = above[0] + (isAny ? 0 : 4)
      moves[row * width] = isAny ? .endAny : .missing
      for column in 1..<max(1, width) {
        var best: Int32
        var move: Move
        if isAny {
          (best, move) = (above[column], .endAny)
          if costs[column - 1] + 2 <= best { (best, move) = (costs[column - 1] + 2, .any) }
        } else {
          let isSame = !budget.isSpent && matches(pattern, actual.lowerBound + column - 1)
          (best, move) = isSame ? (above[column - 1], .same) : (above[column - 1] + 5, .replaced)
          if above[column] + 4 < best { (best, move) = (above[column] + 4, .missing) }
          if costs[column - 1] + 4 < best { (best, move) = (costs[column - 1] + 4, .extra) }
        }
        costs[column] = best
        moves[row * width + column] = move
      }
    }
    for line in walk(moves, width, expected, actual).reversed() { lines.add(line) }
  }

  private enum Move: UInt8 {
    case none, same, replaced, missing, extra, any, endAny
  }

  /// The moves from the end back to the beginning.
  private func walk(
    _ moves: [Move], _ width: Int, _ expected: Range<Int>, _ actual: Range<Int>
  ) -> [AlignedLine] {
    var lines: [AlignedLine] = []
    var (row, column, taken) = (expected.count, actual.count, 0)
    while row > 0 || column > 0 {
      let (pattern, line) = (expected.lowerBound + row - 1, actual.lowerBound + column - 1)
      switch moves[row * width + column] {
      case .same:
        lines.append(.same(pattern, line, count: 1))
        (row, column) = (row - 1, column - 1)
      case .replaced:
        lines.append(.replaced(pattern, line, count: 1))
        (row, column) = (row - 1, column - 1)
      case .missing:
        lines.append(.missing(pattern, count: 1))
        row -= 1
      case .any:
        taken += 1
        column -= 1
      case .endAny:
        lines.append(.any(pattern, count: taken))
        taken = 0
        row -= 1
      case .extra, .none:
        lines.append(.extra(line, count: 1))
        column -= 1
      }
    }
    return lines
  }
}
