extension Interpreter {
  /// Returns a test of single objects for a captured selection, for a live query; `nil` if the host has no such kind.
  public func test(of selection: Selection) -> SelectionTest? {
    language.kindIndex(selection.kind).map { SelectionTest(self, selection, $0) }
  }
}

/// A test that matches and orders objects by the condition and the keys of a selection, one object at a time.
///
/// Tests are charged to the running command line. If the line's steps are spent or the line is interrupted, a test
/// still completes on credit, so that no object is left out; the line then ends. If the credit is spent, `matches` and
/// `keys` throw.
public final class SelectionTest {
  /// The cursor whose object is tested; the host positions it.
  public let cursor: RowCursor
  /// A Boolean value that indicates whether the selection has a `where` part.
  public let hasCondition: Bool
  /// The number of keys in the `by` part.
  public var keyCount: Int { parts.keys.count }
  /// A Boolean value that indicates whether the selection has a `limit` part.
  public var hasLimit: Bool { parts.limit >= 0 }

  private unowned let evaluator: Evaluator
  private let selection: Selection
  private let program: Program
  private let scope: RowScope
  private let parts: SelectionParts
  private let budget: Budget
  private let isDescending: [Bool]
  /// A Boolean value that indicates whether the condition or the keys refer to the object itself.
  private let namesRow: Bool

  init(_ interpreter: Interpreter, _ selection: Selection, _ kind: Int) {
    evaluator = interpreter.evaluator
    self.selection = selection
    let program = selection.kept.program
    self.program = program
    cursor = interpreter.kinds[kind].makeCursor()
    scope = RowScope(cursor: cursor, kind: kind, element: nil, shared: nil)
    parts = SelectionParts(program, selection.kept.node)
    isDescending = parts.keys.map(\.isDescending)
    hasCondition = parts.filter >= 0
    budget = interpreter.budget
    namesRow = program.subtree(selection.kept.node).contains {
      program[$0].kind == .outerElement || interpreter.evaluator.namesRow(program, $0, ofKind: kind)
    }
  }

  /// Returns a Boolean value that indicates whether the object satisfies the `where` part.
  public func matches() throws -> Bool {
    if !hasCondition { return true }
    // The values that the condition makes are released, and the caller may test many objects in one statement.
    let made = budget.made
    defer { budget.made = made }
    return try onCredit { try onRow { try evaluator.isTrue(program, parts.filter) } }
  }

  /// Returns the values of the `by` keys, in order.
  public func keys() throws -> [Value] {
    if parts.keys.isEmpty { return [] }
    return try onCredit { try onRow { try evaluator.keys(program, parts) } }
  }

  /// Returns a negative number, zero or a positive number if keys `a` are ordered before, with or after `b`.
  public func order(_ a: [Value], _ b: [Value]) -> Int {
    if parts.keys.isEmpty { return 0 }
    return (try? budget.onCredit { try evaluator.order(a, b, isDescending) }) ?? 0
  }

  /// Returns a Boolean value that indicates whether keys `a` are ordered before `b`; `nil` if they are equal.
  ///
  /// This is a second implementation, with which ``order(_:_:)`` can be checked; they share only the comparison of two
  /// values. If the keys cannot be compared, returns `true`.
  public func isBefore(_ a: [Value], _ b: [Value]) -> Bool? {
    for (key, (left, right)) in zip(parts.keys, zip(a, b)) {
      guard let order = try? budget.onCredit({ try evaluator.operations.sortOrder(left, right) }) else {
        return true
      }
      if order != 0 { return (order < 0) != key.isDescending }
    }
    return nil
  }

  /// Returns the current value of the `limit` part; `nil` without one.
  public func currentLimit() throws -> Int? {
    if !hasLimit { return nil }
    return try onCredit { try kept { try evaluator.limitValue(program, parts.limit) } }
  }

  /// Caches the values of those parts of the condition and the keys that read objects or names of the host but are the
  /// same for all objects.
  ///
  /// - Parameter keep: receives the computation of each part, and returns a function for its current value, which is
  ///   `nil` if it cannot be computed.
  public func cacheSharedValues(by keep: (_ compute: @escaping () -> Value?) -> () -> Value?) {
    var parts = SharedParts(program, evaluator.language, isFollowed: true)
    scope.shared = SharedValues(program, parts.find(below: roots))
    scope.shared?.keep { node in
      keep { [unowned self] in try? onCredit { try kept { try evaluator.evaluate(program, node) } } }
    }
  }

  private func onRow<R>(_ body: () throws -> R) throws -> R {
    if namesRow { scope.element = cursor.number.map { Value.object(selection.kind, $0) } }
    return try kept(scope, body)
  }

  private func kept<R>(_ row: RowScope? = nil, _ body: () throws -> R) throws -> R {
    try evaluator.evaluating(selection.kept, on: row) { _ in try body() }
  }

  private func onCredit<R>(_ body: () throws -> R) throws -> R {
    budget.beginUnlessRunning()
    return try budget.onCredit {
      try budget.charge()
      return try body()
    }
  }

  // MARK: Reading the syntax

  /// A Boolean value that indicates whether the condition and the keys depend only on the object itself, so that their
  /// values are valid until it changes.
  public var dependsOnlyOnRow: Bool { reads(below: roots).areAll }

  /// The properties of the object that the condition uses, in the order of their first occurrence.
  public var conditionProperties: [String] {
    hasCondition ? reads(below: [parts.filter]).properties : []
  }

  /// The text of the condition; `nil` if there is none.
  public var conditionText: String? { hasCondition ? program.text(program[parts.filter].range) : nil }

  private var roots: [Int32] { (hasCondition ? [parts.filter] : []) + parts.keys.map(\.node) }

  private func reads(below roots: [Int32]) -> RowReads {
    RowReads(program, evaluator.language, ofKind: scope.kind, below: roots)
  }
}
