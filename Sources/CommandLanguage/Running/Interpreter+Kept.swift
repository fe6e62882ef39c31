extension Interpreter {
  /// The value of a kept expression now. Throws a `CommandFailure` that shows the expression.
  public func evaluate(_ expression: Expression) throws -> Value {
    try runningKept(expression.syntax) { try evaluate($0, expression.syntax.root) }
  }

  /// Whether a kept condition holds now; a value that is not a truth is a failure.
  public func isTrue(_ condition: Expression) throws -> Bool {
    try runningKept(condition.syntax) { try isTrue($0, condition.syntax.root) }
  }

  /// The ids of a kept selection's rows now, in its order and within its limit.
  public func ids(of selection: Selection) throws -> [Int] {
    try runningKept(selection.syntax) { try select($0, selection.syntax.root).map(\.id) }
  }

  /// Runs a kept block as part of the command line that runs now, or as one of its own.
  ///
  /// Throws a `CommandFailure` that shows the block, or the session's end when the block quits.
  public func run(_ block: Block) throws {
    try runningKept(block.syntax) { tree in
      // A block may run what runs the block.
      try calling { try executeBlock(tree, block.syntax.root) }
    }
  }

  /// Runs a kept condition that must hold; when it does not, the failure shows the values of both sides.
  public func expect(_ condition: Expression) throws {
    try runningKept(condition.syntax) { try expect($0, condition.syntax.root) }
  }

  /// Prints an error that `evaluate`, `ids` or `run` threw, as a command's own would be.
  public func report(_ error: any Error) {
    if error is Quit { return }
    report(failure(of: error))
  }

  private func runningKept<R>(_ syntax: Syntax, _ body: (Tree) throws -> R) throws -> R {
    var result: R?
    try beginningLine(printed: output.storage.count) {
      result = try withKept(syntax) { tree in
        do { return try body(tree) } catch { throw located(error, tree, tree[syntax.root].range) }
      }
    }
    guard let result else { throw LanguageError.nothingRun }
    return result
  }

  // MARK: From text

  /// Reads an expression again from its text. Throws a `CommandFailure` with the first syntax error.
  public func expression(_ text: String) throws -> Expression {
    try parsing(text, .expression) { Expression(syntax: keep($0, $1, globals: false)) }
  }

  /// Reads a selection again from its text.
  public func selection(_ text: String) throws -> Selection {
    try parsing(text, .selection) { try selection($0, $1) }
  }

  /// Reads a block again from its text, with its braces.
  public func block(_ text: String) throws -> Block {
    try parsing(text, .block) { Block(syntax: keep($0, $1, globals: false)) }
  }

  private func parsing<R>(
    _ text: String, _ shape: ParameterInfo.Shape, _ body: (Tree, Int32) throws -> R
  ) throws -> R {
    let bytes = Array(text.utf8)
    return try bytes.withUnsafeBufferPointer { source in
      var parser = Parser(source, language: language, limits: limitsPointer)
      guard let root = parser.parseWhole(shape) else {
        let diagnostic =
          parser.diagnostics.first ?? Diagnostic(LanguageError.unreadable, at: 0..<0)
        throw CommandFailure(diagnostic, about: bytes)
      }
      return try parser.nodes.withUnsafeBufferPointer { nodes in
        try body(Tree(nodes: nodes, source: source), root)
      }
    }
  }

  // MARK: Single rows

  /// Tests and orders single rows of a kept selection, for a live query over models of type `Row`.
  ///
  /// `nil` when the kind's rows are of another type. What the rows are given need not be in the store.
  public func rows<Row>(of selection: Selection, as type: Row.Type) -> SelectionRows<Row>? {
    guard let kind = language.kind(selection.kind),
      let cursor = kind.makeCursor(in: world) as? RowCursorOf<Row>
    else { return nil }
    return SelectionRows(self, selection, kind, cursor)
  }
}

/// One selection's test and order over models of type `Row`, whether they are in the store or not.
public final class SelectionRows<Row> {
  unowned let interpreter: Interpreter
  let selection: Selection
  let scope: Interpreter.RowScope
  private let cursor: RowCursorOf<Row>
  let parts: Interpreter.SelectionParts
  /// Whether each key of the order is descending.
  private let isDescending: [Bool]

  init(
    _ interpreter: Interpreter, _ selection: Selection, _ kind: any ErasedKind, _ cursor: RowCursorOf<Row>
  ) {
    self.interpreter = interpreter
    self.selection = selection
    self.cursor = cursor
    scope = Interpreter.RowScope(cursor: cursor, kind: kind)
    parts = selection.syntax.withTree { Interpreter.SelectionParts($0, selection.syntax.root) }
    isDescending = parts.keys.map(\.isDescending)
  }

  /// How many rows there are at most.
  public var limit: Int? { selection.limit }

  /// Whether the row fulfils the `where` part.
  public func matches(_ row: Row) throws -> Bool {
    if parts.filter < 0 { return true }
    return try on(row) { try interpreter.isTrue($0, parts.filter) }
  }

  /// The values of the `by` keys, in order.
  public func keys(_ row: Row) throws -> [Value] {
    if parts.keys.isEmpty { return [] }
    return try on(row) { tree in try parts.keys.map { try interpreter.evaluate(tree, $0.node) } }
  }

  /// Whether a row with the keys `a` stands before one with `b`; neither does when they are equal.
  public func precedes(_ a: [Value], _ b: [Value]) -> Bool {
    interpreter.precedes(a, b, isDescending)
  }

  private func on<R>(_ row: Row, _ body: (Tree) throws -> R) throws -> R {
    cursor.row = row
    defer { cursor.row = nil }
    return try interpreter.withKept(selection.syntax) { tree in
      interpreter.row = scope
      // Testing a row is the host's own work, outside any line's budget of steps.
      interpreter.grantSteps()
      return try body(tree)
    }
  }
}
