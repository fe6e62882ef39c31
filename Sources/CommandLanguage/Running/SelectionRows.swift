extension Interpreter {
  /// Tests and orders single rows of a kept selection, for a live query over models of type `Row`.
  ///
  /// `nil` when the kind's rows are of another type. What the rows are given need not be in the store.
  public func rows<Row>(of selection: Selection, as type: Row.Type) -> SelectionRows<Row>? {
    guard let kind = language.kindIndex(selection.kind),
      let cursor = kinds[kind].makeCursor() as? RowCursorOf<Row>
    else { return nil }
    return SelectionRows(self, selection, kind, cursor)
  }
}

/// One selection's test and order over models of type `Row`, whether they are in the store or not.
///
/// Tests are charged to the command line that runs. A test that the line can no longer pay is still made, on
/// credit, so that a row is not left out for that; the line ends after it. Beyond that credit, or when the line
/// is interrupted, `matches` and `keys` throw.
public final class SelectionRows<Row> {
  private unowned let interpreter: Interpreter
  private let selection: Selection
  private let kind: Int
  private let cursor: RowCursorOf<Row>
  private let parts: Interpreter.SelectionParts
  /// Whether each key of the order is descending.
  private let isDescending: [Bool]

  init(_ interpreter: Interpreter, _ selection: Selection, _ kind: Int, _ cursor: RowCursorOf<Row>) {
    self.interpreter = interpreter
    self.selection = selection
    self.kind = kind
    self.cursor = cursor
    parts = Interpreter.SelectionParts(selection.kept.program, selection.kept.node)
    isDescending = parts.keys.map(\.isDescending)
  }

  /// How many rows there were at most when the selection was written; `nil` without a limit.
  public var limit: Int? { selection.limit }

  /// How many rows there are at most, as the `limit` part says now; `nil` without one.
  public func currentLimit() throws -> Int? {
    if parts.limit < 0 { return nil }
    return try onCredit { try interpreter.limitValue($0, parts.limit) }
  }

  /// Whether the row fulfils the `where` part.
  public func matches(_ row: Row) throws -> Bool {
    if parts.filter < 0 { return true }
    return try on(row) { try interpreter.isTrue($0, parts.filter) }
  }

  /// The values of the `by` keys, in order.
  public func keys(_ row: Row) throws -> [Value] {
    if parts.keys.isEmpty { return [] }
    return try on(row) { program in try parts.keys.map { try interpreter.evaluate(program, $0.node) } }
  }

  /// Whether a row with the keys `a` stands before one with `b`; neither does when they are equal.
  public func precedes(_ a: [Value], _ b: [Value]) -> Bool {
    (try? interpreter.budget.onCredit { try interpreter.precedes(a, b, isDescending) }) ?? false
  }

  private func on<R>(_ row: Row, _ body: (Program) throws -> R) throws -> R {
    cursor.row = row
    defer { cursor.row = nil }
    return try onCredit { program in
      interpreter.row = Interpreter.RowScope(cursor: cursor, kind: kind, element: nil)
      return try body(program)
    }
  }

  private func onCredit<R>(_ body: (Program) throws -> R) throws -> R {
    let budget = interpreter.budget
    if !interpreter.isRunning { budget.begin() }
    return try budget.onCredit {
      try budget.charge()
      return try interpreter.withKept(selection.kept, body)
    }
  }

  // MARK: Reading the syntax

  /// Whether condition and order can only depend on the row itself, and not on other objects of the
  /// world; so what they say of a row stays true until the row changes.
  public var isAboutRowAlone: Bool {
    roots.allSatisfy { root in program.subtree(root).allSatisfy { isAboutRow(program[$0].kind) } }
  }

  /// The properties of the row that the condition names, in the order of their first mention.
  public var conditionProperties: [String] {
    guard parts.filter >= 0 else { return [] }
    var names: [String] = []
    for index in program.subtree(parts.filter) where program[index].kind == .property {
      let name = program.text(program[index].range)
      if !names.contains(name) { names.append(name) }
    }
    return names
  }

  /// The text of the condition; `nil` when every row is chosen.
  public var conditionText: String? {
    parts.filter >= 0 ? program.text(program[parts.filter].range) : nil
  }

  private var program: Program { selection.kept.program }

  private var roots: [Int32] { (parts.filter >= 0 ? [parts.filter] : []) + parts.keys.map(\.node) }

  private func isAboutRow(_ kind: Node.Kind) -> Bool {
    switch kind {
    // A path may lead to any object, also from a text that is one's name; a host's function and a definition
    // may look anywhere.
    case .path, .selection, .comprehension, .root, .rows, .worldName, .global, .propertyOr, .element: false
    case .callHost, .callKind, .callDefinition: false
    default: true
    }
  }
}
