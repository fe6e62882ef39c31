/// The check of a condition whose failure is reported with its decisive values.
final class ConditionCheck {
  private let evaluator: Evaluator
  private let program: Program
  private let index: Int32
  /// The computed values by node. Each part is computed only once, because a definition that it calls may change a
  /// variable or print.
  private var values: [Int32: Value] = [:]

  init(_ evaluator: Evaluator, _ program: Program, _ index: Int32) {
    self.evaluator = evaluator
    self.program = program
    self.index = index
  }

  /// Throws an error with the decisive values if the condition fails, located at the first failing part of an `and`.
  func check() throws {
    // Computing without a record is faster.
    if !calls(index), try evaluator.isTrue(program, index) { return }
    if try isTrue(index) { return }
    let part = try failing(index)
    var sides: [LanguageError.Side] = []
    try collect(&sides, part, holds: false)
    throw program.failure(LanguageError.expectationFailed(sides), program[part].range)
  }

  /// Returns a Boolean value that indicates whether a part calls a definition or a function of the host.
  private func calls(_ index: Int32) -> Bool {
    program.subtree(index).contains {
      let kind = program[$0].kind
      return kind == .callDefinition || kind == .callHost
    }
  }

  // MARK: Computing

  private func isTrue(_ index: Int32) throws -> Bool {
    let node = program[index]
    switch node.kind {
    case .group: return try isTrue(node.first)
    case .not where !node.flag: return !(try isTrue(node.first))
    case .and, .or:
      let end = node.kind == .or
      return try (decisive(index, holds: end) != nil) == end
    case .binary where program.compares(node):
      let right = program[program[node.first].next].next
      let left = try value(node.first) { try evaluator.leftValue(program, node) }
      return try evaluator.compare(program, node, left, try value(right))
    default:
      let value = try value(index)
      if case .truth(let truth) = value { return truth }
      throw program.failure(LanguageError.notACondition(value.noun), node.range)
    }
  }

  private func value(_ index: Int32) throws -> Value {
    try value(index) { try evaluator.evaluate(program, index) }
  }

  private func value(_ index: Int32, _ compute: () throws -> Value) throws -> Value {
    var inner = index
    while program[inner].kind == .group { inner = program[inner].first }
    if let value = values[inner] { return value }
    let value = try compute()
    values[inner] = value
    return value
  }

  // MARK: Explaining

  private func failing(_ index: Int32) throws -> Int32 {
    switch program[index].kind {
    case .group: return try failing(program[index].first)
    case .and: return try decisive(index, holds: false).map { try failing($0) } ?? index
    default: return index
    }
  }

  /// Collects the values that made a condition hold or fail. For `and` and `or`, these are the values of the decisive
  /// parts, the only ones that are certain to have been computed.
  private func collect(_ sides: inout [LanguageError.Side], _ index: Int32, holds: Bool) throws {
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

  /// Returns the first part of an `and` or `or` that has the value of the whole; `nil` if none has.
  private func decisive(_ index: Int32, holds: Bool) throws -> Int32? {
    for part in program.children(of: index) where try isTrue(part) == holds { return part }
    return nil
  }

  private func collectValue(_ sides: inout [LanguageError.Side], _ index: Int32) throws {
    let node = program[index]
    switch node.kind {
    case _ where program.subtree(index).allSatisfy { program[$0].kind.isLiteral }: return
    case .group: try collectValue(&sides, node.first)
    // The parts of these have been computed within the whole.
    case _ where calls(index): try note(&sides, index)
    // For `any LIST`, the list is more informative than a truth value.
    case .not where node.flag: try collectValue(&sides, program[node.first].first)
    case .and, .or, .not: try collect(&sides, index, holds: isTrue(index))
    case .binary where program.compares(node): try collect(&sides, index, holds: isTrue(index))
    default: try note(&sides, index)
    }
  }

  private func note(_ sides: inout [LanguageError.Side], _ index: Int32) throws {
    let side = LanguageError.Side(
      text: program.text(program[index].range), value: evaluator.operations.inspect(try value(index)))
    if !sides.contains(side) { sides.append(side) }
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
