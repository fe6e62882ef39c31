/// A regular expression, compiled to instructions for ``RegexMatcher`` (Pike's machine: R. Cox, “Regular Expression Matching:
/// the Virtual Machine Approach”, 2009).
struct RegexProgram: Equatable {
  static let instructionCountMax = 4_000

  enum Instruction: Equatable {
    case scalar(Unicode.Scalar)
    case any
    case set(Int)
    /// Continues at both instructions; the first is preferred.
    case split(Int, Int)
    case jump(Int)
    /// Saves the position in a slot. The slot's number is twice the capture's index, plus one for the end.
    case save(Int)
    case lineStart
    case lineEnd
    case wordBoundary(isNegated: Bool)
    case match
  }

  private(set) var instructions: [Instruction] = []
  private(set) var sets: [ScalarSet] = []
  let names: [String]
  private var work = 0

  /// Compiles a pattern to at most ``instructionCountMax`` instructions. O(instructions).
  init(_ pattern: [UInt8]) throws(RegexError) {
    let (node, names) = try RegexParser.parse(pattern)
    self.names = names
    try compile(node)
    try emit(.match)
  }

  private mutating func emit(_ instruction: Instruction) throws(RegexError) {
    if instructions.count >= Self.instructionCountMax { throw Self.tooLarge }
    instructions.append(instruction)
  }

  private static let tooLarge = RegexError(
    message: "the pattern is too large: nested repetitions multiply", column: 0)

  private mutating func compile(_ node: RegexNode) throws(RegexError) {
    // Repetitions of an empty expression emit nothing, so the time is bounded like the size.
    work += 1
    if work > 10 * Self.instructionCountMax { throw Self.tooLarge }
    switch node {
    case .empty: break
    case .scalar(let scalar): try emit(.scalar(scalar))
    case .any: try emit(.any)
    case .set(let set):
      sets.append(set)
      try emit(.set(sets.count - 1))
    case .sequence(let nodes): for node in nodes { try compile(node) }
    case .choice(let branches): try compile(choice: branches)
    case .group(let node, let capture):
      if let capture { try emit(.save(2 * capture)) }
      try compile(node)
      if let capture { try emit(.save(2 * capture + 1)) }
    case .repeated(let node, let min, let max, let isGreedy):
      for _ in 0..<min { try compile(node) }
      if let max {
        try compile(optional: node, count: max - min, isGreedy: isGreedy)
      } else {
        try compile(loop: node, isGreedy: isGreedy)
      }
    case .lineStart: try emit(.lineStart)
    case .lineEnd: try emit(.lineEnd)
    case .wordBoundary(let isNegated): try emit(.wordBoundary(isNegated: isNegated))
    }
  }

  private mutating func compile(choice branches: [RegexNode]) throws(RegexError) {
    var jumps: [Int] = []
    for (index, branch) in branches.enumerated() {
      guard index < branches.count - 1 else {
        try compile(branch)
        break
      }
      let split = instructions.count
      try emit(.split(split + 1, 0))
      try compile(branch)
      jumps.append(instructions.count)
      try emit(.jump(0))
      instructions[split] = .split(split + 1, instructions.count)
    }
    for jump in jumps { instructions[jump] = .jump(instructions.count) }
  }

  private mutating func compile(
    optional node: RegexNode, count: Int, isGreedy: Bool
  ) throws(RegexError) {
    var splits: [Int] = []
    for _ in 0..<count {
      splits.append(instructions.count)
      try emit(.jump(0))
      try compile(node)
    }
    for split in splits { instructions[split] = branch(split + 1, instructions.count, isGreedy) }
  }

  private mutating func compile(loop node: RegexNode, isGreedy: Bool) throws(RegexError) {
    let split = instructions.count
    try emit(.jump(0))
    try compile(node)
    try emit(.jump(split))
    instructions[split] = branch(split + 1, instructions.count, isGreedy)
  }

  private func branch(_ into: Int, _ past: Int, _ isGreedy: Bool) -> Instruction {
    isGreedy ? .split(into, past) : .split(past, into)
  }
}
