import TerminalText

extension Interpreter {
  /// The value of an expression's node.
  func evaluate(_ program: Program, _ index: Int32) throws -> Value {
    let node = program[index]
    switch node.kind {
    case .number, .literal, .truth, .nothing, .string, .constant: return program.literal(node, language)
    case .local, .global, .property, .propertyOr, .element, .outerElement, .root, .rows, .worldName:
      return try nameValue(program, node)
    case .word: return word(program, node)
    default:
      try budget.enter(Budget.Level.expression)
      defer { budget.leave(Budget.Level.expression) }
      if let shared = row?.shared, let place = shared.place(of: index, in: program) {
        return try value(at: place, of: shared) { try evaluateDeep(program, index, node) }
      }
      return try evaluateDeep(program, index, node)
    }
  }

  /// A value that is the same for all rows, computed for the first of them.
  private func value(at place: Int, of shared: SharedValues, _ compute: () throws -> Value) throws -> Value {
    if let value = shared[place] { return value }
    // As if it stood in no selection, so that those in it find what is the same for all of their rows.
    let outer = row
    row = nil
    defer { row = outer }
    let value = try compute()
    shared[place] = value
    return value
  }

  /// Returns the value of a bare word of a command: a number or a text.
  private func word(_ program: Program, _ node: Node) -> Value {
    let source = program.source
    let value = try? Value(number: source.span.extracting(node.range), as: .word)
    return value ?? .text(program.text(node.range))
  }

  private func evaluateDeep(_ program: Program, _ index: Int32, _ node: Node) throws -> Value {
    switch node.kind {
    case .group: return try evaluate(program, node.first)
    case .negate: return try negate(program, node)
    case .not, .and, .or: return .truth(try holds(program, index, node))
    case .binary: return try evaluateBinary(program, node)
    case .joined: return try evaluateJoined(program, index)
    case .path: return try evaluatePath(program, node)
    case .callBuiltin, .callHost, .callKind, .callDefinition: return try evaluateCall(program, index, node)
    case .call:
      throw program.failure(
        LanguageError.unknownFunction(program.text(node.nameRange), suggestion: nil), node.nameRange)
    case .list: return .list(try flat(elements(program, index), program, node))
    case .comprehension: return try evaluateComprehension(program, node)
    case .selection: return .list(try select(program, index))
    default: throw program.failure(LanguageError.expected(.value), node.range)
    }
  }

  /// Returns whether a condition holds; anything but a truth is a failure.
  func isTrue(_ program: Program, _ index: Int32) throws -> Bool {
    let node = program[index]
    if program.isLogical(node), row?.shared?.place(of: index, in: program) == nil {
      try budget.enter(Budget.Level.expression)
      defer { budget.leave(Budget.Level.expression) }
      return try holds(program, index, node)
    }
    let value = try evaluate(program, index)
    if case .truth(let truth) = value { return truth }
    throw program.failure(LanguageError.notACondition(value.noun), program[index].range)
  }

  /// Returns whether a node holds that can be nothing but a truth.
  private func holds(_ program: Program, _ index: Int32, _ node: Node) throws -> Bool {
    switch node.kind {
    case .not: return !(try isTrue(program, node.first))
    case .and, .or:
      let end = node.kind == .or
      var part = node.first
      while part >= 0 {
        if try isTrue(program, part) == end { return end }
        part = program[part].next
      }
      return !end
    case .binary:
      // A comparison has one sign, and nothing behind its right side.
      let mark = program[program[node.first].next]
      let left = try evaluate(program, node.first)
      let right = try evaluate(program, mark.next)
      guard let kind = Operator(rawValue: mark.payload) else { return false }
      do { return try compare(kind, left, right) } catch {
        throw program.located(
          error, program[node.first].range.lowerBound..<program[mark.next].range.upperBound)
      }
    default: return try isTrue(program, node.first)
    }
  }

  /// The values of a chain of children.
  func elements(_ program: Program, _ index: Int32) throws -> [Value] {
    var values: [Value] = []
    for child in program.children(of: index) {
      try budget.make(Value.elementByteCount)
      values.append(try evaluate(program, child))
    }
    return values
  }

  /// Lists in lists could be made deeper than the stack that frees them.
  private func flat(_ elements: [Value], _ program: Program, _ node: Node) throws -> [Value] {
    for case .list in elements { throw program.failure(LanguageError.nestedList, node.range) }
    return elements
  }

  /// `[body for name in source]`
  private func evaluateComprehension(_ program: Program, _ node: Node) throws -> Value {
    let name = program[node.first].next
    let source = program[name].next
    guard case .list(let elements) = try evaluate(program, source) else {
      throw program.failure(LanguageError.wrongOperand(of: "for", .list), program[source].range)
    }
    var values: [Value] = []
    for element in elements {
      try budget.make(Value.elementByteCount)
      try assign(program[name], element)
      let made = budget.made
      let value = try evaluate(program, node.first)
      budget.made = made + value.byteCount
      values.append(value)
    }
    return .list(try flat(values, program, node))
  }

  private func evaluateJoined(_ program: Program, _ index: Int32) throws -> Value {
    var text = ""
    for child in program.children(of: index) {
      let value = try evaluate(program, child)
      do { try append(value, to: &text, most: limits.text) } catch {
        throw program.located(error, program[child].range)
      }
    }
    try budget.make(text.utf8.count)
    return .text(text)
  }

  // MARK: Operators

  private func negate(_ program: Program, _ node: Node) throws -> Value {
    let operand = try evaluate(program, node.first)
    do {
      if let negated = try Arithmetic.negated(operand) { return negated }
    } catch {
      throw program.failure(error, node.range)
    }
    throw program.failure(LanguageError.wrongOperand(of: "-", .number), program[node.first].range)
  }

  /// `operand {mark operand}`, from the left.
  private func evaluateBinary(_ program: Program, _ node: Node) throws -> Value {
    let first = node.first
    var value = try evaluate(program, first)
    var mark = program[first].next
    while mark >= 0 {
      let right = program[mark].next
      let operand = try evaluate(program, right)
      guard let kind = Operator(rawValue: program[mark].payload) else { return .none }
      do {
        value = try apply(kind, value, operand)
      } catch {
        throw program.located(error, program[first].range.lowerBound..<program[right].range.upperBound)
      }
      mark = program[right].next
    }
    return value
  }

  func apply(_ kind: Operator, _ left: Value, _ right: Value) throws -> Value {
    switch kind {
    case .add: return try add(left, right)
    case .subtract, .multiply, .divide, .remainder:
      guard let result = try Arithmetic.calculate(kind, left, right) else {
        throw LanguageError.wrongOperands(of: kind.symbol, left.noun, right.noun)
      }
      return result
    default: return .truth(try compare(kind, left, right))
    }
  }

  private func compare(_ kind: Operator, _ left: Value, _ right: Value) throws -> Bool {
    switch kind {
    case .equal: return try areEqual(left, right)
    case .unequal: return try !areEqual(left, right)
    case .less: return try order(left, right) < 0
    case .lessOrEqual: return try order(left, right) <= 0
    case .greater: return try order(left, right) > 0
    case .greaterOrEqual: return try order(left, right) >= 0
    default: return try contains(right, left)
    }
  }

  private func add(_ left: Value, _ right: Value) throws -> Value {
    if let sum = try Arithmetic.calculate(.add, left, right) { return sum }
    switch (left, right) {
    case (.list(let a), .list(let b)):
      guard a.count + b.count <= limits.list else { throw listLimit() }
      try budget.make((a.count + b.count) * Value.elementByteCount)
      return .list(a + b)
    case (.text, _), (_, .text):
      var text = ""
      try append(left, to: &text, most: limits.text)
      try append(right, to: &text, most: limits.text)
      try budget.make(text.utf8.count)
      return .text(text)
    default:
      throw LanguageError.notJoinable(left.noun, right.noun)
    }
  }

  func listLimit() -> LanguageError { .reached(.list(limits.list)) }

  func contains(_ list: Value, _ value: Value) throws -> Bool {
    switch (list, value) {
    case (.list(let elements), _):
      for element in elements {
        try budget.charge()
        if (try? areEqual(element, value)) == true { return true }
      }
      // What was swallowed above may have been the end of the budget.
      try budget.charge()
      return false
    case (.text(let whole), .text(let part)):
      return try Texts(budget).contains(whole, part)
    default: throw LanguageError.notSearchable(list.noun)
    }
  }
}

extension Program {
  /// Returns whether a node can be nothing but a truth, or fail.
  fileprivate func isLogical(_ node: Node) -> Bool {
    switch node.kind {
    case .and, .or, .not: true
    case .group: isLogical(self[node.first])
    case .binary: Operator(rawValue: self[self[node.first].next].payload)?.compares == true
    default: false
    }
  }
}
