extension SelectionRows {
  /// Whether condition and order can only depend on the row itself, and not on other objects of the
  /// world; so what they say of a row stays true until the row changes.
  public var isAboutRowAlone: Bool {
    selection.syntax.withTree { tree in
      roots.allSatisfy { nodes(below: $0, in: tree).allSatisfy { isAboutRow($0, tree) } }
    }
  }

  /// The properties of the row that the condition names, in the order of their first mention.
  public var conditionProperties: [String] {
    guard parts.filter >= 0 else { return [] }
    return selection.syntax.withTree { tree in
      var names: [String] = []
      for index in nodes(below: parts.filter, in: tree) where isProperty(tree[index], tree) {
        let name = tree.text(tree[index].range)
        if !names.contains(name) { names.append(name) }
      }
      return names
    }
  }

  /// The text of the condition; `nil` when every row is chosen.
  public var conditionText: String? {
    guard parts.filter >= 0 else { return nil }
    return selection.syntax.withTree { $0.text($0[parts.filter].range) }
  }

  private var roots: [Int32] { (parts.filter >= 0 ? [parts.filter] : []) + parts.keys.map(\.node) }

  private func nodes(below root: Int32, in tree: Tree) -> [Int32] {
    var found: [Int32] = []
    var pending = [root]
    while let index = pending.popLast() {
      found.append(index)
      pending.append(contentsOf: tree.children(of: index).reversed())
    }
    return found
  }

  private func isProperty(_ node: Node, _ tree: Tree) -> Bool {
    let hash = UInt32(truncatingIfNeeded: node.payload)
    return node.kind == .name && scope.kind.propertyIndex(tree.bytes(node.range), hash: hash) != nil
  }

  private func isAboutRow(_ index: Int32, _ tree: Tree) -> Bool {
    let node = tree[index]
    switch node.kind {
    // A path may lead to any object, also from a text that is one's name.
    case .path, .selection: return false
    case .name:
      let (name, hash) = (tree.bytes(node.range), UInt32(truncatingIfNeeded: node.payload))
      if isProperty(node, tree) || interpreter.language.isWord(name, hash) { return true }
      return selection.syntax.captured.contains { $0.hash == hash && $0.name.elementsEqual(name) }
    case .call:
      let language = interpreter.language
      let hash = UInt32(truncatingIfNeeded: node.payload)
      guard let place = language.callables.index(of: tree.bytes(node.nameRange), hash: hash) else {
        return false
      }
      // The host's functions come first, then the language's, which see their arguments only.
      let builtIn = language.functions.count - BuiltinFunctions.all.count..<language.functions.count
      return builtIn.contains(place)
    default: return true
    }
  }
}

extension Selection {
  /// The variables that it keeps, with the values that they had when it was written.
  public var variables: [(name: String, value: Value)] { keptVariables(syntax) }
}

extension Block {
  /// The variables that it keeps, with the values that they had when it was written.
  public var variables: [(name: String, value: Value)] { keptVariables(syntax) }
}

private func keptVariables(_ syntax: Syntax) -> [(name: String, value: Value)] {
  syntax.captured.map { (String(decoding: $0.name, as: UTF8.self), $0.value) }
}
