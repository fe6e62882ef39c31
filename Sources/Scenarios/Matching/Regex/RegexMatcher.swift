import TerminalText

/// A matcher that runs a pattern over a line and follows all alternatives in parallel. Any pattern takes O(instructions
/// · characters). If there are several matches, the result is the match that a backtracking matcher would find first.
struct RegexMatcher {
  private let program: RegexProgram
  private let slotCount: Int
  private var current = ThreadList()
  private var next = ThreadList()
  private var stack: [Frame] = []
  private var slots: [Int]

  private enum Frame {
    case visit(Int)
    case restore(slot: Int, value: Int)
  }

  /// The instructions that the match may have reached, in order of preference. Each has its own captures.
  private struct ThreadList {
    var threads: [Int] = []
    var slots: [Int] = []
    var isListed: [Bool] = []

    mutating func reset() {
      for thread in threads { isListed[thread] = false }
      threads.removeAll(keepingCapacity: true)
      slots.removeAll(keepingCapacity: true)
    }
  }

  init(_ program: RegexProgram) {
    self.program = program
    slotCount = 2 * program.names.count
    slots = Array(repeating: -1, count: slotCount)
    current.isListed = Array(repeating: false, count: program.instructions.count)
    next.isListed = current.isListed
  }

  /// Returns the range of each capture if the whole line matches. The range of a capture that took no part in the match
  /// is empty. Returns `nil` if the line does not match or the budget is spent.
  mutating func match(
    _ line: Span<UInt8>, budget: inout MatchBudget
  ) -> [Range<Int>]? {
    for slot in slots.indices { slots[slot] = -1 }
    next.reset()
    add(0, at: 0, nil, RegexMatcher.scalar(of: line, at: 0).0, &budget)
    swap(&current, &next)
    var position = 0
    while !budget.isSpent {
      let (here, length) = RegexMatcher.scalar(of: line, at: position)
      guard let here else { return captures() }
      next.reset()
      let (after, _) = RegexMatcher.scalar(of: line, at: position &+ length)
      for index in current.threads.indices {
        let instruction = current.threads[index]
        guard steps(instruction, over: here) else { continue }
        for slot in 0..<slotCount { slots[slot] = current.slots[index &* slotCount &+ slot] }
        add(instruction &+ 1, at: position &+ length, here, after, &budget)
      }
      if next.threads.isEmpty { return nil }
      swap(&current, &next)
      position &+= length
    }
    return nil
  }

  /// Returns the captures of the preferred thread that has matched, at the end of the line.
  private func captures() -> [Range<Int>]? {
    guard
      let index = current.threads.firstIndex(where: { program.instructions[$0] == .match })
    else { return nil }
    return (0..<program.names.count).map { capture in
      let start = current.slots[index &* slotCount &+ 2 &* capture]
      let end = current.slots[index &* slotCount &+ 2 &* capture &+ 1]
      return start >= 0 && end >= start ? start..<end : 0..<0
    }
  }

  private func steps(_ instruction: Int, over scalar: Unicode.Scalar) -> Bool {
    switch program.instructions[instruction] {
    case .scalar(let wanted): wanted == scalar
    case .any: true
    case .set(let index): program.sets[index].contains(scalar)
    default: false
    }
  }

  /// Adds an instruction, and those that follow it without a character, to the list for the next position.
  private mutating func add(
    _ first: Int, at position: Int, _ before: Unicode.Scalar?, _ after: Unicode.Scalar?,
    _ budget: inout MatchBudget
  ) {
    stack.append(.visit(first))
    while let frame = stack.popLast() {
      switch frame {
      case .restore(let slot, let value): slots[slot] = value
      case .visit(let instruction):
        budget.spend(1)
        if next.isListed[instruction] { continue }
        next.isListed[instruction] = true
        next.threads.append(instruction)
        next.slots.append(contentsOf: slots)
        follow(instruction, at: position, before, after)
      }
    }
  }

  private mutating func follow(
    _ instruction: Int, at position: Int, _ before: Unicode.Scalar?, _ after: Unicode.Scalar?
  ) {
    switch program.instructions[instruction] {
    case .jump(let target): stack.append(.visit(instruction &+ target))
    case .split(let preferred, let other):
      stack.append(.visit(instruction &+ other))
      stack.append(.visit(instruction &+ preferred))
    case .save(let slot):
      stack.append(.restore(slot: slot, value: slots[slot]))
      slots[slot] = position
      stack.append(.visit(instruction &+ 1))
    case .lineStart: if before == nil { stack.append(.visit(instruction &+ 1)) }
    case .lineEnd: if after == nil { stack.append(.visit(instruction &+ 1)) }
    case .wordBoundary(let isNegated):
      let isBoundary = before.map(ScalarClass.isWord) ?? false != after.map(ScalarClass.isWord) ?? false
      if isBoundary != isNegated { stack.append(.visit(instruction &+ 1)) }
    default: break
    }
  }

  /// Returns the scalar at an offset, U+FFFD for a malformed byte; `nil` at the end.
  private static func scalar(
    of line: Span<UInt8>, at offset: Int
  ) -> (Unicode.Scalar?, Int) {
    guard offset < line.count else { return (nil, 0) }
    let (scalar, end) = UTF8Decoding.scalar(of: line, at: offset)
    return (scalar ?? "\u{FFFD}", end &- offset)
  }
}
