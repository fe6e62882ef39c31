import TerminalText

extension Evaluator {
  /// Returns the rows of a selection in order: objects, or the elements of any list.
  func select(_ program: Program, _ index: Int32) throws -> [Value] {
    let parts = SelectionParts(program, index)
    return try select(program, parts, limit: try limit(of: parts, in: program) ?? Int.max)
  }

  /// Returns the rows that a selection statement shows, its limit, and the kind of its base.
  func shownSelection(_ program: Program, _ index: Int32) throws -> (value: Value, limit: Int?, kind: Kind?) {
    let parts = SelectionParts(program, index)
    let limit = try limit(of: parts, in: program)
    let value =
      try limit.map { Value.list(try select(program, parts, limit: $0)) } ?? evaluate(program, index)
    let base = program[parts.base]
    return (value, limit, base.kind == .rows ? language.kinds[base.payload] : nil)
  }

  private func limit(of parts: SelectionParts, in program: Program) throws -> Int? {
    try parts.limit >= 0 ? limitValue(program, parts.limit) : nil
  }

  func select(_ program: Program, _ parts: SelectionParts, limit: Int) throws -> [Value] {
    var filter = parts.filter
    let candidates: [Value]
    if let rows = try indexedRows(program, parts) {
      let id = language.kinds[rows.kind].id
      candidates = rows.numbers.sorted().map { .object(id, $0) }
      if rows.areAll { filter = -1 }
    } else {
      guard case .list(let all) = try evaluate(program, parts.base) else {
        throw noSelection(program, parts.base)
      }
      candidates = all
    }
    let outer = scopes.row
    if outer == nil, candidates.isEmpty { try checkUnreachedNames(of: parts, in: program) }
    if let outer { scopes.enclosing.append(outer) }
    let shared = outer.map(\.shared) ?? sharedValues(of: parts, in: program)
    // The cursor of an enclosing selection of the same kind must not move, because that selection continues to use it.
    scopes.row = nil
    conditions &+= 1
    defer {
      conditions &-= 1
      scopes.row = outer
      if outer != nil { scopes.enclosing.removeLast() }
    }
    var compared = ComparedRows(program, language, parts)
    var chosen: [(value: Value, keys: [Value])] = []
    for candidate in candidates {
      try budget.charge()
      guard stand(on: candidate, shared) else { continue }
      if compared != nil, case .object(let object) = candidate, let row = scopes.row,
        compared?.contains(object.id, ofKind: row.kind, self) == false
      {
        // The row is skipped, but values that its condition reads may change later. Evaluating the condition records
        // the reads.
        let made = budget.made
        _ = try? isTrue(program, filter)
        budget.made = made
        continue
      }
      if filter >= 0 {
        let made = budget.made
        let fits = try isTrue(program, filter)
        budget.made = made
        if !fits { continue }
      }
      if parts.keys.isEmpty, chosen.count >= limit { break }
      try budget.make(Value.elementByteCount)
      chosen.append((candidate, try keys(program, parts)))
    }
    if !parts.keys.isEmpty {
      let isDescending = parts.keys.map(\.isDescending)
      // The standard library's sort is stable.
      try chosen.sort { try order($0.keys, $1.keys, isDescending) < 0 }
    }
    return chosen.prefix(limit).map(\.value)
  }

  /// Returns the values of the keys of a selection for the current row; throws if one is a list, which has no order.
  func keys(_ program: Program, _ parts: SelectionParts) throws -> [Value] {
    try parts.keys.map { key in
      let value = try evaluate(program, key.node)
      if case .list = value {
        throw program.failure(LanguageError.wrongOperand(of: "by", .key), program[key.node].range)
      }
      return value
    }
  }

  /// Throws an error for an unknown name in the condition or the keys of a selection without rows, which are
  /// never evaluated. Captured syntax is checked when it is created.
  private func checkUnreachedNames(of parts: SelectionParts, in program: Program) throws {
    let base = program[parts.base]
    guard !scopes.isClosed, base.kind == .rows, kinds[base.payload].isEmpty else { return }
    for root in roots(of: parts) {
      try checkNames(in: program, below: root, of: parts, ofKind: base.payload)
    }
  }

  /// Returns the condition and the keys of a selection, which are evaluated for each row.
  func roots(of parts: SelectionParts) -> [Int32] {
    (parts.filter >= 0 ? [parts.filter] : []) + parts.keys.map(\.node)
  }

  /// Returns the cache for values that are the same for all rows of an outermost selection.
  private func sharedValues(of parts: SelectionParts, in program: Program) -> SharedValues? {
    let roots = roots(of: parts)
    if roots.isEmpty { return nil }
    var shared = SharedParts(program, language)
    return SharedValues(program, shared.find(below: roots))
  }

  /// Makes an element the current row; returns `false` for an object that no longer exists.
  private func stand(on value: Value, _ shared: SharedValues?) -> Bool {
    guard case .object(let object) = value, let kind = language.kindIndex(object.kind) else {
      scopes.row = RowScope(cursor: nil, kind: -1, element: value, shared: shared)
      return true
    }
    if let row = scopes.row, row.kind == kind, let cursor = row.cursor, row.element != nil {
      guard cursor.move(object.id) else { return false }
      row.element = value
      return true
    }
    let cursor = kinds[kind].makeCursor()
    guard cursor.move(object.id) else { return false }
    scopes.row = RowScope(cursor: cursor, kind: kind, element: value, shared: shared)
    return true
  }

  /// Returns a negative number, zero or a positive number if the keys `a` are ordered before, with or after `b`.
  func order(_ a: [Value], _ b: [Value], _ isDescending: [Bool]) throws -> Int {
    for (index, isDescending) in isDescending.enumerated() where index < a.count && index < b.count {
      try budget.charge()
      let order = try operations.sortOrder(a[index], b[index])
      if order != 0 { return isDescending ? -order : order }
    }
    return 0
  }

  func limitValue(_ program: Program, _ index: Int32) throws -> Int {
    guard case .number(let count) = try evaluate(program, index), count >= 0 else {
      throw program.failure(LanguageError.wrongOperand(of: "limit", .count), program[index].range)
    }
    return count
  }

  func noSelection(_ program: Program, _ index: Int32) -> CommandFailure {
    let names = language.plurals
    let near = NearNames.nearest(to: program.text(program[index].range), among: names)
    return program.failure(
      LanguageError.notASelection(suggestion: near, known: names), program[index].range)
  }
}

/// The parts of a selection node; -1 for a missing part.
struct SelectionParts {
  var base: Int32 = -1
  var filter: Int32 = -1
  /// A Boolean value that indicates whether the condition uses values from before the command: `old(…)`.
  var comparesStates = false
  var keys: [(node: Int32, isDescending: Bool)] = []
  var limit: Int32 = -1

  init(_ program: Program, _ index: Int32) {
    guard program[index].kind == .selection else {
      base = index
      return
    }
    for child in program.children(of: index) {
      switch program[child].kind {
      case .filter: (filter, comparesStates) = (program[child].first, program[child].flag)
      case .key: keys.append((program[child].first, program[child].flag))
      case .limit: limit = program[child].first
      case .alias: break
      default: base = child
      }
    }
  }
}
