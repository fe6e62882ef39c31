extension Interpreter {
  /// The parts of a selection's node.
  struct SelectionParts {
    var base: Int32 = -1
    var filter: Int32 = -1
    var keys: [(node: Int32, isDescending: Bool)] = []
    var limit: Int32 = -1

    init(_ tree: Tree, _ index: Int32) {
      guard tree[index].kind == .selection else {
        base = index
        return
      }
      for child in tree.children(of: index) {
        switch tree[child].kind {
        case .filter: filter = tree[child].first
        case .key: keys.append((tree[child].first, tree[child].flag))
        case .limit: limit = tree[child].first
        default: base = child
        }
      }
    }
  }

  /// The rows of a selection, in its order.
  func select(_ tree: Tree, _ index: Int32) throws -> [ObjectReference] {
    let parts = SelectionParts(tree, index)
    let limit = try parts.limit >= 0 ? limitValue(tree, parts.limit) : Int.max
    let outer = row
    let candidates = try objects(tree, parts.base)
    defer { row = outer }
    var chosen: [(object: ObjectReference, keys: [Value])] = []
    var kind: (any ErasedKind)?
    for object in candidates {
      try step()
      if kind?.id != object.kind {
        guard let found = language.kind(object.kind) else { continue }
        kind = found
        row = RowScope(cursor: found.makeCursor(in: world), kind: found)
      }
      guard row?.cursor.move(to: object.id) == true else { continue }
      row?.id = object.id
      if parts.filter >= 0, !(try isTrue(tree, parts.filter)) { continue }
      if parts.keys.isEmpty, chosen.count >= limit { break }
      chosen.append((object, try parts.keys.map { try evaluate(tree, $0.node) }))
    }
    if !parts.keys.isEmpty {
      let isDescending = parts.keys.map(\.isDescending)
      // The standard library's sort keeps equal elements in order.
      chosen.sort { precedes($0.keys, $1.keys, isDescending) }
    }
    return chosen.prefix(limit).map(\.object)
  }

  func precedes(_ a: [Value], _ b: [Value], _ isDescending: [Bool]) -> Bool {
    for (index, isDescending) in isDescending.enumerated() where index < a.count && index < b.count {
      let order = sortOrder(a[index], b[index])
      if order != 0 { return isDescending ? order > 0 : order < 0 }
    }
    return false
  }

  func limitValue(_ tree: Tree, _ index: Int32) throws -> Int {
    guard case .number(let count) = try evaluate(tree, index), count >= 0 else {
      throw failure(.wrongOperand(of: "limit", .count), tree, tree[index].range)
    }
    return count
  }

  private func objects(_ tree: Tree, _ index: Int32) throws -> [ObjectReference] {
    guard case .list(let elements) = try evaluate(tree, index) else {
      throw noSelection(tree, index)
    }
    return try elements.map { element in
      guard case .object(let object) = element else { throw noSelection(tree, index) }
      return object
    }
  }

  func noSelection(_ tree: Tree, _ index: Int32) -> CommandFailure {
    let names = language.kinds.map(\.plural).filter { !$0.isEmpty }
    let near = Suggestion.nearest(to: tree.text(tree[index].range), among: names)
    return failure(.notASelection(suggestion: near, known: names), tree, tree[index].range)
  }

  // MARK: Kept syntax

  /// Cuts out a node to be kept, with the variables it names: local ones, and with `globals` all.
  func keep(_ tree: Tree, _ index: Int32, globals includesGlobals: Bool) -> Syntax {
    var captured: [Binding] = []
    var pending = [index]
    while let next = pending.popLast() {
      let node = tree[next]
      for child in tree.children(of: next) { pending.append(child) }
      guard node.kind == .name || node.kind == .variable else { continue }
      let sigil = node.kind == .variable ? 1 : 0
      let name = tree.bytes(node.range.lowerBound + sigil..<node.range.upperBound)
      let hash = UInt32(truncatingIfNeeded: node.payload)
      if captured.contains(where: { $0.hash == hash && $0.name.elementsEqual(name) }) { continue }
      if let place = local(name, hash) {
        captured.append(locals[place])
      } else if includesGlobals, let place = global(name, hash) {
        captured.append(globals[place])
      }
    }
    return tree.cut(index, captured: captured)
  }

  /// A selection to be kept: its base must be a kind, so that its rows can be followed.
  func selection(_ tree: Tree, _ index: Int32) throws -> Selection {
    let parts = SelectionParts(tree, index)
    let base = tree[parts.base]
    guard base.kind == .name,
      let kind = language.kinds.first(where: { $0.plural.utf8.elementsEqual(tree.bytes(base.range)) })
    else { throw noSelection(tree, parts.base) }
    let limit = try parts.limit >= 0 ? limitValue(tree, parts.limit) : nil
    return Selection(syntax: keep(tree, index, globals: true), kind: kind.id, limit: limit)
  }

  /// Runs `body` with the variables that `syntax` has kept, and no others that are local.
  func withKept<R>(_ syntax: Syntax, _ body: (Tree) throws -> R) throws -> R {
    let (start, outer, wasInDefinition, outerRow) = (locals.count, frameStart, isInDefinition, row)
    locals.append(contentsOf: syntax.captured)
    frameStart = start
    isInDefinition = false
    row = nil
    defer {
      locals.removeSubrange(start...)
      frameStart = outer
      isInDefinition = wasInDefinition
      row = outerRow
    }
    return try syntax.withTree(body)
  }
}
