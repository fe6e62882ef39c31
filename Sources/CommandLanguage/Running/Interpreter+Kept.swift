extension Interpreter {
  /// The value of a kept expression now. Throws a `CommandFailure` that shows the expression.
  public func evaluate(_ expression: Expression) throws -> Value {
    try runningKept(expression.kept) { try evaluate($0, expression.kept.node) }
  }

  /// Whether a kept condition holds now; a value that is not a truth is a failure.
  public func isTrue(_ condition: Expression) throws -> Bool {
    try runningKept(condition.kept) { try isTrue($0, condition.kept.node) }
  }

  /// The ids of a kept selection's rows now, in its order and within its limit.
  public func ids(of selection: Selection) throws -> [Int] {
    let value = try runningKept(selection.kept) { try evaluate($0, selection.kept.node) }
    guard case .list(let values) = value else { return [] }
    return values.compactMap { if case .object(let object) = $0 { object.id } else { nil } }
  }

  /// Runs a kept block as part of the command line that runs now, or as one of its own.
  ///
  /// Throws a `CommandFailure` that shows the block, or the session's end when the block quits.
  public func run(_ block: Block) throws {
    // A block may run what runs the block.
    try runningKept(block.kept) { program in
      _ = try budget.calling { try executeBlock(program, block.kept.node) }
    }
  }

  /// Runs a kept condition that must hold; when it does not, the failure shows the values of both sides.
  public func expect(_ condition: Expression) throws {
    try runningKept(condition.kept) { try expect($0, condition.kept.node) }
  }

  private func runningKept<R>(_ kept: Kept, _ body: (Program) throws -> R) throws -> R {
    var result: R?
    try beginningLine(printed: output.storage.count) { result = try withKept(kept, body) }
    guard let result else { throw LanguageError.nothingRun }
    return result
  }

  // MARK: From text

  /// Reads an expression again from its text. Throws a `CommandFailure` with the first error.
  public func expression(_ text: String) throws -> Expression {
    Expression(kept: try keep(text, .expression))
  }

  /// Reads a selection again from its text.
  public func selection(_ text: String) throws -> Selection {
    let kept = try keep(text, .selection)
    return try withKept(kept) { program in
      var selection = try keepSelection(program.root, of: program)
      selection = Selection(kept: kept, kind: selection.kind, limit: selection.limit)
      return selection
    }
  }

  /// Reads a block again from its text, with its braces.
  public func block(_ text: String) throws -> Block { Block(kept: try keep(text, .block)) }

  private func keep(_ text: String, _ shape: ArgumentShape) throws -> Kept {
    let bytes = Array(text.utf8)
    var prepared = CommandReader.read(bytes, shape, language.grammar, limits)
    prepared = resolve(prepared, Declared())
    if let problem = prepared.diagnostics.first { throw CommandFailure(problem, about: bytes) }
    let program = prepared.program
    return Kept(program: program, node: program.root, captured: [], frameSize: program.frameSize)
  }

  // MARK: Preparing

  /// Binds the names of commands that run one after the other, and checks them, as far as that can be done
  /// before they run.
  func prepare(_ commands: [PreparedCommand]) -> [PreparedCommand] {
    var declared = Declared()
    for command in commands { declared.add(command.program, language) }
    return commands.map { resolve($0, declared) }
  }

  func prepare(_ command: PreparedCommand) -> PreparedCommand {
    var declared = Declared()
    declared.add(command.program, language)
    return resolve(command, declared)
  }

  private func resolve(_ command: PreparedCommand, _ declared: Declared) -> PreparedCommand {
    guard command.isSound else { return command }
    var resolver = Resolver(command.program, language, self, declared)
    let program = resolver.resolve()
    return PreparedCommand(
      program: program, diagnostics: resolver.diagnostics, comment: command.comment, line: command.line,
      resolvedFor: ObjectIdentifier(self))
  }
}
