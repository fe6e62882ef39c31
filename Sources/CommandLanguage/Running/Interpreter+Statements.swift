extension Interpreter {
  /// The continuation after a statement: the next one, or the end of an enclosing block.
  enum Flow { case next, `break`, `continue`, `return` }

  /// Runs a chain of statements; an error knows its place in the text.
  ///
  /// - Parameter pending: whether an `if` came last that took no branch, for an `else` that comes first.
  func execute(_ program: Program, from first: Int32, pending: Bool? = nil) throws -> Flow {
    let made = budget.made
    var index = first
    while index >= 0 {
      let node = program[index]
      do {
        try budget.charge()
        switch node.kind {
        case .command: try executeCommand(program, index, node)
        case .else:
          let flow = try executeElse(program, node, pending)
          if flow != .next { return flow }
        default:
          let flow = try execute(program, index, node)
          if flow != .next { return flow }
        }
      } catch {
        throw explainsFailures ? program.located(error, node.range) : error
      }
      budget.made = made
      index = node.next
    }
    return .next
  }

  func executeBlock(_ program: Program, _ index: Int32) throws -> Flow {
    try budget.enter(Budget.Level.block)
    defer { budget.leave(Budget.Level.block) }
    return try execute(program, from: program[index].first)
  }

  private func execute(_ program: Program, _ index: Int32, _ node: Node) throws -> Flow {
    switch node.kind {
    case .commandOfDefinition: try executeDefined(program, index, node)
    case .assign, .assignOuter:
      try assign(program[node.first], try evaluate(program, program[node.first].next))
    case .define: try define(program, index, node)
    case .return:
      returned = node.first >= 0 ? try evaluate(program, node.first) : nil
      return .return
    case .break: return .break
    case .continue: return .continue
    case .branch: return try executeBranch(program, index)
    case .repeatLoop: return try executeRepeat(program, node)
    case .whileLoop:
      let made = budget.made
      while try isTrue(program, node.first) {
        budget.made = made
        if let flow = try round(program, program[node.first].next) { return flow }
      }
    case .forLoop: return try executeFor(program, node)
    case .try: return try executeTry(program, node)
    case .show: try show(program, node.first, as: SelectionFormat(rawValue: node.payload) ?? .table)
    default: break
    }
    return .next
  }

  // MARK: Loops

  /// Runs a loop's block once; how the loop ends with it, if it does.
  private func round(_ program: Program, _ block: Int32) throws -> Flow? {
    try budget.charge()
    let variables = program[block].payload
    if variables != 0 { forget(Resolver.LoopVariables(packed: variables)) }
    loops &+= 1
    defer { loops &-= 1 }
    switch try executeBlock(program, block) {
    case .next, .continue: return nil
    case .break: return .next
    case .return: return .return
    }
  }

  private func executeRepeat(_ program: Program, _ node: Node) throws -> Flow {
    guard case .number(let count) = try evaluate(program, node.first), count >= 0 else {
      throw program.failure(LanguageError.wrongOperand(of: "repeat", .count), program[node.first].range)
    }
    let block = program[node.first].next
    var done = 0
    while done < count {
      if let flow = try round(program, block) { return flow }
      done += 1
    }
    return .next
  }

  private func executeFor(_ program: Program, _ node: Node) throws -> Flow {
    let source = program[node.first].next
    guard case .list(let elements) = try evaluate(program, source) else {
      throw program.failure(LanguageError.wrongOperand(of: "for", .list), program[source].range)
    }
    let (name, block) = (program[node.first], program[source].next)
    defer { forget(name) }
    for element in elements {
      try assign(name, element)
      if let flow = try round(program, block) { return flow }
    }
    return .next
  }

  // MARK: Branches

  /// `if`; the chain of `else if` is walked, not nested.
  private func executeBranch(_ program: Program, _ index: Int32) throws -> Flow {
    var index = index
    while index >= 0 {
      let node = program[index]
      if node.kind == .block { return try executeBlock(program, index) }
      let block = program[node.first].next
      if try isTrue(program, node.first) { return try executeBlock(program, block) }
      index = program[block].next
    }
    lastBranch = true
    return .next
  }

  /// An `else` at the beginning of a text: it belongs to the `if` that the text before ended with.
  private func executeElse(_ program: Program, _ node: Node, _ pending: Bool?) throws -> Flow {
    guard let pending else {
      let start = node.range.lowerBound
      throw program.failure(LanguageError.elseWithoutIf, start..<start + 4)
    }
    lastBranch = pending
    guard pending else { return .next }
    return try executeBranch(program, node.first)
  }

  /// Notes whether the text ends with an `if` that may go on with an `else`.
  func noteLastBranch(_ program: Program, _ first: Int32) {
    var last = first
    while last >= 0, program[last].next >= 0 { last = program[last].next }
    guard last >= 0, program[last].kind == .branch || program[last].kind == .else else { return }
    var end = program[last].kind == .branch ? last : program[last].first
    while end >= 0, program[end].kind == .branch { end = program[program[program[end].first].next].next }
    // With an `else` of its own it has come to an end.
    lastBranch = end >= 0 ? nil : lastBranch ?? false
  }

  /// `try`: what fails prints nothing, and `else` goes on; a limit or an interruption ends the line all the same.
  private func executeTry(_ program: Program, _ node: Node) throws -> Flow {
    let (count, outerBase, outerRow, readers) = (stack.count, base, row, activeReaders)
    do {
      return try executeBlock(program, node.first)
    } catch {
      if error is Quit { throw error }
      let failure = failure(of: error)
      if failure.explanation.limit != nil
        || failure.explanation.kind == LanguageError.Kind.interrupted.rawValue
      {
        throw error
      }
      stack.removeSubrange(count...)
      (base, row, activeReaders) = (outerBase, outerRow, readers)
      let second = program[node.first].next
      guard second >= 0 else { return .next }
      guard node.flag else { return try executeBlock(program, second) }
      try assign(program[second], .text(failure.explanation.message))
      defer { forget(program[second]) }
      return try executeBlock(program, program[second].next)
    }
  }

  // MARK: Variables

  /// Gives a variable a value; the node says which.
  func assign(_ name: Node, _ value: Value) throws {
    if name.kind == .local {
      let former = stack.exchange(base + name.payload, value)
      do { try budget.hold(value.byteCount, insteadOf: former?.byteCount ?? 0) } catch {
        _ = stack.exchange(base + name.payload, former)
        throw error
      }
    } else {
      try setGlobal(name.payload, value)
    }
  }

  func setGlobal(_ place: Int, _ value: Value?) throws {
    declarationCount &+= 1
    let former = globals.exchange(place, value, growing: true)
    if !capturedGlobals.isEmpty { capturedGlobals[place] = nil }
    do {
      if former == nil, value != nil { try checkVariables(globals.count { $0 != nil } - 1) }
      try budget.hold(value?.byteCount ?? 0, insteadOf: former?.byteCount ?? 0)
    } catch {
      _ = globals.exchange(place, former)
      throw error
    }
  }

  private func forget(_ name: Node) {
    if name.kind == .local { forgetLocal(name.payload) }
  }

  private func forget(_ variables: Resolver.LoopVariables) {
    for place in variables.places { forgetLocal(place) }
  }

  private func forgetLocal(_ place: Int) {
    guard base + place < stack.count, let former = stack[base + place] else { return }
    budget.release(former.byteCount)
    stack[base + place] = nil
  }

  func checkVariables(_ count: Int) throws {
    guard count < limits.variables else { throw LanguageError.reached(.variables(limits.variables)) }
  }
}

// One access to the variables for each use of one.
extension [Value?] {
  /// The variable's value, or `nil` when there is none.
  func value(at place: Int) -> Value? { place < count ? self[place] : nil }

  /// Puts a value in the place of the one that is returned; nowhere, if there is no such place.
  mutating func exchange(_ place: Int, _ value: Value?, growing: Bool = false) -> Value? {
    while growing, count <= place { append(nil) }
    guard place < count else { return nil }
    let former = self[place]
    self[place] = value
    return former
  }
}
