extension Interpreter {
  /// Runs a chain of statements; an error knows its place in the text.
  func executeStatements(_ tree: Tree, from first: Int32) throws {
    var index = first
    while index >= 0 {
      let node = tree[index]
      do {
        try step()
        if node.kind == .command {
          try executeCommand(tree, index, node)
        } else {
          try execute(tree, index, node)
        }
      } catch {
        throw located(error, tree, node.range)
      }
      index = node.next
    }
  }

  func executeBlock(_ tree: Tree, _ index: Int32) throws {
    try deeper { try executeStatements(tree, from: tree[index].first) }
  }

  private func execute(_ tree: Tree, _ index: Int32, _ node: Node) throws {
    switch node.kind {
    case .assign:
      let name = tree[node.first]
      let value = try evaluate(tree, name.next)
      try assign(tree, name, value)
    case .define: try define(tree, index)
    case .branch: try executeBranch(tree, index)
    case .repeatLoop:
      let condition = node.first
      guard case .number(let count) = try evaluate(tree, condition), count >= 0 else {
        throw failure(.wrongOperand(of: "repeat", .count), tree, tree[condition].range)
      }
      var round = 0
      while round < count {
        try step()
        try executeBlock(tree, tree[condition].next)
        round += 1
      }
    case .whileLoop:
      while try isTrue(tree, node.first) {
        try step()
        try executeBlock(tree, tree[node.first].next)
      }
    case .forLoop: try executeFor(tree, node)
    default: break
    }
  }

  /// `if`; the chain of `else if` is walked, not nested.
  private func executeBranch(_ tree: Tree, _ index: Int32) throws {
    var index = index
    while index >= 0 {
      let node = tree[index]
      if node.kind == .block { return try executeBlock(tree, index) }
      let block = tree[node.first].next
      if try isTrue(tree, node.first) { return try executeBlock(tree, block) }
      index = tree[block].next
    }
  }

  private func executeFor(_ tree: Tree, _ node: Node) throws {
    let name = tree[node.first]
    let source = name.next
    guard case .list(let elements) = try evaluate(tree, source) else {
      throw failure(.wrongOperand(of: "for", .list), tree, tree[source].range)
    }
    let place = locals.count
    locals.append(
      Binding(
        name: Array(tree.bytes(name.range)), hash: UInt32(truncatingIfNeeded: name.payload), value: .none))
    defer { locals.removeSubrange(place...) }
    for element in elements {
      try step()
      // A `let` in the body stays inside it: what a round adds goes with the round.
      locals.removeSubrange((place + 1)...)
      locals[place].value = element
      try executeBlock(tree, tree[source].next)
    }
  }

  // MARK: Variables

  /// `let`: changes the nearest variable of that name, or makes one: in a `def` a local one, else a
  /// global one.
  private func assign(_ tree: Tree, _ name: Node, _ value: Value) throws {
    let bytes = tree.bytes(name.range)
    let hash = UInt32(truncatingIfNeeded: name.payload)
    if let place = local(bytes, hash) {
      locals[place].value = value
    } else if isInDefinition {
      try checkVariables(locals.count)
      locals.append(Binding(name: Array(bytes), hash: hash, value: value))
    } else if let place = global(bytes, hash) {
      globals[place].value = value
    } else {
      try checkVariables(globals.count)
      globals.append(Binding(name: Array(bytes), hash: hash, value: value))
    }
  }

  func checkVariables(_ count: Int) throws {
    guard count < bounds.variables else {
      throw LanguageError.reached(.variables(bounds.variables))
    }
  }

  func local(_ name: UnsafeBufferPointer<UInt8>, _ hash: UInt32) -> Int? {
    var place = locals.count - 1
    while place >= frameStart {
      if locals[place].hash == hash, locals[place].name.elementsEqual(name) { return place }
      place -= 1
    }
    return nil
  }

  func global(_ name: UnsafeBufferPointer<UInt8>, _ hash: UInt32) -> Int? {
    for place in globals.indices where globals[place].hash == hash {
      if globals[place].name.elementsEqual(name) { return place }
    }
    return nil
  }

  func variable(_ name: UnsafeBufferPointer<UInt8>, _ hash: UInt32) -> Value? {
    if let place = local(name, hash) { return locals[place].value }
    if let place = global(name, hash) { return globals[place].value }
    return nil
  }
}
