/// The row that a selection's parts are about.
final class RowScope {
  let cursor: RowCursor?
  /// The kind's index, or -1 for what is no object.
  let kind: Int
  /// `nil` for a model that a host hands in.
  var element: Value?
  /// The values that are the same for all tested rows.
  var shared: SharedValues?

  init(cursor: RowCursor?, kind: Int, element: Value?, shared: SharedValues?) {
    self.cursor = cursor
    self.kind = kind
    self.element = element
    self.shared = shared
  }
}

/// The rows that names may mean while an expression is evaluated.
struct RowScopes {
  /// The row of the innermost selection.
  var row: RowScope?
  /// The rows of the selections around the one that runs, the outermost first.
  var enclosing: [RowScope] = []
  /// A Boolean value that indicates whether the evaluated text captured its variables, and reads none of the session's.
  var isClosed = false

  /// The object of a kind that a selection around the place is about: in `people where …`, `person`.
  func object(ofKind kind: Int) -> Value? {
    guard let row else { return nil }
    return row.kind == kind ? row.element : enclosing.last { $0.kind == kind }?.element
  }
}
