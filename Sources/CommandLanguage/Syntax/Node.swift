/// One node of a flat syntax tree. Children are a chain: `first`, then each child's `next`. A node and
/// all below it are neighbours in the array, so that a part can be cut out and kept.
struct Node: Sendable, Equatable {
  /// A number's value, a command's index, an operator, the hash of a name.
  var payload: Int
  /// The index of the first child, or -1.
  var first: Int32
  /// The index of the next sibling, or -1.
  var next: Int32
  var start: UInt32
  var end: UInt32
  var kind: Kind
  /// string: it holds escapes; command: it has options; key: descending.
  var flag: Bool
  /// The byte count of the name that begins at `start`, for kinds that begin with one.
  var nameCount: UInt16

  var range: Range<Int> { Int(start)..<Int(end) }
  var nameRange: Range<Int> { Int(start)..<Int(start) &+ Int(nameCount) }

  enum Kind: UInt8, Sendable {
    // Statements. A block's children are statements; the others' are their names, expressions, blocks.
    case block, command, assign, define, branch, repeatLoop, whileLoop, forLoop
    // What stands in a command besides expressions and blocks.
    case word, option, rest
    // Expressions. A binary's children are operand, mark, operand, mark, operand …; a path's are a value
    // and its members.
    case number, string, name, variable, truth, nothing, negate, not, binary, mark, and, or, path, member
    case call, list, group, selection
    // A selection's children: its base, then these.
    case filter, key, limit
  }
}

/// A parsed text seen through pointers that somebody else keeps alive.
struct Tree {
  let nodes: UnsafeBufferPointer<Node>
  let source: UnsafeBufferPointer<UInt8>

  @inline(__always) subscript(index: Int32) -> Node { nodes[Int(index)] }

  @inline(__always) func bytes(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: source[range])
  }

  func text(_ range: Range<Int>) -> String { String(decoding: source[range], as: UTF8.self) }

  func children(of index: Int32) -> Children { Children(tree: self, index: self[index].first) }

  struct Children: Sequence, IteratorProtocol {
    let tree: Tree
    var index: Int32

    mutating func next() -> Int32? {
      guard index >= 0 else { return nil }
      defer { index = tree[index].next }
      return index
    }
  }

  /// A copy of the node `root` and all below it, with its part of the source.
  func cut(_ root: Int32, captured: [Binding]) -> Syntax {
    let base = self[root].start
    var from = root
    var to = root
    var pending = [root]
    while let index = pending.popLast() {
      from = Swift.min(from, index)
      to = Swift.max(to, index)
      for child in children(of: index) { pending.append(child) }
    }
    let source = Array(bytes(self[root].range))
    let moved = nodes[Int(from)...Int(to)].map { node in
      var node = node
      if node.first >= 0 { node.first -= from }
      if node.next >= 0 { node.next -= from }
      node.start = node.start &- base
      node.end = node.end &- base
      return node
    }
    var syntax = Syntax(source: source, nodes: moved, root: root - from, captured: captured)
    syntax.nodes[Int(syntax.root)].next = -1
    return syntax
  }
}
