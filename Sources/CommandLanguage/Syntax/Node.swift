/// One node of a flat syntax tree. Children are a chain: `first`, then each child's `next`.
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
  var flag: Bool
  /// The byte count of the name that begins at `start`, for kinds that begin with one.
  var nameCount: UInt16

  var range: Range<Int> { Int(start)..<Int(end) }
  var nameRange: Range<Int> { Int(start)..<Int(start) &+ Int(nameCount) }

  enum Kind: UInt8, Sendable {
    // Statements.
    case block, command, assign, define, branch, repeatLoop, whileLoop, forLoop
    // What stands in a command.
    case word, option, rest
    // Expressions.
    case number, string, name, variable, unary, binary, and, or, member, call, list, selection, group
    // Parts of a selection.
    case filter, key, limit
  }
}

/// A parsed text seen through pointers that somebody else keeps alive.
struct Tree {
  let nodes: UnsafeBufferPointer<Node>
  let source: UnsafeBufferPointer<UInt8>

  subscript(index: Int32) -> Node { nodes[Int(index)] }
}
