extension OutputMatcher {
  /// The table of the exact alignment has at most this many cells.
  static let cellCountMax = 1_000_000

  /// The cheapest way to tell the expected lines from the printed ones, in order.
  ///
  /// What is too large for the table is cut into parts at the blocks between `...` that stand somewhere as a
  /// whole. A part that is still too large keeps its first `...` for all that no line beside it takes, and
  /// without one it is compared by Myers' algorithm. O((expected + printed) · 1,000) comparisons at most.
  mutating func alignment() -> [AlignedLine] {
    var head = 0
    while head < min(patterns.count, printed.count), matches(head, head) { head += 1 }
    var tail = 0
    while tail < min(patterns.count, printed.count) - head,
      matches(patterns.count - 1 - tail, printed.count - 1 - tail)
    { tail += 1 }
    let expected = head..<patterns.count - tail
    let actual = head..<printed.count - tail
    var lines: [AlignedLine] = []
    lines.add(.same(0, 0, count: head))
    align(expected, actual, into: &lines)
    lines.add(.same(expected.upperBound, actual.upperBound, count: tail))
    return confirmed(lines)
  }

  private mutating func align(
    _ expected: Range<Int>, _ actual: Range<Int>, into lines: inout [AlignedLine]
  ) {
    if fitsTable(expected, actual) { return table(expected, actual, into: &lines) }
    let gaps = expected.filter { patterns[$0].isAnyLines }
    var (pattern, line) = (expected.lowerBound, actual.lowerBound)
    for (gap, next) in zip(gaps, gaps.dropFirst()) where next > gap + 1 {
      let block = gap + 1..<next
      guard let found = place(of: block, in: line..<actual.upperBound) else { continue }
      alignPart(pattern..<block.lowerBound, line..<found, into: &lines)
      lines.add(.same(block.lowerBound, found, count: block.count))
      (pattern, line) = (block.upperBound, found + block.count)
    }
    alignPart(pattern..<expected.upperBound, line..<actual.upperBound, into: &lines)
  }

  private func fitsTable(_ expected: Range<Int>, _ actual: Range<Int>) -> Bool {
    let (cells, overflow) = (expected.count + 1).multipliedReportingOverflow(by: actual.count + 1)
    return !overflow && cells <= Self.cellCountMax && !budget.isSpent
  }

  /// The first place at which all patterns of a block match.
  private mutating func place(of block: Range<Int>, in lines: Range<Int>) -> Int? {
    var start = lines.lowerBound
    while start + block.count <= lines.upperBound, !budget.isSpent {
      var count = 0
      while count < block.count, matches(block.lowerBound + count, start + count) { count += 1 }
      if count == block.count { return start }
      start += 1
    }
    return nil
  }

  private mutating func alignPart(
    _ expected: Range<Int>, _ actual: Range<Int>, into lines: inout [AlignedLine]
  ) {
    if fitsTable(expected, actual) { return table(expected, actual, into: &lines) }
    guard let first = expected.first(where: { patterns[$0].isAnyLines }),
      let last = expected.last(where: { patterns[$0].isAnyLines })
    else { return distant(expected, actual, into: &lines) }
    // The lines beside `...` are taken one by one from both ends.
    let head = min(first - expected.lowerBound, actual.count)
    let tail = min(expected.upperBound - last - 1, actual.count - head)
    pair(expected.lowerBound, actual.lowerBound, count: head, into: &lines)
    lines.add(.missing(expected.lowerBound + head, count: first - expected.lowerBound - head))
    lines.add(.any(first, count: actual.count - head - tail))
    for pattern in first + 1..<max(first + 1, last + 1) {
      lines.add(patterns[pattern].isAnyLines ? .any(pattern, count: 0) : .missing(pattern, count: 1))
    }
    lines.add(.missing(last + 1, count: expected.upperBound - last - 1 - tail))
    pair(expected.upperBound - tail, actual.upperBound - tail, count: tail, into: &lines)
  }

  private mutating func pair(_ pattern: Int, _ line: Int, count: Int, into lines: inout [AlignedLine]) {
    for at in 0..<count {
      let isSame = matches(pattern + at, line + at)
      lines.add(
        isSame ? .same(pattern + at, line + at, count: 1) : .replaced(pattern + at, line + at, count: 1))
    }
  }

  /// For parts without `...` that are too large for the table.
  private mutating func distant(
    _ expected: Range<Int>, _ actual: Range<Int>, into lines: inout [AlignedLine]
  ) {
    let (old, new) = (expected.lowerBound, actual.lowerBound)
    let edits = MyersDiff.edits(expected.count, actual.count, distanceMax: 1_000) {
      !budget.isSpent && matches(old + $0, new + $1)
    }
    guard let edits else {
      lines.add(.missing(old, count: expected.count))
      return lines.add(.extra(new, count: actual.count))
    }
    for edit in edits {
      switch edit {
      case .same(let p, let l): lines.add(.same(old + p, new + l, count: 1))
      case .remove(let p): lines.add(.missing(old + p, count: 1))
      case .insert(let l): lines.add(.extra(new + l, count: 1))
      }
    }
  }

  /// Takes each pair once more in order, with the names that the lines above captured.
  private mutating func confirmed(_ lines: [AlignedLine]) -> [AlignedLine] {
    forget()
    var confirmed: [AlignedLine] = []
    for line in lines {
      guard case .same(let pattern, let printed, let count) = line else {
        confirmed.add(line)
        continue
      }
      for at in 0..<count {
        let isSame = confirms(pattern + at, printed + at)
        confirmed.add(
          isSame
            ? .same(pattern + at, printed + at, count: 1) : .replaced(pattern + at, printed + at, count: 1))
      }
    }
    return confirmed
  }
}
