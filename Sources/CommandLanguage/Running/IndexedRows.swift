/// Selections whose rows an index can find: those that begin with `where PROPERTY == VALUE` and a constant value.
extension Evaluator {
  /// The rows that satisfy the first parts of a condition.
  struct IndexedRows {
    let numbers: Set<Int>
    let kind: Int
    /// A Boolean value that indicates whether these parts are the whole condition.
    let areAll: Bool
  }

  /// Returns the rows that an index finds for a selection; `nil` if every row must be tested.
  ///
  /// Only the first parts of the condition can be looked up. Later parts are evaluated only for rows that satisfy the
  /// parts before them, and might fail for other rows.
  func indexedRows(_ program: Program, _ parts: SelectionParts) throws -> IndexedRows? {
    guard parts.filter >= 0, program[parts.base].kind == .rows else { return nil }
    let kind = program[parts.base].payload
    var properties: [Int] = []
    var sources: [Int32] = []
    let conditions = program.conjuncts(of: parts.filter)
    for condition in conditions {
      guard let (property, value) = lookUp(condition, program, kind), !properties.contains(property) else {
        break
      }
      properties.append(property)
      sources.append(value)
    }
    if properties.isEmpty { return nil }
    // Creating an index pays off if the query is repeated: for each row of a selection, or by captured syntax.
    let makesIndex = scopes.isClosed || !scopes.enclosing.isEmpty || scopes.row != nil
    guard let values = try? valuesOutsideOfRows(program, sources) else {
      // The failure must occur when the first row is tested, and not if there are no rows.
      return nil
    }
    guard let numbers = kinds[kind].numbers(where: properties, are: values, makesIndex: makesIndex) else {
      return nil
    }
    try budget.charge()
    return IndexedRows(numbers: numbers, kind: kind, areAll: properties.count == conditions.count)
  }

  /// Returns the values of nodes that are the same for all rows of the selection.
  private func valuesOutsideOfRows(_ program: Program, _ nodes: [Int32]) throws -> [Value] {
    let outer = scopes.row
    if let outer { scopes.enclosing.append(outer) }
    scopes.row = RowScope(cursor: nil, kind: -1, element: nil, shared: nil)
    defer {
      scopes.row = outer
      if outer != nil { scopes.enclosing.removeLast() }
    }
    return try nodes.map { try evaluate(program, $0) }
  }

  /// Returns the property that a part of a condition compares, and the node of the value.
  private func lookUp(_ index: Int32, _ program: Program, _ kind: Int) -> (property: Int, value: Int32)? {
    let node = program[index]
    guard node.kind == .binary else { return nil }
    let mark = program[program[node.first].next]
    let right = mark.next
    guard Operator(rawValue: mark.payload) == .equal, program[right].next < 0 else { return nil }
    if let property = property(node.first, program, kind), isSame(right, program, kind) {
      return (property, right)
    }
    if let property = property(right, program, kind), isSame(node.first, program, kind) {
      return (property, node.first)
    }
    return nil
  }

  /// Returns the index of the row's property that a node reads: `owner`, `it.owner`.
  private func property(_ index: Int32, _ program: Program, _ kind: Int) -> Int? {
    let node = program[index]
    switch node.kind {
    case .property: return node.payload
    case .path:
      let member = program[node.first].next
      guard member >= 0, program[member].next < 0, program[member].kind == .member,
        namesRow(program, node.first, ofKind: kind)
      else { return nil }
      return language.kinds[kind].propertyIndex(program.texts[program[member].payload])
    default: return nil
    }
  }

  /// Returns a Boolean value that indicates whether a node has the same value for all rows and calls no functions.
  private func isSame(_ index: Int32, _ program: Program, _ kind: Int) -> Bool {
    program.subtree(index).allSatisfy { index in
      let node = program[index]
      switch node.kind {
      case .number, .decimal, .duration, .string, .truth, .nothing, .constant, .local, .global, .outerElement,
        .root, .path, .member, .group:
        return true
      case .worldName: return !namesRow(program, index, ofKind: kind)
      default: return false
      }
    }
  }

  /// Returns the number of rows of a selection if an index provides it; `nil` for any other node.
  func indexedCount(_ program: Program, _ index: Int32) throws -> Int? {
    var index = index
    while program[index].kind == .group { index = program[index].first }
    guard program[index].kind == .selection,
      scopes.row?.shared?.index(of: index, in: program) == nil
    else { return nil }
    let parts = SelectionParts(program, index)
    guard parts.limit < 0, parts.keys.isEmpty, let rows = try indexedRows(program, parts), rows.areAll else {
      return nil
    }
    return rows.numbers.count
  }
}

extension Program {
  fileprivate func conjuncts(of index: Int32) -> [Int32] {
    switch self[index].kind {
    case .group: conjuncts(of: self[index].first)
    case .and: children(of: index).flatMap(conjuncts)
    default: [index]
    }
  }
}
