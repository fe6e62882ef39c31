extension Interpreter {
  /// Tests and orders single rows of a kept selection, for a live query over models of type `Row`.
  ///
  /// `nil` when the kind's rows are of another type. What the rows are given need not be in the store.
  public func rows<Row>(of selection: Selection, as type: Row.Type) -> SelectionRows<Row>? {
    guard let kind = language.kindIndex(selection.kind) else { return nil }
    let cursor = kinds[kind].makeCursor()
    guard let current = cursor.current as? CurrentRow<Row> else { return nil }
    return SelectionRows(RowTester(self, selection, kind, cursor), current)
  }
}

/// One selection's test and order over models of type `Row`, whether they are in the store or not.
///
/// Tests are charged to the command line that runs. A test that the line can no longer pay is still made, on
/// credit, so that a row is not left out for that; the line ends after it. Beyond that credit, or when the line
/// is interrupted, `matches` and `keys` throw.
public final class SelectionRows<Row> {
  @usableFromInline let tester: RowTester
  @usableFromInline let current: CurrentRow<Row>

  init(_ tester: RowTester, _ current: CurrentRow<Row>) {
    self.tester = tester
    self.current = current
  }

  /// Whether the row fulfils the `where` part.
  @inlinable
  public func matches(_ row: Row) throws -> Bool {
    if !tester.hasCondition { return true }
    return try tester.matches({ current.read(row, $0) }) { body in
      current.row = row
      defer { current.row = nil }
      return try body()
    }
  }

  /// The values of the `by` keys, in order.
  @inlinable
  public func keys(_ row: Row) throws -> [Value] {
    if !tester.hasKeys { return [] }
    current.row = row
    defer { current.row = nil }
    return try tester.keys()
  }

  /// Negative or positive as a row with the keys `a` stands before or after one with `b`, zero when they are equal.
  @inlinable
  public func order(_ a: [Value], _ b: [Value]) -> Int { tester.hasKeys ? tester.order(a, b) : 0 }

  /// Lets somebody keep the values of those parts of condition and order that read objects or names of the host and still are
  /// the same for all rows, so that they are not computed for each.
  ///
  /// - Parameter keep: is given each part's computation; what it returns is asked for the value that the objects give
  ///   now, `nil` if none can be computed.
  public func keepShared(by keep: (_ compute: @escaping () -> Value?) -> () -> Value?) {
    tester.keepShared(by: keep)
  }

  /// The number of keys of each row.
  public var keyCount: Int { tester.keyCount }

  /// A Boolean value that indicates whether the selection has a `limit` part.
  public var hasLimit: Bool { tester.hasLimit }

  /// How many rows there are at most, as the `limit` part says now; `nil` without one.
  public func currentLimit() throws -> Int? { try tester.currentLimit() }

  /// Whether condition and order can only depend on the row itself, and not on other objects of the
  /// world; so what they say of a row stays true until the row changes.
  public var isAboutRowAlone: Bool { tester.isAboutRowAlone }

  /// The properties of the row that the condition names, in the order of their first mention.
  public var conditionProperties: [String] { tester.conditionProperties }

  /// The text of the condition; `nil` when every row is chosen.
  public var conditionText: String? { tester.conditionText }
}
