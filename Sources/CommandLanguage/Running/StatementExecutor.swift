/// An executor of the statements in resolved programs: commands, definitions, loops and branches.
final class StatementExecutor {
  /// A Boolean value that indicates whether the last `if` outside of blocks ran no branch; `nil` after other
  /// statements.
  var lastBranch: Bool?
  private unowned let interpreter: Interpreter
  private let language: Language
  private let budget: Budget
  private let evaluator: Evaluator
  private let variables: Variables
  private var returned: Value?
  /// The comment above the running text, and the first statement of the text.
  private var comment = ""
  private var firstStatement: Int32 = -1
  /// The readers of nested commands, and the reader of the outermost command.
  private var readers: [ArgumentReader] = []
  private var firstReader: ArgumentReader?
  private var activeReaders = 0
  private let boundCalls = BoundCalls()
  /// The numbers of loops and of blocks around the running statement.
  private var loops = 0
  private var blocks = 0
  /// The lengths of the output after each completed statement of the line that is not in a block.
  private(set) var statementEnds: [Int] = []
  /// A Boolean value that indicates whether a statement of the line has completed, or a command has begun to act.
  private(set) var hasRun = false
  /// A Boolean value that indicates whether a replay can run the line. The line's own statements that recordings omit
  /// don't count; such statements in blocks and files do.
  private(set) var isRepeatable = true

  init(_ interpreter: Interpreter, _ evaluator: Evaluator) {
    self.interpreter = interpreter
    self.evaluator = evaluator
    language = evaluator.language
    budget = evaluator.budget
    variables = evaluator.variables
  }

  func begin() {
    activeReaders = 0
    clearProgress()
  }

  /// Resets the progress of the last line.
  func clearProgress() {
    statementEnds.removeAll(keepingCapacity: true)
    (hasRun, isRepeatable) = (false, true)
  }

  func reset() {
    (lastBranch, returned, comment, firstStatement) = (nil, nil, "", -1)
    (activeReaders, loops, blocks) = (0, 0, 0)
    boundCalls.removeAll()
  }

  /// Runs the statements of a resolved text that is not part of a definition.
  func run(_ line: PreparedLine) throws {
    let program = line.program
    let first = program[line.root].first
    firstStatement = line.comment.isEmpty ? -1 : first
    if firstStatement >= 0 { comment = line.comment }
    let row = evaluator.scopes.row
    evaluator.scopes.row = nil
    defer { evaluator.scopes.row = row }
    let frame = program.frameSize > 0 ? variables.enter(program.frameSize) : nil
    defer {
      if let frame { variables.leave(to: frame) }
    }
    let pending = lastBranch
    lastBranch = nil
    _ = try execute(program, from: first, pending: pending)
    noteLastBranch(program, first)
  }

  /// Runs a captured block. The definitions in the block have no comments.
  func run(_ block: Int32, of program: Program) throws {
    firstStatement = -1
    _ = try budget.calling { try executeBlock(program, block) }
  }

  /// The continuation after a statement.
  enum Flow { case next, `break`, `continue`, `return` }

  /// Runs a chain of statements; errors are located in the text.
  ///
  /// - Parameter pending: whether the preceding text ended with an `if` that ran no branch, for an `else` at the
  ///   beginning; `nil` if it didn't end with an `if`.
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
        throw interpreter.explainsFailures ? program.located(error, node.range) : error
      }
      budget.made = made
      hasRun = true
      if blocks == 0, activeReaders == 0 { statementEnds.append(interpreter.output.mark) }
      index = node.next
    }
    return .next
  }

  func executeBlock(_ program: Program, _ index: Int32) throws -> Flow {
    try budget.enter(Budget.Level.block)
    blocks &+= 1
    defer {
      blocks &-= 1
      budget.leave(Budget.Level.block)
    }
    return try execute(program, from: program[index].first)
  }

  private func execute(_ program: Program, _ index: Int32, _ node: Node) throws -> Flow {
    switch node.kind {
    case .commandOfDefinition: try executeDefined(program, index, node)
    case .assign, .assignOuter:
      if evaluator.conditions > 0, program[node.first].kind != .local {
        throw forbiddenInCondition(node.kind == .assign ? "let" : "outer", program, node.range)
      }
      let target = program[node.first]
      // The text may also assign a variable of a definition that has the same name.
      if node.kind == .assignOuter, target.kind == .global, !variables.isSet(target.payload) {
        let name = program.text(target.range)
        throw program.failure(LanguageError.unknownVariable(name, suggestion: nil), target.range)
      }
      try variables.assign(target, try evaluator.evaluate(program, target.next))
    case .define where evaluator.conditions > 0: throw forbiddenInCondition("def", program, node.range)
    case .define: try define(program, index, node)
    case .return:
      returned = node.first >= 0 ? try evaluator.evaluate(program, node.first) : nil
      return .return
    case .break: return .break
    case .continue: return .continue
    case .branch: return try executeBranch(program, index)
    case .repeatLoop: return try executeRepeat(program, node)
    case .whileLoop:
      let made = budget.made
      while try evaluator.isTrue(program, node.first) {
        budget.made = made
        if let flow = try round(program, program[node.first].next) { return flow }
      }
    case .forLoop: return try executeFor(program, node)
    case .try: return try executeTry(program, node)
    case .show:
      let format = SelectionFormat(rawValue: node.payload) ?? .table
      let shown = try evaluator.shownSelection(program, node.first)
      try interpreter.printer.show(shown.value, as: format, limit: shown.limit, of: shown.kind)
    default: break
    }
    return .next
  }

  // MARK: Loops

  /// Runs the block of a loop once. Returns `nil` if the loop continues; otherwise the flow after the loop.
  private func round(_ program: Program, _ block: Int32) throws -> Flow? {
    try budget.charge()
    let slots = program[block].payload
    if slots != 0 { variables.clear(Resolver.LoopVariables(packed: slots)) }
    loops &+= 1
    defer { loops &-= 1 }
    switch try executeBlock(program, block) {
    case .next, .continue: return nil
    case .break: return .next
    case .return: return .return
    }
  }

  private func executeRepeat(_ program: Program, _ node: Node) throws -> Flow {
    guard case .number(let count) = try evaluator.evaluate(program, node.first), count >= 0 else {
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
    guard case .list(let elements) = try evaluator.evaluate(program, source) else {
      throw program.failure(LanguageError.wrongOperand(of: "for", .list), program[source].range)
    }
    let (name, block) = (program[node.first], program[source].next)
    defer { variables.clear(name) }
    for element in elements {
      try variables.assign(name, element)
      if let flow = try round(program, block) { return flow }
    }
    return .next
  }

  // MARK: Branches

  /// Runs an `if`. The chain of `else if` is a loop, not a recursion.
  private func executeBranch(_ program: Program, _ index: Int32) throws -> Flow {
    var index = index
    while index >= 0 {
      let node = program[index]
      if node.kind == .block { return try executeBlock(program, index) }
      let block = program[node.first].next
      if try evaluator.isTrue(program, node.first) { return try executeBlock(program, block) }
      index = program[block].next
    }
    lastBranch = true
    return .next
  }

  /// Runs an `else` at the beginning of a text, which belongs to the `if` at the end of the preceding text.
  private func executeElse(_ program: Program, _ node: Node, _ pending: Bool?) throws -> Flow {
    guard let pending else {
      let start = node.range.lowerBound
      throw program.failure(LanguageError.elseWithoutIf, start..<start + 4)
    }
    lastBranch = pending
    guard pending else { return .next }
    return try executeBranch(program, node.first)
  }

  /// Records whether the text ends with an `if` that an `else` in the next text can continue.
  func noteLastBranch(_ program: Program, _ first: Int32) {
    var last = first
    while last >= 0, program[last].next >= 0 { last = program[last].next }
    guard last >= 0, program[last].kind == .branch || program[last].kind == .else else { return }
    var end = program[last].kind == .branch ? last : program[last].first
    while end >= 0, program[end].kind == .branch { end = program[program[program[end].first].next].next }
    // An `if` that has an `else` is complete.
    lastBranch = end >= 0 ? nil : lastBranch ?? false
  }

  /// Runs a `try`: a failure prints nothing and runs the `else`. A limit or an interruption still ends the line.
  private func executeTry(_ program: Program, _ node: Node) throws -> Flow {
    let (frame, row, readers) = (variables.frame, evaluator.scopes.row, activeReaders)
    do {
      return try executeBlock(program, node.first)
    } catch {
      if error is Quit { throw error }
      let failure = interpreter.failure(of: error)
      if failure.explanation.limit != nil
        || failure.explanation.kind == LanguageError.Kind.interrupted.rawValue
      {
        throw error
      }
      variables.restore(frame)
      (evaluator.scopes.row, activeReaders) = (row, readers)
      let second = program[node.first].next
      guard second >= 0 else { return .next }
      guard node.flag else { return try executeBlock(program, second) }
      try variables.assign(program[second], .text(failure.explanation.message))
      defer { variables.clear(program[second]) }
      return try executeBlock(program, program[second].next)
    }
  }

  // MARK: Commands

  func executeCommand(_ program: Program, _ index: Int32, _ node: Node) throws {
    guard node.payload >= 0 else { throw unknownCommand(program, node) }
    budget.commands &+= 1
    if evaluator.conditions > 0, !language.mayRunInCondition(node.payload) {
      throw forbiddenInCondition(program.text(node.nameRange), program, node.nameRange)
    }
    if interpreter.isForbidden(node.payload) {
      interpreter.usage?.refuse(node.payload)
      let name = program.text(node.nameRange)
      throw program.failure(
        LanguageError.forbidden(name, context: interpreter.restriction ?? ""), node.nameRange)
    }
    do {
      try invoke(program, index, node)
    } catch {
      if error is Quit {
        if blocks > 0 || activeReaders > 0 { isRepeatable = false }
        interpreter.noteUse(program, index, node)
      }
      throw error
    }
    interpreter.noteUse(program, index, node)
  }

  /// Records that a direct command runs. A recording can omit a statement of the line itself, but not a command in a
  /// block or in a file.
  func noteDirect(_ program: Program, _ node: Node) {
    guard blocks > 0 || activeReaders > 1 else { return }
    let traits = program.traits(ofCommand: node.payload)
    if traits.contains(.unrecorded), !traits.contains(.contained) { isRepeatable = false }
  }

  private func invoke(_ program: Program, _ index: Int32, _ node: Node) throws {
    let reader = activeReaders > 0 ? innerReader() : firstReader ?? innerReader()
    activeReaders &+= 1
    defer { activeReaders &-= 1 }
    reader.begin(program, index, node, isRepeated: isRepeated)
    if isRepeated, let body = boundCalls.body(of: index, in: program) {
      hasRun = true
      return try reader.run(body)
    }
    let body = try language.bindings[node.payload](reader)
    hasRun = true
    if reader.isReusable, language.frames[node.payload] == .host {
      boundCalls.keep(body, of: index, in: program, names: reader.names)
    }
    try reader.run(body)
  }

  /// A Boolean value that indicates whether the running statement may run again: in a loop, a definition or a block.
  private var isRepeated: Bool { loops > 0 || budget.calls > 0 }

  private func innerReader() -> ArgumentReader {
    while readers.count <= activeReaders { readers.append(ArgumentReader(interpreter)) }
    if activeReaders == 0 { firstReader = readers[0] }
    return readers[activeReaders]
  }

  private func forbiddenInCondition(_ name: String, _ program: Program, _ range: Range<Int>) -> CommandFailure
  {
    program.failure(LanguageError.forbidden(name, context: "a condition, which may only read"), range)
  }

  private func unknownCommand(_ program: Program, _ node: Node) -> CommandFailure {
    let name = program.text(node.nameRange)
    return program.failure(LanguageError.unknownCommand(name, suggestion: nil), node.nameRange)
  }

  // MARK: Definitions

  func define(_ program: Program, _ index: Int32, _ node: Node) throws {
    var block = node.first
    while program[block].kind != .block { block = program[block].next }
    let definition = Variables.Definition(
      name: program.text(program[node.first].range),
      parameters: DefinitionParameter.all(of: node, in: program, language), program: program,
      block: block, comment: index == firstStatement ? comment : "")
    do { try variables.define(node.payload, definition) { try interpreter.host.checkDefinitions() } } catch {
      throw program.located(error, program[node.first].range)
    }
  }

  func executeDefined(_ program: Program, _ index: Int32, _ node: Node) throws {
    var arguments: [Value] = []
    for child in program.children(of: index) { arguments.append(try evaluator.argument(child, of: program)) }
    _ = try callDefinition(node.payload, arguments, program, node)
  }

  /// Calls a definition. Returns the value of its `return`, or `nil` if there is none.
  func callDefinition(_ position: Int, _ arguments: [Value], _ program: Program, _ node: Node) throws
    -> Value?
  {
    interpreter.onDeclarationRead?()
    guard let definition = variables.definition(at: position) else {
      throw unknownCommand(program, node)
    }
    guard arguments.count == definition.parameters.count else {
      let count = definition.parameters.count
      throw program.failure(
        LanguageError.wrongCount(
          of: definition.name, count...count, given: arguments.count, usage: definition.usage), node.range)
    }
    let arguments = try fitted(arguments, to: definition.parameters, program, node)
    do {
      return try budget.calling { try run(definition, arguments) }
    } catch var failure as CommandFailure {
      let note = LanguageError.note(inside: definition.name)
      let notes = failure.diagnostic.explanation.notes
      if notes.count < 4, notes.last != note { failure.diagnostic.explanation.notes.append(note) }
      throw failure
    }
  }

  /// Converts the arguments to the types of a definition's parameters: the name of an object becomes the object.
  private func fitted(
    _ arguments: [Value], to parameters: [DefinitionParameter], _ program: Program, _ node: Node
  ) throws -> [Value] {
    var fitted = arguments
    for (position, child) in zip(parameters.indices, program.children(of: node))
    where parameters[position].type != .unknown {
      do { fitted[position] = try evaluator.value(arguments[position], of: parameters[position]) } catch {
        throw program.failure(Explanation(of: error), program[child].range)
      }
    }
    return fitted
  }

  private func run(_ definition: Variables.Definition, _ arguments: [Value]) throws -> Value? {
    let size = definition.program[definition.block].payload
    let outer = evaluator.scopes
    var bytes = 0
    for argument in arguments { bytes += argument.byteCount }
    try budget.hold(bytes, insteadOf: 0)
    (evaluator.scopes.row, evaluator.scopes.isClosed) = (nil, false)
    let frame = variables.enter(size, arguments)
    defer {
      variables.leave(to: frame)
      evaluator.scopes = outer
    }
    guard try executeBlock(definition.program, definition.block) == .return else { return nil }
    defer { returned = nil }
    return returned
  }
}
