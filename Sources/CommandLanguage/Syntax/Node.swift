/// One node of a flat syntax tree. Children are a chain: `first`, then each child's `next`. A node and
/// all below it are neighbours in the array, the node last.
struct Node: Sendable, Equatable {
  /// A number's value, an index, an operator: what the kind says.
  var payload = 0
  /// The index of the first child, or -1.
  var first: Int32 = -1
  /// The index of the next sibling, or -1.
  var next: Int32 = -1
  var start: UInt32
  var end: UInt32
  var kind: Kind
  /// command: it has options; key: descending; return and try: it has a second part; not: it is written as `any`, with
  /// a call of `empty` below it; word: the payload is what it says, whatever the world is like; name: it is a kind's plural
  /// behind `all`.
  var flag = false
  /// The byte count of the name that begins at `start`, for kinds that begin with one; a literal's sort.
  var nameCount: UInt16 = 0

  var range: Range<Int> { Int(start)..<Int(end) }
  var nameRange: Range<Int> { Int(start)..<Int(start) &+ Int(nameCount) }

  enum Kind: UInt8, Sendable {
    // Statements. A block's children are statements; the others' are their names, expressions, blocks.
    case block, command, assign, assignOuter, define, `return`, branch, `else`, repeatLoop, whileLoop
    case forLoop, `break`, `continue`, `try`, show
    // What stands in a command besides expressions and blocks.
    case word, option, rest
    // Expressions. A binary's children are operand, mark, operand, mark, operand …; a path's are a value,
    // then its members, indices and slices; a joined text's are its pieces.
    case number, literal, string, joined, truth, nothing, name, variable
    case negate, not, binary, mark, and, or, path, member, index, slice, call, list, group, selection
    case comprehension
    // A selection's children: its base, then these.
    case alias, filter, key, limit
    // What names and calls are once they have been resolved; the payload is an index.
    case local, global, property, propertyOr, element, outerElement, constant, root, rows, worldName
    case callBuiltin, callHost, callKind, callDefinition, commandOfDefinition
  }
}
