extension Interpreter {
  /// The value of a kept expression now. Throws a `CommandFailure` that shows the expression.
  public func evaluate(_ expression: Expression) throws -> Value {
    try runningKept(expression.kept) { try evaluator.evaluate($0, expression.kept.node) }
  }

  /// Returns a Boolean value that indicates whether a captured condition holds now; fails if the value is not a
  /// truth.
  public func isTrue(_ condition: Expression) throws -> Bool {
    try runningKept(condition.kept) { try evaluator.isTrue($0, condition.kept.node) }
  }

  /// The ids of a kept selection's rows now, in its order and within its limit.
  public func ids(of selection: Selection) throws -> [Int] {
    let value = try runningKept(selection.kept) { try evaluator.evaluate($0, selection.kept.node) }
    guard case .list(let values) = value else { return [] }
    return values.compactMap { if case .object(let object) = $0 { object.id } else { nil } }
  }

  /// Runs a kept block as part of the command line that runs now, or as one of its own.
  ///
  /// Throws a `CommandFailure` that shows the block, or the session's end when the block quits.
  public func run(_ block: Block) throws {
    // A block may run what runs the block.
    try runningKept(block.kept) { program in
      try executor.run(block.kept.node, of: program)
    }
  }

  /// Runs a kept condition that must hold; when it does not, the failure shows the values of both sides.
  public func expect(_ condition: Expression) throws {
    try runningKept(condition.kept) { try ConditionCheck(evaluator, $0, condition.kept.node).check() }
  }

  /// Returns whether a kept condition can only depend on the host's values, and not on code of the host or on variables and
  /// definitions of the session.
  public func isAboutValuesAlone(_ condition: Expression) -> Bool {
    let program = condition.kept.program
    func isValue(_ kind: Node.Kind) -> Bool {
      kind != .global && kind != .callHost && kind != .callDefinition
    }
    return program.subtree(condition.kept.node).allSatisfy { index in
      let node = program[index]
      return node.kind == .propertyOr ? isValue(program.fallbacks[node.payload].kind) : isValue(node.kind)
    }
  }

  /// Returns a Boolean value that indicates whether a kept condition asks for values before the command: `old(…)`.
  public func comparesStates(_ condition: Expression) -> Bool {
    let program = condition.kept.program
    return program.subtree(condition.kept.node).contains { index in
      let node = program[index]
      return node.kind == .callBuiltin && BuiltinFunction.allCases[node.payload] == .old
    }
  }

  /// The names of the host that a kept selection mentions, each once.
  public func hostNames(in selection: Selection) -> [String] {
    let program = selection.kept.program
    var names: [String] = []
    for index in program.subtree(selection.kept.node) {
      if let name = program.hostName(program[index]), !names.contains(name) { names.append(name) }
    }
    return names
  }

  /// The selection of which a kept condition says that it is empty, `not any SELECTION`; `nil` for any other.
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
      case .callBuiltin:
        guard !isNegated, BuiltinFunction.allCases[kept.program[node].payload] == .empty,
          kept.program[kept.program[node].first].next < 0
        else { return nil }
        return try? evaluator.withKept(kept) { try evaluator.keepSelection($0[node].first, of: $0) }
      default: return nil
      }
    }
  }

  /// The selection that a kept expression is; `nil` for any other.
  public func selection(in expression: Expression) -> Selection? {
    let kept = expression.kept
    var node = kept.node
    while kept.program[node].kind == .group { node = kept.program[node].first }
    guard [.selection, .rows].contains(kept.program[node].kind) else { return nil }
    return try? evaluator.withKept(kept) { try evaluator.keepSelection(node, of: $0) }
  }

  /// The objects of the widest selection in a kept condition: whom it is about.
  public func objects(in condition: Expression) throws -> [ObjectReference] {
    let program = condition.kept.program
    var widest: Int32 = -1
    for index in program.subtree(condition.kept.node) where program[index].kind == .selection {
      if widest < 0 || program[index].range.count > program[widest].range.count { widest = index }
    }
    guard widest >= 0,
      case .list(let values) = try runningKept(condition.kept, { try evaluator.evaluate($0, widest) })
    else { return [] }
    return values.compactMap { if case .object(let object) = $0 { object } else { nil } }
  }

  func runningKept<R>(_ kept: CapturedSyntax, _ body: (Program) throws -> R) throws -> R {
    var result: R?
    try beginningLine(printed: output.storage.count) { result = try evaluator.withKept(kept, body) }
    guard let result else { throw LanguageError.nothingRun }
    return result
  }

  // MARK: From text

  /// Reads an expression again from its text. Throws a `CommandFailure` with the first error.
  ///
  /// - Parameters:
  ///   - text: the expression as it was written.
  ///   - variables: those that it keeps; with them, only what cannot be read is an error.
  public func expression(_ text: String, variables: [(name: String, value: Value)]? = nil) throws
    -> Expression
  {
    Expression(kept: try keep(text, .expression, Self.boxed(variables)))
  }

  /// Reads an expression that is no session's but the host's own: every session of the table may evaluate it.
  ///
  /// - Returns: `nil` for one that names variables or definitions, which each session has its own of.
  /// - Throws: a `CommandFailure` when the text cannot be read.
  public func sharedExpression(_ text: String) throws -> Expression? {
    let bytes = Array(text.utf8)
    // Neither the limits nor the names of a session: it would matter which of them comes first.
    let read = CommandReader.read(bytes, .expression, language.grammar, Limits())
    if let problem = read.diagnostics.first { throw CommandFailure(problem, about: bytes) }
    let names = NoNames()
    var resolver = Resolver(read.program, language, names, .unknown)
    _ = resolver.resolve(read.root)
    let program = resolver.finish()
    guard names.symbols.isEmpty else { return nil }
    return Expression(
      kept: CapturedSyntax(
        program: program, node: read.root, captured: [], frameSize: program.frameSize, isClosed: true))
  }

  /// Reads a selection again from its text. Evaluates nothing: its limit may read what is not there yet.
  public func selection(_ text: String, variables: [(name: String, value: Value)]? = nil) throws -> Selection
  {
    let kept = try keep(text, .selection, Self.boxed(variables))
    return try evaluator.withKept(kept) { program in
      Selection(kept: kept, kind: try evaluator.keepSelection(kept.node, of: program).kind)
    }
  }

  /// Reads a block again from its text, with its braces.
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
    let read = CommandReader.read(bytes, shape, language.grammar, limits)
    let prepared = variables.map { prepare(read, with: $0.map(\.name)) } ?? prepare(read)
    // It was sound where it was written; what is not known here is an error when it runs.
    let problems = variables == nil ? prepared.diagnostics : read.diagnostics
    if let problem = problems.first { throw CommandFailure(problem, about: bytes) }
    let program = prepared.program
    let captured = (variables ?? []).enumerated().map { place, variable in
      CapturedSyntax.Captured(name: variable.name, place: place, box: variable.box)
    }
    return CapturedSyntax(
      program: program, node: prepared.root, captured: captured,
      frameSize: max(program.frameSize, captured.count), isClosed: variables != nil && shape != .block)
  }

  /// The same expression with the values that the variables in it have now, whatever becomes of them.
  public func closed(_ expression: Expression) throws -> Expression {
    let program = expression.kept.program
    var variables = expression.kept.captured.map { (name: $0.name, box: $0.box) }
    for index in program.subtree(expression.kept.node) {
      let node = program[index]
      var name = program.text(node.range)
      let place: Int?
      switch node.kind {
      case .global:
        if name.hasPrefix("$") { name.removeFirst() }
        place = node.payload
      case .propertyOr:
        let fallback = program.fallbacks[node.payload]
        place = fallback.kind == .global ? fallback.payload : nil
      default: place = nil
      }
      if let place, !variables.contains(where: { $0.name == name }),
        let box = self.variables.capture(global: place)
      {
        variables.append((name, box))
      }
    }
    return Expression(kept: try keep(expression.text, .expression, variables))
  }

  /// Binds the names of what was kept elsewhere: its variables have the first places, and what nobody knows here may
  /// become known before it runs.
  private func prepare(_ command: PreparedLine, with variables: [String]) -> PreparedLine {
    var commands = [command]
    var resolver = Resolver(command.program, language, self.variables, .unknown)
    for (place, name) in variables.enumerated() { resolver.scope.names.append((name, place)) }
    resolver.scope.size = variables.count
    resolve(&commands, 0..<1, resolver)
    return commands[0]
  }

  // MARK: Preparing

  /// Binds the names of commands that run one after the other, and checks them, as far as that can be done
  /// before they run.
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

  /// The ranges of neighbours that are of one program.
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

  /// Resolves commands of one program.
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
