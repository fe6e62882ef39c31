/// A comparison of a command's output with its expected output.
struct OutputMatcher {
  private(set) var patterns: [LinePattern] = []
  let printed: PrintedLines
  private let before: Variables
  /// The captures before the output, and those of its lines that matched.
  private(set) var variables: Variables
  /// The patterns that cannot be read, with the index of their line.
  private(set) var unreadable: [(line: Int, error: RegexError)] = []
  private(set) var budget: MatchBudget

  init(
    _ transcript: Transcript, _ step: Transcript.Step, printed: [UInt8], variables: Variables,
    budget: MatchBudget
  ) {
    self.printed = PrintedLines(printed)
    before = variables
    self.variables = variables
    self.budget = budget
    var pending: [String] = []
    for line in step.body where transcript.lines[line].kind.isOutput {
      do {
        let pattern = try LinePattern(transcript, line: line, variables: variables, pending: pending)
        // The size of the patterns is bounded, and not only their running time.
        self.budget.spend(1 + pattern.instructionCount * MatchBudget.stepsPerInstruction)
        if self.budget.isSpent { return }
        pending.append(contentsOf: pattern.captured)
        patterns.append(pattern)
      } catch {
        unreadable.append((line, error))
      }
    }
  }

  /// Returns whether every printed line is matched, in order.
  ///
  /// The lines between two `...` are a block. A block is placed at the first position at which it matches. Without
  /// captures, this never misses a match, since later blocks do not need the lines above. O(expected · printed)
  /// comparisons at worst.
  ///
  /// If a later line of the same output uses a captured name, the value captured at the first position may be the wrong
  /// one. Then the next positions are tried too. The number of positions can grow exponentially, so this search ends
  /// after a tenth of the remaining steps.
  mutating func matchesInOrder() -> Bool {
    guard unreadable.isEmpty else { return false }
    let gaps = patterns.indices.filter { patterns[$0].isAnyLines }
    guard let first = gaps.first, let last = gaps.last else {
      return patterns.count == printed.count && fits(0..<patterns.count, at: 0)
    }
    let tail = last + 1..<patterns.count
    guard fits(0..<first, at: 0) else { return false }
    let blocks = zip(gaps, gaps.dropFirst()).map { $0 + 1..<$1 }
    let usesCaptures = patterns.contains { $0.isDeferred }
    var (block, at) = (0, first)
    /// The positions of blocks from which the search can continue, with the captures above them.
    var choices: [(block: Int, at: Int, before: Variables)] = []
    var stepsLeftMin: Int?
    while !budget.isSpent {
      let before = variables
      if block == blocks.count {
        if at + tail.count <= printed.count, fits(tail, at: printed.count - tail.count) { return true }
      } else if let found = place(blocks[block], from: at, to: printed.count - tail.count) {
        if usesCaptures, blocks[block].contains(where: { !patterns[$0].captured.isEmpty }) {
          choices.append((block, found, before))
        }
        at = found + blocks[block].count
        block += 1
        continue
      }
      let floor = stepsLeftMin ?? budget.stepsLeft - budget.stepsLeft / 10
      stepsLeftMin = floor
      guard budget.stepsLeft >= floor, let choice = choices.popLast() else { return false }
      (block, at, variables) = (choice.block, choice.at + 1, choice.before)
    }
    return false
  }

  /// Returns the first position at which a block matches and ends at or before `end`; `nil` if there is none.
  private mutating func place(_ block: Range<Int>, from start: Int, to end: Int) -> Int? {
    var at = start
    while at + block.count <= end, !budget.isSpent {
      if fits(block, at: at) { return at }
      at += 1
      budget.spend(1)
    }
    return nil
  }

  /// Returns whether a run of patterns matches the lines from `start`. Names are captured only if all lines match.
  private mutating func fits(_ range: Range<Int>, at start: Int) -> Bool {
    guard start + range.count <= printed.count else { return false }
    var attempt = variables
    for (offset, index) in range.enumerated() {
      guard
        patterns[index].matches(printed[start + offset], variables: &attempt, budget: &budget)
      else { return false }
    }
    variables = attempt
    return true
  }

  /// Returns whether pattern `p` alone matches line `l`. Names captured in the same output match any text.
  mutating func matches(_ p: Int, _ l: Int) -> Bool {
    patterns[p].couldMatch(printed[l], variables: before, budget: &budget)
  }

  /// Returns whether pattern `p` matches line `l` with the names that the lines above captured, and adds its captures.
  mutating func confirms(_ p: Int, _ l: Int) -> Bool {
    patterns[p].matches(printed[l], variables: &variables, budget: &budget)
  }

  mutating func spend(_ steps: Int) { budget.spend(steps) }

  mutating func exhaust() { budget.exhaust() }

  mutating func resetVariables() { variables = before }

  /// Restores earlier captures.
  mutating func restore(_ variables: Variables) { self.variables = variables }
}

extension OutputMatcher {
  /// The maximum number of cells in the table of the exact alignment.
  static let cellCountMax = 1_000_000

  /// Returns the cheapest alignment of the expected and the printed lines, in order.
  ///
  /// If the lines are too many for the table, they are divided at blocks between `...` that match as a whole. In a part
  /// that is still too large, the first `...` matches all lines that are not paired from both ends. A part without
  /// `...` is compared by Myers' algorithm. O((expected + printed) · 1,000) comparisons at most.
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
      guard let found = position(of: block, in: line..<actual.upperBound) else { continue }
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

  private mutating func position(of block: Range<Int>, in lines: Range<Int>) -> Int? {
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
    // The lines before the first and after the last `...` are paired one by one from both ends.
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

  /// Aligns a part without `...` that is too large for the table.
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

  /// Checks each pair again in order, with the names that the lines above captured.
  private mutating func confirmed(_ lines: [AlignedLine]) -> [AlignedLine] {
    resetVariables()
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

extension OutputMatcher {
  /// Aligns lines by dynamic programming over all pairs.
  ///
  /// A line that `...` matches costs 2, a missing or extra line 4, and a replaced line 5. With these costs, lines are
  /// paired where possible, and `...` does not match a changed line next to it. Among alignments of equal cost, the one
  /// whose replaced lines have most in common is chosen.
  mutating func table(
    _ expected: Range<Int>, _ actual: Range<Int>, into lines: inout [AlignedLine]
  ) {
    let width = actual.count + 1
    var moves = [Move](repeating: .none, count: (expected.count + 1) * width)
    // A table has at most 1,000 replaced lines, whose likenesses together are less than one unit of the costs.
    let unit = 1 << 20
    let likenesses = actual.map { LineLikeness(printed[$0]) }
    var costs = [Int](repeating: 0, count: width)
    var above = costs
    for column in 1..<max(1, width) {
      costs[column] = 4 * unit * column
      moves[column] = .extra
    }
    for row in 1..<expected.count + 1 {
      swap(&costs, &above)
      let pattern = expected.lowerBound + row - 1
      let isAny = patterns[pattern].isAnyLines
      let likeness = patterns[pattern].likeness
      // Within the row of `...`, each matched line costs 2.
      costs[0] = above[0] + (isAny ? 0 : 4 * unit)
      moves[row * width] = isAny ? .endAny : .missing
      for column in 1..<max(1, width) {
        var best: Int
        var move: Move
        if isAny {
          (best, move) = (above[column], .endAny)
          if costs[column - 1] + 2 * unit <= best { (best, move) = (costs[column - 1] + 2 * unit, .any) }
        } else {
          let isSame = !budget.isSpent && matches(pattern, actual.lowerBound + column - 1)
          (best, move) = (above[column - 1], .same)
          if !isSame {
            best += 5 * unit - likeness.compared(to: likenesses[column - 1])
            move = .replaced
          }
          if above[column] + 4 * unit < best { (best, move) = (above[column] + 4 * unit, .missing) }
          if costs[column - 1] + 4 * unit < best { (best, move) = (costs[column - 1] + 4 * unit, .extra) }
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

  /// Returns the runs from the end back to the beginning.
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
