extension Interpreter {
  /// The value of an expression's node.
  func evaluate(_ tree: Tree, _ index: Int32) throws -> Value {
    let node = tree[index]
    switch node.kind {
    case .number: return .number(node.payload)
    case .truth: return .bool(node.payload != 0)
    case .nothing: return .none
    case .string: return .text(string(tree, node))
    case .name: return try nameValue(tree, node)
    case .variable: return try variableValue(tree, node)
    case .word: return try argumentValue(tree, index)
    default: return try deeper { try evaluateDeep(tree, index, node) }
    }
  }

  private func evaluateDeep(_ tree: Tree, _ index: Int32, _ node: Node) throws -> Value {
    switch node.kind {
    case .group: return try evaluate(tree, node.first)
    case .negate:
      guard case .number(let number) = try evaluate(tree, node.first) else {
        throw failure(.wrongOperand(of: "-", .number), tree, tree[node.first].range)
      }
      let (negated, overflow) = (0).subtractingReportingOverflow(number)
      if overflow { throw failure(.resultTooLarge, tree, node.range) }
      return .number(negated)
    case .not: return .bool(!(try isTrue(tree, node.first)))
    case .and:
      for child in tree.children(of: index) where !(try isTrue(tree, child)) { return .bool(false) }
      return .bool(true)
    case .or:
      for child in tree.children(of: index) where try isTrue(tree, child) { return .bool(true) }
      return .bool(false)
    case .binary: return try evaluateBinary(tree, node)
    case .path: return try evaluatePath(tree, node)
    case .call: return try evaluateCall(tree, index, node)
    case .list:
      let elements = try elements(tree, index)
      // Lists in lists could be made deeper than the stack that frees them.
      if elements.contains(where: { if case .list = $0 { true } else { false } }) {
        throw failure(.nestedList, tree, node.range)
      }
      return .list(elements)
    case .selection:
      return .list(try select(tree, index).map { .object($0) })
    default: throw failure(.expected(.value), tree, node.range)
    }
  }

  /// Whether a condition holds; anything but a truth is a failure.
  func isTrue(_ tree: Tree, _ index: Int32) throws -> Bool {
    let value = try evaluate(tree, index)
    if case .bool(let truth) = value { return truth }
    throw failure(.notACondition(sort(of: value)), tree, tree[index].range)
  }

  /// The values of a chain of children.
  func elements(_ tree: Tree, _ index: Int32) throws -> [Value] {
    var values: [Value] = []
    for child in tree.children(of: index) {
      try step()
      values.append(try evaluate(tree, child))
    }
    return values
  }

  func string(_ tree: Tree, _ node: Node) -> String {
    let inside = tree.bytes(node.range.lowerBound + 1..<node.range.upperBound - 1)
    if !node.flag { return String(decoding: inside, as: UTF8.self) }
    var bytes: [UInt8] = []
    Escape.decode(inside, into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  // MARK: Operators

  /// `operand {mark operand}`, from the left.
  private func evaluateBinary(_ tree: Tree, _ node: Node) throws -> Value {
    let first = node.first
    var value = try evaluate(tree, first)
    var mark = tree[first].next
    while mark >= 0 {
      let right = tree[mark].next
      let operand = try evaluate(tree, right)
      guard let kind = Operator(rawValue: tree[mark].payload) else { return .none }
      do {
        value = try apply(kind, value, operand)
      } catch {
        throw located(error, tree, tree[first].range.lowerBound..<tree[right].range.upperBound)
      }
      mark = tree[right].next
    }
    return value
  }

  func apply(_ kind: Operator, _ left: Value, _ right: Value) throws -> Value {
    switch kind {
    case .equal: return .bool(try areEqual(left, right))
    case .unequal: return .bool(!(try areEqual(left, right)))
    case .less: return .bool(try order(left, right) < 0)
    case .lessOrEqual: return .bool(try order(left, right) <= 0)
    case .greater: return .bool(try order(left, right) > 0)
    case .greaterOrEqual: return .bool(try order(left, right) >= 0)
    case .contains: return .bool(try contains(right, left))
    case .add: return try add(left, right)
    case .subtract, .multiply, .divide, .remainder:
      guard case .number(let a) = left, case .number(let b) = right else {
        throw LanguageError.wrongOperands(of: kind, sort(of: left), sort(of: right))
      }
      return .number(try calculate(kind, a, b))
    }
  }

  private func calculate(_ kind: Operator, _ a: Int, _ b: Int) throws -> Int {
    if b == 0, kind == .divide || kind == .remainder { throw LanguageError.divisionByZero }
    let (result, overflow) =
      switch kind {
      case .subtract: a.subtractingReportingOverflow(b)
      case .multiply: a.multipliedReportingOverflow(by: b)
      case .divide: a.dividedReportingOverflow(by: b)
      case .remainder: a.remainderReportingOverflow(dividingBy: b)
      default: a.addingReportingOverflow(b)
      }
    if overflow { throw LanguageError.resultTooLarge }
    return result
  }

  private func add(_ left: Value, _ right: Value) throws -> Value {
    switch (left, right) {
    case (.number(let a), .number(let b)): return .number(try calculate(.add, a, b))
    case (.list(let a), .list(let b)):
      guard a.count + b.count <= bounds.list else { throw listLimit() }
      try charge((a.count + b.count) * 8)
      return .list(a + b)
    case (.text, _), (_, .text):
      let (a, b) = (plainText(left), plainText(right))
      guard a.utf8.count + b.utf8.count <= bounds.text else {
        throw textLimit(a.utf8.count + b.utf8.count)
      }
      try charge(a.utf8.count + b.utf8.count)
      return .text(a + b)
    default:
      throw LanguageError.notJoinable(sort(of: left), sort(of: right))
    }
  }

  func listLimit() -> LanguageError { .reached(.list(bounds.list)) }

  func textLimit(_ count: Int) -> LanguageError { .reached(.text(bounds.text, given: count)) }

  private func contains(_ list: Value, _ value: Value) throws -> Bool {
    switch (list, value) {
    case (.list(let elements), _):
      for element in elements {
        try step()
        if (try? areEqual(element, value)) == true { return true }
      }
      return false
    case (.text(let whole), .text(let part)):
      try charge(whole.utf8.count &* Swift.max(1, part.utf8.count))
      return Display.contains(whole, part)
    default: throw LanguageError.notSearchable(sort(of: list))
    }
  }
}
