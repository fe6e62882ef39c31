struct ConditionCheck {
  private let evaluator: Evaluator
  private let program: Program
  private let index: Int32

  init(_ evaluator: Evaluator, _ program: Program, _ index: Int32) {
    self.evaluator = evaluator
    self.program = program
    self.index = index
  }

  /// Throws an error with the decisive values if the condition fails, located at the first failing part of an `and`.
  func check() throws {
    if try evaluator.isTrue(program, index) { return }
    let part = try failing(index)
    var sides: [LanguageError.Side] = []
    try collect(&sides, part, holds: false)
    throw program.failure(LanguageError.expectationFailed(sides), program[part].range)
  }

  private func failing(_ index: Int32) throws -> Int32 {
    switch program[index].kind {
    case .group: return try failing(program[index].first)
    case .and:
      // A definition may return another value when it is called again.
      guard let part = try decisive(index, holds: false) else { return index }
      return try failing(part)
    default: return index
    }
  }

  /// Collects the values that made a condition hold or fail. For `and` and `or`, these are the values of the decisive
  /// parts, the only ones that are certain to have been computed.
  private func collect(
    _ sides: inout [LanguageError.Side], _ index: Int32, holds: Bool
  ) throws {
    let node = program[index]
    switch node.kind {
    case .group: try collect(&sides, node.first, holds: holds)
    case .not where node.flag: try collectValue(&sides, index)
    case .not: try collect(&sides, node.first, holds: !holds)
    case .and where !holds, .or where holds:
      guard let part = try decisive(index, holds: holds) else { return }
      try collect(&sides, part, holds: holds)
    case .and, .or:
      for part in program.children(of: index) { try collect(&sides, part, holds: holds) }
    case .binary where program.compares(node):
      for operand in program.children(of: index) where program[operand].kind != .mark {
        try collectValue(&sides, operand)
      }
    default: try collectValue(&sides, index)
    }
  }

  /// Returns the first part of an `and` or `or` that has the value of the whole.
  private func decisive(_ index: Int32, holds: Bool) throws -> Int32? {
    for part in program.children(of: index) where try evaluator.isTrue(program, part) == holds { return part }
    return nil
  }

  private func collectValue(_ sides: inout [LanguageError.Side], _ index: Int32) throws {
    let node = program[index]
    switch node.kind {
    case _ where program.subtree(index).allSatisfy { program[$0].kind.isLiteral }: return
    case .group: try collectValue(&sides, node.first)
    // For `any LIST`, the list is more informative than a truth value.
    case .not where node.flag: try collectValue(&sides, program[node.first].first)
    case .and, .or, .not: try collect(&sides, index, holds: evaluator.isTrue(program, index))
    case .binary where program.compares(node):
      try collect(&sides, index, holds: evaluator.isTrue(program, index))
    default:
      let side = LanguageError.Side(
        text: program.text(node.range),
        value: evaluator.operations.inspect(try evaluator.evaluate(program, index)))
      if !sides.contains(side) { sides.append(side) }
    }
  }
}

extension Node.Kind {
  /// A Boolean value that indicates whether the text already shows the value.
  fileprivate var isLiteral: Bool {
    switch self {
    case .number, .decimal, .duration, .string, .truth, .nothing, .constant, .negate, .list, .group: true
    default: false
    }
  }
}
