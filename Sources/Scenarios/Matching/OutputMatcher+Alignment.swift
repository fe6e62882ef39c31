/// How expected and printed lines belong together: one item per line, in reading order.
enum AlignedLine: Equatable {
  /// Pattern and printed line match.
  case same(Int, Int)
  /// `...` and the number of printed lines that it stands for here.
  case any(Int, count: Int)
  /// A printed line stands where another was expected.
  case replaced(Int, Int)
  /// Expected, not printed.
  case missing(Int)
  /// Printed, not expected.
  case extra(Int)
}

extension OutputMatcher {
  /// The table of the exact alignment has at most this many cells; larger texts are compared by Myers'
  /// algorithm, which finds the same where no `...` is concerned.
  static let cellCountMax = 1_000_000

  /// The cheapest way to tell the expected lines from the printed ones, in order.
  mutating func alignment() -> [AlignedLine] {
    var head = 0
    while head < min(patterns.count, printed.count), matches(head, head) { head += 1 }
    var tail = 0
    while tail < min(patterns.count, printed.count) - head,
      matches(patterns.count - 1 - tail, printed.count - 1 - tail)
    { tail += 1 }
    let expected = head..<patterns.count - tail
    let actual = head..<printed.count - tail
    var lines = (0..<head).map { AlignedLine.same($0, $0) }
    if (expected.count + 1).multipliedReportingOverflow(by: actual.count + 1).overflow
      || (expected.count + 1) * (actual.count + 1) > Self.cellCountMax || budget.isSpent
    {
      lines += distant(expected, actual)
    } else {
      lines += table(expected, actual)
    }
    lines += (0..<tail).map { .same(patterns.count - tail + $0, printed.count - tail + $0) }
    return confirmed(lines)
  }

  /// Dynamic programming over all pairs. A line that `...` stands for costs 1, one too many or too few 2,
  /// one instead of another 3: so lines pair up, and `...` does not swallow a changed neighbour.
  private mutating func table(_ expected: Range<Int>, _ actual: Range<Int>) -> [AlignedLine] {
    let width = actual.count + 1
    var moves = [Move](repeating: .none, count: (expected.count + 1) * width)
    var costs = [Int32](repeating: 0, count: width)
    var above = costs
    for column in 1..<max(1, width) {
      costs[column] = 2 * Int32(column)
      moves[column] = .extra
    }
    for row in 1..<expected.count + 1 {
      swap(&costs, &above)
      let pattern = expected.lowerBound + row - 1
      let isAny = patterns[pattern].isAnyLines
      // Lines may be taken by `...` in its own row, at 1 each.
      costs[0] = above[0] + (isAny ? 0 : 2)
      moves[row * width] = isAny ? .endAny : .missing
      for column in 1..<max(1, width) {
        var best: Int32
        var move: Move
        if isAny {
          (best, move) = (above[column], .endAny)
          if costs[column - 1] + 1 <= best { (best, move) = (costs[column - 1] + 1, .any) }
        } else {
          let isSame = matches(pattern, actual.lowerBound + column - 1)
          (best, move) = isSame ? (above[column - 1], .same) : (above[column - 1] + 3, .replaced)
          if above[column] + 2 < best { (best, move) = (above[column] + 2, .missing) }
          if costs[column - 1] + 2 < best { (best, move) = (costs[column - 1] + 2, .extra) }
        }
        costs[column] = best
        moves[row * width + column] = move
      }
    }
    return walk(moves, width, expected, actual)
  }

  private enum Move: UInt8 {
    case none, same, replaced, missing, extra, any, endAny
  }

  private func walk(
    _ moves: [Move], _ width: Int, _ expected: Range<Int>, _ actual: Range<Int>
  ) -> [AlignedLine] {
    var lines: [AlignedLine] = []
    var (row, column, taken) = (expected.count, actual.count, 0)
    while row > 0 || column > 0 {
      let (pattern, line) = (expected.lowerBound + row - 1, actual.lowerBound + column - 1)
      switch moves[row * width + column] {
      case .same:
        lines.append(.same(pattern, line))
        (row, column) = (row - 1, column - 1)
      case .replaced:
        lines.append(.replaced(pattern, line))
        (row, column) = (row - 1, column - 1)
      case .missing:
        lines.append(.missing(pattern))
        row -= 1
      case .any:
        taken += 1
        column -= 1
      case .endAny:
        lines.append(.any(pattern, count: taken))
        taken = 0
        row -= 1
      case .extra, .none:
        lines.append(.extra(line))
        column -= 1
      }
    }
    return lines.reversed()
  }

  /// For texts too large for the table.
  private mutating func distant(_ expected: Range<Int>, _ actual: Range<Int>) -> [AlignedLine] {
    let edits = MyersDiff.edits(expected.count, actual.count, distanceMax: 1_000) {
      matches(expected.lowerBound + $0, actual.lowerBound + $1)
    }
    return edits.map { edit in
      switch edit {
      case .same(let old, let new): .same(expected.lowerBound + old, actual.lowerBound + new)
      case .remove(let old): .missing(expected.lowerBound + old)
      case .insert(let new): .extra(actual.lowerBound + new)
      }
    }
  }

  /// Takes each pair once more in order, with the names that the lines above captured.
  private mutating func confirmed(_ lines: [AlignedLine]) -> [AlignedLine] {
    forget()
    return lines.map { line in
      if case .same(let p, let l) = line, !confirms(p, l) { return .replaced(p, l) }
      return line
    }
  }
}
