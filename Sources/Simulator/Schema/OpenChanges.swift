public import AutoUpdate

/// What an open transaction did to a kind.
@usableFromInline
struct OpenChanges {
  /// Whether it changed any objects.
  @usableFromInline var areAny = false
  /// Whether there are new ones among them.
  @usableFromInline var hasNew = false

  @inlinable
  init() {}
}

extension Schema {
  /// Checks what the open transaction changed, object by object.
  ///
  /// - Parameters:
  ///   - table: the kind's table.
  ///   - checkName: is told of each name that is new to an object.
  ///   - error: makes the error for the breach of the rule of a field, which is told by its place.
  @inlinable
  func checkOpenChanges(
    of table: Table<Object>, _ checkName: (String, Object) throws -> Void,
    _ error: (FieldBreach, _ field: Int, Object) -> any Error
  ) throws -> OpenChanges {
    var changes = OpenChanges()
    let (rules, nameOf) = (rules, nameOf)
    try table.forEachOpenChange { before, after in
      changes.areAny = true
      guard let after else { return }
      if case .none = before { changes.hasNew = true }
      for index in 0..<rules.count {
        if let breach = rules.span[index].rule.breach(before, after) {
          throw error(breach, rules.span[index].place, after)
        }
      }
      if let nameOf, !hasSameName(before, after) { try checkName(nameOf(after), after) }
    }
    return changes
  }
}
