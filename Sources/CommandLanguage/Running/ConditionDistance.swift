/// The distance of the current state from a state in which a condition holds.
struct ConditionDistance {
  private let evaluator: Evaluator
  private let program: Program

  init(_ evaluator: Evaluator, _ program: Program) {
    self.evaluator = evaluator
    self.program = program
  }

  private static let most = 1 << 40
  private static let ofWords = 4

  /// Returns 0 if the condition has the wanted value; otherwise a positive number that grows with the difference
  /// between the compared numbers, or with the number of elements in a list that must be empty.
  func distance(_ index: Int32, isWanted: Bool = true) throws -> Int {
    let node = program[index]
    switch node.kind {
    case .group: return try distance(node.first, isWanted: isWanted)
    case .not: return try distance(node.first, isWanted: !isWanted)
    case .and, .or:
      let distances = try program.children(of: index).map { try distance($0, isWanted: isWanted) }
      return (node.kind == .and) == isWanted
        ? min(Self.most, distances.reduce(0, +)) : distances.min() ?? 0
    case .binary:
      let mark = program[program[node.first].next]
      guard let sign = Operator(rawValue: mark.payload), sign.compares, program[mark.next].next < 0
      else { break }
      let left = try evaluator.evaluate(program, node.first)
      let right = try evaluator.evaluate(program, mark.next)
      guard let (left, right) = Self.numbers(left, right),
        let distance = Self.distance(left, sign, right, isWanted)
      else { break }
      return distance
    case .callBuiltin where BuiltinFunction.allCases[node.payload] == .empty:
      guard case .list(let elements) = try evaluator.evaluate(program, node.first) else { break }
      return isWanted ? min(elements.count, Self.most) : elements.isEmpty ? 1 : 0
    default: break
    }
    return try evaluator.isTrue(program, index) == isWanted ? 0 : Self.ofWords
  }

  private static func numbers(_ left: Value, _ right: Value) -> (Int, Int)? {
    switch (left, right) {
    case (.number(let left), .number(let right)), (.duration(let left), .duration(let right)): (left, right)
    default: nil
    }
  }

  private static func distance(_ left: Int, _ sign: Operator, _ right: Int, _ isWanted: Bool) -> Int? {
    let difference = left.subtractingReportingOverflow(right)
    let apart = difference.overflow ? most : min(most, Int(difference.partialValue.magnitude))
    let holds: Bool
    switch sign {
    case .equal: holds = left == right
    case .unequal: holds = left != right
    case .less: holds = left < right
    case .lessOrEqual: holds = left <= right
    case .greater: holds = left > right
    case .greaterOrEqual: holds = left >= right
    default: return nil
    }
    return holds == isWanted ? 0 : max(1, apart)
  }
}

extension Interpreter {
  /// Returns the distance of the current state from a state in which a captured condition holds; 0 if it holds.
  public func distance(to condition: Expression) throws -> Int {
    try running(condition.kept) {
      try ConditionDistance(evaluator, $0).distance(condition.kept.node)
    }
  }
}
