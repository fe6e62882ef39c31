public import AutoUpdate

extension Schema {
  /// Checks what the open transaction changed, object by object.
  ///
  /// - Parameters:
  ///   - table: the kind's table.
  ///   - checkName: is told of each name that is new to an object.
  ///   - error: makes the error for the breach of the rule of a field, which is told by its place.
  /// - Returns: whether there are new objects.
  @inlinable
  func checkOpenChanges(
    of table: Table<Object>, _ checkName: (String, Object) throws -> Void,
    _ error: (FieldBreach, _ field: Int, Object) -> any Error
  ) throws -> Bool {
    var hasNew = false
    let (rules, nameOf) = (rules, nameOf)
    try table.forEachOpenChange { before, after in
      guard let after else { return }
      if case .none = before { hasNew = true }
      for index in 0..<rules.count {
        if let breach = rules.span[index].rule.breach(before, after) {
          throw error(breach, rules.span[index].place, after)
        }
      }
      if let nameOf, !hasSameName(before, after) { try checkName(nameOf(after), after) }
    }
    return hasNew
  }
}
