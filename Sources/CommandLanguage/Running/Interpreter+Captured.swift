extension Interpreter {
  /// Returns the current value of a captured expression. Throws a `CommandFailure` that shows the expression.
  public func evaluate(_ expression: Expression) throws -> Value {
    try running(expression.kept) { try evaluator.evaluate($0, expression.kept.node) }
  }

  /// Returns a Boolean value that indicates whether a captured condition holds; throws if it is not a truth value.
  public func isTrue(_ condition: Expression) throws -> Bool {
    try running(condition.kept) { try evaluator.isTrue($0, condition.kept.node) }
  }

  /// Returns the current ids of a captured selection's rows, in order and within its limit.
  public func ids(of selection: Selection) throws -> [Int] {
    let value = try running(selection.kept) { try evaluator.evaluate($0, selection.kept.node) }
    guard case .list(let values) = value else { return [] }
    return values.compactMap { if case .object(let object) = $0 { object.id } else { nil } }
  }

  /// Runs a captured block as part of the running command line, or as a command line if none is running.
  ///
  /// Throws a `CommandFailure` that shows the block, or an error that ends the session if the block quits.
  public func run(_ block: Block) throws {
    // A block may run a command that runs the block again.
    try beginningLine(printed: output.storage.count) {
      try evaluator.running(block.kept) { try executor.run(block.kept.node, of: $0) }
    }
  }

  /// Returns the name of the first command in a captured block that is neither declared nor defined; `nil` if every
  /// command exists.
  public func missingCommand(in block: Block) -> String? {
    let program = block.kept.program
    let nodes = program.subtree(block.kept.node).lazy.map { program[$0] }
    // A definition in the block exists once the block runs.
    if nodes.contains(where: { $0.kind == .define }) { return nil }
    return nodes.first { node in
      switch node.kind {
      case .command: node.payload < 0
      case .commandOfDefinition, .callDefinition: variables.definition(at: node.payload) == nil
      default: false
      }
    }.map { program.text($0.nameRange) }
  }

  /// Returns a Boolean value that indicates whether a captured condition depends only on the host's values, not on
  /// functions of the host or on global variables and definitions.
  public func dependsOnlyOnValues(_ condition: Expression) -> Bool {
    let program = condition.kept.program
    func isValue(_ kind: Node.Kind) -> Bool {
      kind != .global && kind != .callHost && kind != .callDefinition
    }
    return program.subtree(condition.kept.node).allSatisfy { index in
      let node = program[index]
      return node.kind == .propertyOr ? isValue(program.fallbacks[node.payload].kind) : isValue(node.kind)
    }
  }

  /// Returns a Boolean value that indicates whether a captured condition uses values from before the command: `old(…)`.
  public func comparesStates(_ condition: Expression) -> Bool {
    let program = condition.kept.program
    return program.subtree(condition.kept.node).contains { program.isOld(program[$0]) }
  }

  /// Returns a Boolean value that indicates whether a captured condition reads no name, so that its value never changes.
  public func readsNothing(_ condition: Expression) -> Bool {
    let program = condition.kept.program
    return program.subtree(condition.kept.node).allSatisfy { index in
      switch program[index].kind {
      case .local, .global, .property, .propertyOr, .element, .outerElement, .root, .rows, .worldName,
        .callHost,
        .callDefinition, .callKind:
        false
      default: true
      }
    }
  }

  /// Returns the distinct names of the host that a captured selection uses, directly or through definitions.
  public func hostNames(in selection: Selection) -> [String] {
    var names: [String] = []
    for (program, node) in parts(of: selection.kept) {
      for index in program.subtree(node) {
        if let name = program.hostName(program[index]), !names.contains(name) { names.append(name) }
      }
    }
    return names
  }

  /// Returns captured syntax and the bodies of the definitions that it calls, directly or through other definitions.
  func parts(of kept: CapturedSyntax) -> [(program: Program, node: Int32)] {
    var parts = [(program: kept.program, node: kept.node)]
    var called: Set<Int> = []
    var position = 0
    while position < parts.count {
      let (program, node) = parts[position]
      position += 1
      for index in program.subtree(node) {
        let (kind, payload) = (program[index].kind, program[index].payload)
        guard kind == .callDefinition || kind == .commandOfDefinition, called.insert(payload).inserted,
          let definition = variables.definition(at: payload)
        else { continue }
        parts.append((definition.program, definition.block))
      }
    }
    return parts
  }

  /// Returns the selection that a captured condition requires to be empty, as in `not any SELECTION`,
  /// `empty(SELECTION)` or `count(SELECTION) == 0`; otherwise `nil`.
  public func selectionToBeEmpty(in condition: Expression) -> Selection? {
    let kept = condition.kept
    var node = kept.node
    var isNegated = false
    while true {
      switch kept.program[node].kind {
      case .group: node = kept.program[node].first
      case .not:
        isNegated.toggle()
        node = kept.program[node].first
      case .callBuiltin where !isNegated: return selection(inCallAt: node, of: .empty, kept)
      case .binary where !isNegated:
        return kept.program.operandComparedWithZero(node).flatMap {
          selection(inCallAt: $0, of: .count, kept)
        }
      default: return nil
      }
    }
  }

  /// Returns the selection that is the only argument of a function; `nil` for any other node.
  private func selection(
    inCallAt index: Int32, of function: BuiltinFunction, _ kept: CapturedSyntax
  ) -> Selection? {
    let program = kept.program
    let argument = program[index].first
    guard program[index].kind == .callBuiltin, BuiltinFunction.allCases[program[index].payload] == function,
      argument >= 0, program[argument].next < 0
    else { return nil }
    return try? evaluator.evaluating(kept) { try evaluator.keepSelection($0.ungrouped(argument), of: $0) }
  }

  /// Returns the selection that a captured expression consists of; `nil` for other expressions.
  public func selection(in expression: Expression) -> Selection? {
    let kept = expression.kept
    let node = kept.program.ungrouped(kept.node)
    guard [.selection, .rows].contains(kept.program[node].kind) else { return nil }
    return try? evaluator.evaluating(kept) { try evaluator.keepSelection(node, of: $0) }
  }

  /// Returns the objects of the longest selection in a captured condition, which are the objects that the condition is
  /// about; an empty array if another selection is outside of it.
  public func objects(in condition: Expression) throws -> [ObjectReference] {
    let program = condition.kept.program
    let selections = program.subtree(condition.kept.node).filter { program[$0].kind == .selection }
    guard let widest = selections.max(by: { program[$0].range.count < program[$1].range.count }),
      selections.allSatisfy({ program[widest].range.contains(program[$0].range.lowerBound) }),
      case .list(let values) = try running(condition.kept, { try evaluator.evaluate($0, widest) })
    else { return [] }
    return values.compactMap { if case .object(let object) = $0 { object } else { nil } }
  }

  func running<R>(_ kept: CapturedSyntax, _ body: (Program) throws -> R) throws -> R {
    var result: R?
    try beginningLine(printed: output.storage.count) { result = try evaluator.evaluating(kept, body) }
    guard let result else { throw LanguageError.nothingRun }
    return result
  }

  // MARK: From text

  /// Creates an expression from its text. Throws a `CommandFailure` with the first error.
  ///
  /// - Parameters:
  ///   - text: the expression as it was written.
  ///   - variables: the captured variables. If they are given, only syntax errors are thrown, because unknown names may
  ///     be defined before the expression is evaluated.
  public func expression(_ text: String, variables: [(name: String, value: Value)]? = nil) throws
    -> Expression
  {
    Expression(kept: try keep(text, .expression, Self.boxed(variables)))
  }

  /// Creates an expression that belongs to the host and not to a session, so that every session of the table can
  /// evaluate it.
  ///
  /// - Returns: `nil` if the expression uses variables or definitions, which differ between sessions, or has an error
  ///   that is not a syntax error, such as a wrong type.
  /// - Throws: a `CommandFailure` if the text has a syntax error.
  public func sharedExpression(_ text: String) throws -> Expression? {
    let bytes = Array(text.utf8)
    // With the limits and names of a session, the result would depend on which session reads it first.
    let read = CommandReader.read(bytes, as: .expression, language.grammar, Limits())
    if let problem = read.diagnostics.first { throw CommandFailure(problem, about: bytes) }
    let names = Variables(budget)
    var resolver = Resolver(read.program, language, names, Declared())
    let isSound = resolver.resolve(read.root).isEmpty
    let program = resolver.finish()
    guard isSound, names.symbols.isEmpty else { return nil }
    return Expression(
      kept: CapturedSyntax(
        program: program, node: read.root, captured: [], frameSize: program.frameSize, isClosed: true))
  }

  /// Creates a selection from its text. Nothing is evaluated, because the selection's limit may use names that don't
  /// exist yet.
  public func selection(_ text: String, variables: [(name: String, value: Value)]? = nil) throws -> Selection
  {
    let kept = try keep(text, .selection, Self.boxed(variables))
    return try evaluator.evaluating(kept) { program in
      Selection(kept: kept, kind: try evaluator.keepSelection(kept.node, of: program).kind)
    }
  }

  /// Creates a block from its text, with its braces.
  public func block(_ text: String, variables: [(name: String, value: Value)]? = nil) throws -> Block {
    Block(kept: try keep(text, .block, Self.boxed(variables)))
  }

  private static func boxed(
    _ variables: [(name: String, value: Value)]?
  ) -> [(name: String, box: CapturedValue)]? {
    variables?.map { ($0.name, CapturedValue($0.value)) }
  }

  private func keep(
    _ text: String, _ shape: ArgumentShape, _ variables: [(name: String, box: CapturedValue)]?
  ) throws -> CapturedSyntax {
    let bytes = Array(text.utf8)
    let read = CommandReader.read(bytes, as: shape, language.grammar, limits)
    let prepared = variables.map { prepare(read, with: $0.map(\.name)) } ?? prepare(read)
    // The text was valid where it was captured; a name that is unknown here is an error only when the syntax runs.
    let problems = variables == nil ? prepared.diagnostics : read.diagnostics
    if let problem = problems.first { throw CommandFailure(problem, about: bytes) }
    let program = prepared.program
    let captured = (variables ?? []).enumerated().map { position, variable in
      CapturedSyntax.Captured(name: variable.name, index: position, box: variable.box)
    }
    return CapturedSyntax(
      program: program, node: prepared.root, captured: captured,
      frameSize: max(program.frameSize, captured.count), isClosed: variables != nil && shape != .block)
  }

  /// Returns the expression with the current values of its variables captured.
  public func closed(_ expression: Expression) throws -> Expression {
    Expression(kept: try keep(expression.text, .expression, variables(of: expression.kept)))
  }

  /// Returns the selection with the current values of its variables captured, also of those that were set after its
  /// text had been resolved.
  func closed(_ selection: Selection) throws -> Selection {
    let variables = variables(of: selection.kept)
    if variables.count == selection.kept.captured.count { return selection }
    return Selection(kept: try keep(selection.text, .selection, variables), kind: selection.kind)
  }

  /// Returns the variables that captured syntax has captured, and the global variables that it reads besides.
  private func variables(of kept: CapturedSyntax) -> [(name: String, box: CapturedValue)] {
    let program = kept.program
    var variables = kept.captured.map { (name: $0.name, box: $0.box) }
    for index in program.subtree(kept.node) {
      let node = program[index]
      var name = program.text(node.range)
      let position: Int?
      switch node.kind {
      case .global:
        if name.hasPrefix("$") { name.removeFirst() }
        position = node.payload
      case .propertyOr where program.fallbacks[node.payload].kind == .global:
        position = program.fallbacks[node.payload].payload
      default:
        // A variable that was unknown when the text was resolved.
        name = program.hostName(node) ?? name
        position = program.hostName(node) == nil ? nil : self.variables.symbols.variable(named: name)
      }
      if let position, !variables.contains(where: { $0.name == name }),
        let box = self.variables.capture(global: position)
      {
        variables.append((name, box))
      }
    }
    return variables
  }

  /// Resolves the names of syntax that was captured elsewhere. The captured variables have the first indices; unknown
  /// names may be defined before the syntax runs.
  private func prepare(_ command: PreparedLine, with variables: [String]) -> PreparedLine {
    var commands = [command]
    var resolver = Resolver(command.program, language, self.variables, .unknown)
    for (position, name) in variables.enumerated() { resolver.scope.names.append((name, position)) }
    resolver.scope.size = variables.count
    resolve(&commands, 0..<1, resolver)
    return commands[0]
  }

  // MARK: Preparing

  func prepare(_ commands: consuming [PreparedLine]) -> [PreparedLine] {
    let programs = Self.programs(of: commands)
    var declared = Declared()
    for commandsOfOne in programs {
      let program = commands[commandsOfOne.lowerBound].program
      let isWhole = commandsOfOne.count == program.roots.count
      let nodes = isWhole ? nil : commandsOfOne.map { program.nodes(of: commands[$0].root) }
      declared.add(program, nodes ?? [0...Int32(truncatingIfNeeded: program.nodes.count - 1)], language)
    }
    for commandsOfOne in programs {
      let program = commands[commandsOfOne.lowerBound].program
      resolve(&commands, commandsOfOne, Resolver(program, language, variables, declared))
    }
    return commands
  }

  private static func programs(of commands: [PreparedLine]) -> [Range<Int>] {
    var programs: [Range<Int>] = []
    var start = 0
    for index in commands.indices
    where index + 1 == commands.count
      || commands[index + 1].program !== commands[start].program
    {
      programs.append(start..<index + 1)
      start = index + 1
    }
    return programs
  }

  func prepare(_ command: PreparedLine) -> PreparedLine { prepare([command])[0] }

  private func resolve(
    _ commands: inout [PreparedLine], _ range: Range<Int>, _ resolver: consuming Resolver
  ) {
    var resolver = resolver
    for index in range where commands[index].isSound {
      commands[index].diagnostics = resolver.resolve(commands[index].root)
    }
    let program = resolver.finish()
    for index in range where commands[index].program !== program || commands[index].resolvedFor == nil {
      commands[index].program = program
      commands[index].resolvedFor = identity
    }
  }
}

extension Program {
  fileprivate func ungrouped(_ index: Int32) -> Int32 {
    var index = index
    while self[index].kind == .group { index = self[index].first }
    return index
  }

  /// Returns the other operand of a comparison such as `VALUE == 0`; `nil` for any other node.
  fileprivate func operandComparedWithZero(_ index: Int32) -> Int32? {
    let left = self[index].first
    let mark = self[left].next
    let right = self[mark].next
    guard Operator(rawValue: self[mark].payload) == .equal, self[right].next < 0 else { return nil }
    let operands = [ungrouped(left), ungrouped(right)]
    for (position, operand) in operands.enumerated()
    where self[operand].kind == .number && self[operand].payload == 0 { return operands[1 - position] }
    return nil
  }
}
