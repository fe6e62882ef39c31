extension Interpreter {
  /// `$name`: a variable and nothing else.
  func variableValue(_ tree: Tree, _ node: Node) throws -> Value {
    let range = node.range.lowerBound + 1..<node.range.upperBound
    if let value = variable(tree.bytes(range), UInt32(truncatingIfNeeded: node.payload)) { return value }
    let name = tree.text(range)
    let near = Suggestion.nearest(to: name, among: variableNames())
    throw failure(.unknownVariable(name, suggestion: near), tree, node.range)
  }

  /// A bare name: a property of the row, a variable, a declared word, kind or root, or a name of the
  /// world's, in this order.
  func nameValue(_ tree: Tree, _ node: Node) throws -> Value {
    let name = tree.bytes(node.range)
    let hash = UInt32(truncatingIfNeeded: node.payload)
    if let row {
      if let property = row.kind.propertyIndex(name, hash: hash) { return row.cursor.read(property) }
      if let id = row.id, name.elementsEqual("it".utf8) { return .object(row.kind.id, id) }
    }
    if let value = variable(name, hash) { return value }
    if let constant = language.constants.index(of: name, hash: hash) {
      return try value(of: language.constantMeanings[constant])
    }
    if let value = world.value(named: name.span) { return value }
    throw unknownName(tree, node)
  }

  private func value(of constant: Language.Constant) throws -> Value {
    switch constant {
    case .word(let word): return word
    case .root(let index): return language.roots[index].read(world)
    case .kind(let index):
      let kind = language.kinds[index]
      let ids = kind.ids(in: world)
      guard ids.count <= bounds.list else { throw listLimit() }
      try charge(ids.count * 8)
      return .list(ids.map { .object(kind.id, $0) })
    }
  }

  private func unknownName(_ tree: Tree, _ node: Node) -> CommandFailure {
    let name = tree.text(node.range)
    let properties = row?.kind.properties.map(\.name) ?? []
    let known = properties + variableNames() + language.constantNames + world.valueNames()
    let near = Suggestion.nearest(to: name, among: known)
    return failure(.unknownName(name, suggestion: near), tree, node.range)
  }

  func variableNames() -> [String] {
    locals[frameStart...].reversed().map { String(decoding: $0.name, as: UTF8.self) }
      + globals.map { String(decoding: $0.name, as: UTF8.self) }
  }

  // MARK: Properties

  /// `value.property.property`
  func evaluatePath(_ tree: Tree, _ node: Node) throws -> Value {
    var value = try evaluate(tree, node.first)
    var member = tree[node.first].next
    while member >= 0 {
      let part = tree[member]
      do { value = try property(tree, part, of: value) } catch { throw located(error, tree, part.range) }
      member = part.next
    }
    return value
  }

  /// A property of an object; of a list, the list of its elements' properties.
  private func property(_ tree: Tree, _ part: Node, of value: Value) throws -> Value {
    switch value {
    case .object(let object): return try property(tree, part, of: object)
    case .list(let elements):
      return .list(
        try elements.map { element in
          try step()
          let value = try property(tree, part, of: element)
          if case .list = value { throw LanguageError.nestedList }
          return value
        })
    case .text(let name):
      // A `def` is given names as texts: `$who.hp` means the object of that name.
      let object = Array(name.utf8).withUnsafeBufferPointer { world.value(named: $0.span) }
      if case .object(let object) = object { return try property(tree, part, of: object) }
    default: break
    }
    throw LanguageError.withoutProperties(sort(of: value))
  }

  private func property(_ tree: Tree, _ part: Node, of object: ObjectReference) throws -> Value {
    guard let kind = language.kind(object.kind), let cursor = cursor(for: object.kind) else {
      throw LanguageError.unknownKind
    }
    guard cursor.move(to: object.id) else { throw LanguageError.objectGone(kind: kind.name) }
    let name = tree.bytes(part.range)
    if let index = kind.propertyIndex(name, hash: UInt32(truncatingIfNeeded: part.payload)) {
      return cursor.read(index)
    }
    if let child = cursor.child(name) { return child }
    throw unknownProperty(kind, tree.text(part.range))
  }

  func unknownProperty(_ kind: any ErasedKind, _ name: String) -> LanguageError {
    let known = kind.properties.map(\.name)
    let near = Suggestion.nearest(to: name, among: known)
    return .unknownProperty(kind: kind.name, name, suggestion: near, known: known)
  }

  func unknownObject(_ kind: any ErasedKind, _ name: String) -> LanguageError {
    let known = kind.ids(in: world).prefix(Suggestion.most).map {
      self.name(of: ObjectReference(kind: kind.id, id: $0))
    }
    return .unknownObject(
      kind: kind.name, name, suggestion: Suggestion.nearest(to: name, among: known))
  }

  func cursor(for id: KindID) -> RowCursor? {
    guard let index = language.kindIndex(id) else { return nil }
    if let cursor = cursors[index] { return cursor }
    let cursor = language.kinds[index].makeCursor(in: world)
    cursors[index] = cursor
    return cursor
  }

  // MARK: Functions

  func evaluateCall(_ tree: Tree, _ index: Int32, _ node: Node) throws -> Value {
    let name = tree.bytes(node.nameRange)
    guard let place = language.callables.index(of: name, hash: UInt32(truncatingIfNeeded: node.payload))
    else {
      let text = tree.text(node.nameRange)
      let near = Suggestion.nearest(to: text, among: language.callableNames)
      throw failure(.unknownFunction(text, suggestion: near), tree, node.nameRange)
    }
    let arguments = try elements(tree, index)
    do {
      if place < language.functions.count {
        return try call(language.functions[place], arguments)
      }
      let kind = language.kinds[place - language.functions.count]
      guard arguments.count == 1 else {
        throw LanguageError.wrongCount(of: kind.name, 1...1, given: arguments.count)
      }
      if case .object(let object) = arguments[0], object.kind == kind.id { return arguments[0] }
      let name = plainText(arguments[0])
      guard let id = Array(name.utf8).withUnsafeBufferPointer({ kind.find($0, in: world) }) else {
        throw unknownObject(kind, name)
      }
      return .object(kind.id, id)
    } catch {
      throw located(error, tree, node.range)
    }
  }

  private func call(_ function: ErasedFunction, _ arguments: [Value]) throws -> Value {
    guard function.arity.contains(arguments.count) else {
      throw LanguageError.wrongCount(of: function.name, function.arity, given: arguments.count)
    }
    for argument in arguments {
      if case .text(let text) = argument { try charge(text.utf8.count * 8) }
      if case .list(let elements) = argument { try charge(elements.count * 8) }
    }
    let value = try function.call(self, arguments)
    if case .list(let elements) = value, elements.count > bounds.list { throw listLimit() }
    return value
  }
}
