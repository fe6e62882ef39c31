extension Interpreter {
  /// Tests and orders single objects of a kept selection, for a live query; `nil` when the host has no such kind.
  public func test(of selection: Selection) -> SelectionTest? {
    language.kindIndex(selection.kind).map { SelectionTest(self, selection, $0) }
  }
}

/// One selection's test and order, of the object that its cursor stands on.
///
/// Tests are charged to the command line that runs. A test that the line can no longer pay is still made, on
/// credit, so that an object is not left out for that; the line ends after it. Beyond that credit, or when the line
/// is interrupted, `matches` and `keys` throw.
public final class SelectionTest {
  /// The cursor whose object is tested; the host puts it there.
  public let cursor: RowCursor
  /// A Boolean value that indicates whether the selection has a `where` part.
  public let hasCondition: Bool
  /// The number of keys of each object; the `by` part's.
  public var keyCount: Int { parts.keys.count }
  /// A Boolean value that indicates whether the selection has a `limit` part.
  public var hasLimit: Bool { parts.limit >= 0 }

  private unowned let interpreter: Interpreter
  private let selection: Selection
  private let program: Program
  /// The object, as condition and order see it.
  private let scope: Interpreter.RowScope
  private let parts: Interpreter.SelectionParts
  private let budget: Budget
  /// A Boolean value for each key that indicates whether its order is descending.
  private let isDescending: [Bool]
  /// A Boolean value that indicates whether condition or order speak of the object itself.
  private let namesRow: Bool

  init(_ interpreter: Interpreter, _ selection: Selection, _ kind: Int) {
    self.interpreter = interpreter
    self.selection = selection
    let program = selection.kept.program
    self.program = program
    cursor = interpreter.kinds[kind].makeCursor()
    scope = Interpreter.RowScope(cursor: cursor, kind: kind, element: nil, shared: nil)
    parts = Interpreter.SelectionParts(program, selection.kept.node)
    isDescending = parts.keys.map(\.isDescending)
    hasCondition = parts.filter >= 0
    budget = interpreter.budget
    namesRow = program.subtree(selection.kept.node).contains {
      program[$0].kind == .outerElement || interpreter.namesRow(program, $0, ofKind: kind)
    }
  }

  /// Returns whether the object fulfils the `where` part.
  public func matches() throws -> Bool {
    if !hasCondition { return true }
    return try onCredit { try onRow { try interpreter.isTrue(program, parts.filter) } }
  }

  /// The values of the `by` keys, in order.
  public func keys() throws -> [Value] {
    if parts.keys.isEmpty { return [] }
    return try onCredit { try onRow { try parts.keys.map { try interpreter.evaluate(program, $0.node) } } }
  }

  /// Negative or positive as an object with the keys `a` stands before or after one with `b`, zero when they are equal.
  public func order(_ a: [Value], _ b: [Value]) -> Int {
    if parts.keys.isEmpty { return 0 }
    return (try? budget.onCredit { try interpreter.order(a, b, isDescending) }) ?? 0
  }

  /// The most objects that are chosen, as the `limit` part says now; `nil` without one.
  public func currentLimit() throws -> Int? {
    if !hasLimit { return nil }
    return try onCredit { try kept { try interpreter.limitValue(program, parts.limit) } }
  }

  /// Lets somebody keep the values of those parts of condition and order that read objects or names of the host and still are
  /// the same for all objects, so that they are not computed for each.
  ///
  /// - Parameter keep: is given each part's computation; what it returns is asked for the value that the objects give
  ///   now, `nil` if none can be computed.
  public func keepShared(by keep: (_ compute: @escaping () -> Value?) -> () -> Value?) {
    var parts = SharedParts(program, interpreter.language, isFollowed: true)
    scope.shared = SharedValues(program, parts.find(below: roots))
    scope.shared?.keep { node in
      keep { [unowned self] in try? onCredit { try kept { try interpreter.evaluate(program, node) } } }
    }
  }

  private func onRow<R>(_ body: () throws -> R) throws -> R {
    if namesRow { scope.element = cursor.number.map { Value.object(selection.kind, $0) } }
    return try kept(scope, body)
  }

  private func kept<R>(_ row: Interpreter.RowScope? = nil, _ body: () throws -> R) throws -> R {
    try interpreter.withKept(selection.kept, on: row) { _ in try body() }
  }

  private func onCredit<R>(_ body: () throws -> R) throws -> R {
    budget.beginUnlessRunning()
    return try budget.onCredit {
      try budget.charge()
      return try body()
    }
  }

  // MARK: Reading the syntax

  /// A Boolean value that indicates whether condition and order can only depend on the object itself, and not on other
  /// objects of the host; so what they say of an object stays true until it changes.
  public var isAboutRowAlone: Bool {
    roots.allSatisfy { root in program.subtree(root).allSatisfy { isAboutRow(program[$0].kind) } }
  }

  /// The properties of the object that the condition names, in the order of their first mention.
  public var conditionProperties: [String] {
    guard hasCondition else { return [] }
    var names: [String] = []
    for index in program.subtree(parts.filter) where program[index].kind == .property {
      let name = program.text(program[index].range)
      if !names.contains(name) { names.append(name) }
    }
    return names
  }

  /// The text of the condition; `nil` when every object is chosen.
  public var conditionText: String? { hasCondition ? program.text(program[parts.filter].range) : nil }

  private var roots: [Int32] { (hasCondition ? [parts.filter] : []) + parts.keys.map(\.node) }

  private func isAboutRow(_ kind: Node.Kind) -> Bool {
    switch kind {
    // A path may lead to any object, also from a text that is one's name; a host's function and a definition
    // may look anywhere.
    case .path, .selection, .comprehension, .root, .rows, .worldName, .global, .propertyOr, .element,
      .outerElement:
      false
    case .callHost, .callKind, .callDefinition: false
    default: true
    }
  }
}
