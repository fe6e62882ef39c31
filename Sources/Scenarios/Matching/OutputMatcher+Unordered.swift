extension OutputMatcher {
  /// More lines without an order are not compared.
  static let unorderedCountMax = 100_000

  /// Pairs the lines of an `# unordered` output: as many pairs as possible, lines without a pattern first, each with
  /// the first free line. Lines left over belong to `...` if there is one. At worst O(patterns · lines) comparisons
  /// per pattern (Kuhn's bipartite matching).
  mutating func unorderedAlignment() -> [AlignedLine] {
    forget()
    if printed.count > Self.unorderedCountMax || patterns.count > Self.unorderedCountMax {
      exhaust()
      return []
    }
    var owner = [Int?](repeating: nil, count: printed.count)
    var lineOf = [Int?](repeating: nil, count: patterns.count)
    let isPlain: (LinePattern) -> Bool = { $0.kind == .text || $0.kind == .escaped }
    let order =
      patterns.indices.filter { isPlain(patterns[$0]) } + patterns.indices.filter { !isPlain(patterns[$0]) }
    for pattern in order where !patterns[pattern].isAnyLines && !budget.isSpent {
      place(pattern, &owner, &lineOf)
    }
    var lines: [AlignedLine] = []
    let free = printed.indices.filter { owner[$0] == nil }
    let any = patterns.indices.first { patterns[$0].isAnyLines }
    for pattern in patterns.indices {
      if patterns[pattern].isAnyLines {
        lines.append(.any(pattern, count: pattern == any ? free.count : 0))
      } else if let line = lineOf[pattern] {
        _ = confirms(pattern, line)
        lines.append(.same(pattern, line, count: 1))
      } else {
        lines.append(.missing(pattern, count: 1))
      }
    }
    if any == nil { lines += free.map { .extra($0, count: 1) } }
    return lines
  }

  /// Finds a line for one pattern, moving others to another line of theirs where that helps
  /// (breadth first, so that no input makes it recurse deeply).
  private mutating func place(_ pattern: Int, _ owner: inout [Int?], _ lineOf: inout [Int?]) {
    var cameFrom = [Int?](repeating: nil, count: printed.count)
    spend(printed.count)
    var queue = [pattern]
    var next = 0
    while next < queue.count {
      let candidate = queue[next]
      next += 1
      for line in printed.indices where cameFrom[line] == nil {
        if budget.isSpent { return }
        guard matches(candidate, line) else { continue }
        cameFrom[line] = candidate
        guard let other = owner[line] else { return assign(line, cameFrom, &owner, &lineOf) }
        queue.append(other)
      }
    }
  }

  private func assign(
    _ line: Int, _ cameFrom: [Int?], _ owner: inout [Int?], _ lineOf: inout [Int?]
  ) {
    var free: Int? = line
    while let line = free, let pattern = cameFrom[line] {
      free = lineOf[pattern]
      owner[line] = pattern
      lineOf[pattern] = line
    }
  }
}
