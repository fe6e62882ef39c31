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
    try table.forEachOpenChange { before, after in
      changes.areAny = true
      guard let after else { return }
      if before == nil { changes.hasNew = true }
      for (place, rule) in rules {
        if let breach = rule.breach(before, after) { throw error(breach, place, after) }
      }
      guard let nameOf else { return }
      let name = nameOf(after)
      if before.map(nameOf) != name { try checkName(name, after) }
    }
    return changes
  }
}
