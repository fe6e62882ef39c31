/// The row for which the parts of a selection are evaluated.
final class RowScope {
  let cursor: RowCursor?
  /// The kind's index, or -1 if the row is not an object.
  let kind: Int
  /// The row as a value; `nil` for a model that a host passes to the cursor.
  var element: Value?
  var shared: SharedValues?

  init(cursor: RowCursor?, kind: Int, element: Value?, shared: SharedValues?) {
    self.cursor = cursor
    self.kind = kind
    self.element = element
    self.shared = shared
  }
}

/// The rows that names can refer to while an expression is evaluated.
struct RowScopes {
  var row: RowScope?
  /// The rows of the enclosing selections, outermost first.
  var enclosing: [RowScope] = []
  /// A Boolean value that indicates whether the evaluated syntax captured its variables and reads no global ones.
  var isClosed = false

  /// Returns the row of the innermost selection of a kind, such as `person` in `people where …`.
  func object(ofKind kind: Int) -> Value? {
    guard let row else { return nil }
    return row.kind == kind ? row.element : enclosing.last { $0.kind == kind }?.element
  }
}
