extension OutputMatcher {
  /// The maximum number of unordered lines. An output with more lines is not compared.
  static let unorderedCountMax = 100_000

  /// The pairs of patterns and printed lines.
  private struct Pairs {
    /// The pattern of each line, if it has one.
    var owner: [Int?]
    /// The line of each pattern, if it has one.
    var lineOf: [Int?]
  }

  /// Returns an alignment of an `# unordered` output with as many pairs as possible.
  ///
  /// Literal lines are paired first, each with the first free line. The remaining lines belong to `...` if there is
  /// one. At worst O(patterns · lines) comparisons per pattern (Kuhn's bipartite matching).
  ///
  /// If a line uses a name that another line of the same output captures, the lines that capture names are paired one
  /// after the other, each with every line that it matches, until all others can be paired too. This search ends after
  /// a tenth of the remaining steps.
  mutating func unorderedAlignment() -> [AlignedLine] {
    resetVariables()
    if printed.count > Self.unorderedCountMax || patterns.count > Self.unorderedCountMax {
      exhaust()
      return []
    }
    let isPlain: (LinePattern) -> Bool = { $0.kind == .text || $0.kind == .escaped }
    let order =
      patterns.indices.filter { isPlain(patterns[$0]) } + patterns.indices.filter { !isPlain(patterns[$0]) }
    let pairs = patterns.contains(where: \.isDeferred) ? pairsWithCaptures(order) : nil
    return lines(of: pairs ?? self.pairs(order))
  }

  private mutating func lines(of pairs: Pairs) -> [AlignedLine] {
    resetVariables()
    var lines: [AlignedLine] = []
    let free = printed.indices.filter { pairs.owner[$0] == nil }
    let any = patterns.indices.first { patterns[$0].isAnyLines }
    for pattern in patterns.indices {
      if patterns[pattern].isAnyLines {
        lines.append(.any(pattern, count: pattern == any ? free.count : 0))
      } else if let line = pairs.lineOf[pattern] {
        lines.append(
          confirms(pattern, line) ? .same(pattern, line, count: 1) : .replaced(pattern, line, count: 1))
      } else {
        lines.append(.missing(pattern, count: 1))
      }
    }
    if any == nil { lines += free.map { .extra($0, count: 1) } }
    return lines
  }

  /// Returns as many pairs as possible, in which names captured in the same output match any text.
  private mutating func pairs(_ order: [Int]) -> Pairs {
    var pairs = Pairs(
      owner: [Int?](repeating: nil, count: printed.count),
      lineOf: [Int?](repeating: nil, count: patterns.count))
    for pattern in order where !patterns[pattern].isAnyLines && !budget.isSpent {
      position(pattern, in: &pairs) { $0.matches($1, $2) }
    }
    return pairs
  }

  /// Returns pairs in which names match the captured texts; `nil` if the search finds none for all lines.
  private mutating func pairsWithCaptures(_ order: [Int]) -> Pairs? {
    let capturing = patterns.indices.filter { !patterns[$0].captured.isEmpty }
    let others = order.filter { patterns[$0].captured.isEmpty && !patterns[$0].isAnyLines }
    let hasAny = patterns.contains(where: \.isAnyLines)
    let stepsLeftMin = budget.stepsLeft - budget.stepsLeft / 10
    var pairs = Pairs(
      owner: [Int?](repeating: nil, count: printed.count),
      lineOf: [Int?](repeating: nil, count: patterns.count))
    /// The lines of the first of the capturing patterns, with the captures above each.
    var choices: [(line: Int, before: Variables)] = []
    var next = 0
    while budget.stepsLeft > stepsLeftMin {
      if choices.count == capturing.count {
        var all = pairs
        let taken = pairs.owner
        for pattern in others {
          position(pattern, in: &all) { taken[$2] == nil && $0.confirms($1, $2) }
          if all.lineOf[pattern] == nil { break }
        }
        let isComplete = others.allSatisfy { all.lineOf[$0] != nil }
        if isComplete, hasAny || all.owner.allSatisfy({ $0 != nil }) { return all }
      } else {
        let (pattern, before) = (capturing[choices.count], variables)
        while next < printed.count, pairs.owner[next] != nil || !confirms(pattern, next) { next += 1 }
        if next < printed.count {
          choices.append((next, before))
          (pairs.owner[next], pairs.lineOf[pattern], next) = (pattern, next, 0)
          continue
        }
      }
      guard let last = choices.popLast() else { return nil }
      let pattern = capturing[choices.count]
      (pairs.owner[last.line], pairs.lineOf[pattern]) = (nil, nil)
      restore(last.before)
      next = last.line + 1
    }
    return nil
  }

  /// Pairs a pattern with a line. If needed, other patterns are paired with different lines. The search is
  /// breadth-first, so that no input causes deep recursion.
  private mutating func position(
    _ pattern: Int, in pairs: inout Pairs, _ matches: (inout OutputMatcher, Int, Int) -> Bool
  ) {
    var cameFrom = [Int?](repeating: nil, count: printed.count)
    spend(printed.count)
    var queue = [pattern]
    var next = 0
    while next < queue.count {
      let candidate = queue[next]
      next += 1
      for line in printed.indices where cameFrom[line] == nil {
        if budget.isSpent { return }
        guard matches(&self, candidate, line) else { continue }
        cameFrom[line] = candidate
        guard let other = pairs.owner[line] else { return assign(line, cameFrom, &pairs) }
        queue.append(other)
      }
    }
  }

  private func assign(_ line: Int, _ cameFrom: [Int?], _ pairs: inout Pairs) {
    var free: Int? = line
    while let line = free, let pattern = cameFrom[line] {
      free = pairs.lineOf[pattern]
      pairs.owner[line] = pattern
      pairs.lineOf[pattern] = line
    }
  }
}
