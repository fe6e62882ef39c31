extension Interpreter {
  /// Fails with the values of both sides, at the first part of an `and` that does not hold.
  func expect(_ tree: Tree, _ index: Int32) throws {
    if try isTrue(tree, index) { return }
    let part = try failing(tree, index)
    throw failure(.expectationFailed(try sides(tree, part)), tree, tree[part].range)
  }

  private func failing(_ tree: Tree, _ index: Int32) throws -> Int32 {
    let node = tree[index]
    switch node.kind {
    case .group: return try failing(tree, node.first)
    case .and:
      for child in tree.children(of: index) where !(try isTrue(tree, child)) {
        return try failing(tree, child)
      }
      return index
    default: return index
    }
  }

  private func sides(_ tree: Tree, _ index: Int32) throws -> [LanguageError.Side] {
    let node = tree[index]
    switch node.kind {
    case .binary, .or, .not, .group:
      var found: [LanguageError.Side] = []
      for child in tree.children(of: index) where tree[child].kind != .mark {
        for side in try sides(tree, child, nested: true) where !found.contains(side) { found.append(side) }
      }
      return found
    default: return try sides(tree, index, nested: true)
    }
  }

  private func sides(_ tree: Tree, _ index: Int32, nested: Bool) throws -> [LanguageError.Side] {
    let node = tree[index]
    switch node.kind {
    case .number, .string, .truth, .nothing: return []
    case .name
    where language.isWord(tree.bytes(node.range), UInt32(truncatingIfNeeded: node.payload))
      && row == nil && variable(tree.bytes(node.range), UInt32(truncatingIfNeeded: node.payload)) == nil:
      return []
    case .or, .and, .not, .group: return try sides(tree, index)
    case .binary where isComparison(tree, node): return try sides(tree, index)
    default:
      let value = try evaluate(tree, index)
      return [LanguageError.Side(text: tree.text(node.range), value: inspect(value))]
    }
  }

  private func isComparison(_ tree: Tree, _ node: Node) -> Bool {
    let mark = tree[node.first].next
    return mark >= 0 && tree[mark].payload <= Operator.contains.rawValue
  }
}
