/// The test and order of one selection's rows, whatever their type: of the row that its cursor stands on.
@usableFromInline
final class RowTester {
  private unowned let interpreter: Interpreter
  let selection: Selection
  private let cursor: RowCursor
  /// The row, as condition and order see it.
  private let scope: Interpreter.RowScope
  private let parts: Interpreter.SelectionParts
  private let budget: Budget
  /// The condition, where it takes no interpreter.
  private let condition: RowCondition?
  /// Whether each key of the order is descending.
  private let isDescending: [Bool]
  @usableFromInline let hasCondition: Bool
  @usableFromInline let hasKeys: Bool
  /// Whether condition or order speak of the row as an object.
  private let namesRow: Bool

  init(_ interpreter: Interpreter, _ selection: Selection, _ kind: Int, _ cursor: RowCursor) {
    self.interpreter = interpreter
    self.selection = selection
    self.cursor = cursor
    scope = Interpreter.RowScope(cursor: cursor, kind: kind, element: nil, shared: nil)
    parts = Interpreter.SelectionParts(selection.kept.program, selection.kept.node)
    isDescending = parts.keys.map(\.isDescending)
    hasCondition = parts.filter >= 0
    hasKeys = !parts.keys.isEmpty
    budget = interpreter.budget
    let program = selection.kept.program
    condition =
      parts.filter < 0
      ? nil
      : RowCondition.make(program, parts.filter, interpreter.language) { variable in
        // It keeps those that it names; any other may change.
        variable.kind == .local
          ? selection.kept.captured.first { $0.place == variable.payload }?.value : nil
      }
    namesRow = program.subtree(selection.kept.node).contains {
      interpreter.namesRow(program, $0, ofKind: kind)
    }
  }

  var keyCount: Int { parts.keys.count }

  var hasLimit: Bool { parts.limit >= 0 }

  func currentLimit() throws -> Int? {
    if parts.limit < 0 { return nil }
    return try onCredit { try kept { try $0.limitValue($1, parts.limit) } }
  }

  /// Whether a row fulfils the condition.
  ///
  /// - Parameters:
  ///   - read: the value of the row's property at a place.
  ///   - stand: calls its argument while the cursor stands on the row.
  @usableFromInline
  func matches(
    _ read: (Int) -> Value, standing stand: (() throws -> Bool) throws -> Bool
  ) throws -> Bool {
    try onCredit {
      if let condition, let holds = condition.holds(within: budget, read) { return holds }
      return try stand { try onRow { try $0.isTrue($1, parts.filter) } }
    }
  }

  @usableFromInline
  func keys() throws -> [Value] {
    try onCredit {
      try onRow { interpreter, program in try parts.keys.map { try interpreter.evaluate(program, $0.node) } }
    }
  }

  @usableFromInline
  func order(_ a: [Value], _ b: [Value]) -> Int {
    (try? interpreter.budget.onCredit { try interpreter.order(a, b, isDescending) }) ?? 0
  }

  private func onRow<R>(_ body: (Interpreter, Program) throws -> R) throws -> R {
    if namesRow { scope.element = cursor.id().map { Value.object(selection.kind, $0) } }
    return try kept(scope, body)
  }

  /// Lets somebody keep the value of each part that is the same for all rows.
  func keepShared(by keep: (@escaping () -> Value?) -> () -> Value?) {
    var parts = SharedParts(program, interpreter.language, isFollowed: true)
    scope.shared = SharedValues(program, parts.find(below: roots))
    scope.shared?.keep { node in
      keep { [unowned self] in try? onCredit { try kept { try $0.evaluate($1, node) } } }
    }
  }

  private func kept<R>(
    _ row: Interpreter.RowScope? = nil, _ body: (Interpreter, Program) throws -> R
  ) throws -> R {
    let interpreter = interpreter
    return try interpreter.withKept(selection.kept, on: row) { try body(interpreter, $0) }
  }

  private func onCredit<R>(_ body: () throws -> R) throws -> R {
    budget.beginUnlessRunning()
    return try budget.onCredit {
      try budget.charge()
      return try body()
    }
  }

  // MARK: Reading the syntax

  var isAboutRowAlone: Bool {
    roots.allSatisfy { root in program.subtree(root).allSatisfy { isAboutRow(program[$0].kind) } }
  }

  var conditionProperties: [String] {
    guard parts.filter >= 0 else { return [] }
    var names: [String] = []
    for index in program.subtree(parts.filter) where program[index].kind == .property {
      let name = program.text(program[index].range)
      if !names.contains(name) { names.append(name) }
    }
    return names
  }

  var conditionText: String? {
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
