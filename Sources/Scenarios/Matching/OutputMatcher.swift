/// Compares what a command printed with the lines that are expected of it.
struct OutputMatcher {
  private(set) var patterns: [LinePattern] = []
  let printed: PrintedLines
  private let before: Variables
  /// The captures after a match, or those of the lines that matched.
  private(set) var variables: Variables
  /// Patterns that cannot be read, with the index of their line.
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
        // What patterns take is bounded as well as how long they run.
        self.budget.spend(1 + pattern.instructionCount * MatchBudget.stepsPerInstruction)
        if self.budget.isSpent { return }
        pending.append(contentsOf: pattern.captured)
        patterns.append(pattern)
      } catch {
        unreadable.append((line, error))
      }
    }
  }

  /// Returns a Boolean value that indicates whether every printed line is matched, in order.
  ///
  /// Between two `...` the lines stand together; they are looked for from the top, and the first place
  /// where they fit is theirs (which never loses a match, since nothing after it needs the lines above).
  /// O(expected · printed) comparisons at worst.
  mutating func matchesInOrder() -> Bool {
    guard unreadable.isEmpty else { return false }
    let gaps = patterns.indices.filter { patterns[$0].isAnyLines }
    guard let first = gaps.first, let last = gaps.last else {
      return patterns.count == printed.count && fits(0..<patterns.count, at: 0)
    }
    let tail = last + 1..<patterns.count
    guard fits(0..<first, at: 0) else { return false }
    var at = first
    for (gap, next) in zip(gaps, gaps.dropFirst()) {
      let block = gap + 1..<next
      while !fits(block, at: at) {
        at += 1
        budget.spend(1)
        if budget.isSpent || at + block.count + tail.count > printed.count { return false }
      }
      at += block.count
    }
    return at + tail.count <= printed.count && fits(tail, at: printed.count - tail.count)
  }

  /// Returns a Boolean value that indicates whether a run of patterns matches the lines from `start`; captures only
  /// if all of them match.
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

  /// Returns a Boolean value that indicates whether pattern `p` matches line `l` by itself; names captured in the
  /// same output match any text.
  mutating func matches(_ p: Int, _ l: Int) -> Bool {
    patterns[p].couldMatch(printed[l], variables: before, budget: &budget)
  }

  /// The same in its place: with, and adding to, what the lines above captured.
  mutating func confirms(_ p: Int, _ l: Int) -> Bool {
    patterns[p].matches(printed[l], variables: &variables, budget: &budget)
  }

  mutating func spend(_ steps: Int) { budget.spend(steps) }

  mutating func exhaust() { budget.exhaust() }

  mutating func forget() { variables = before }
}
