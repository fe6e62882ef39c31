/// A node of a flat syntax tree. The children are a linked list from `first` through each child's `next`. A node and
/// its descendants are contiguous in the array, with the node last.
struct Node: Sendable, Equatable {
  /// A number's bits, an index or an operator, depending on the kind.
  var payload = 0
  /// The index of the first child, or -1.
  var first: Int32 = -1
  /// The index of the next sibling, or -1.
  var next: Int32 = -1
  var start: UInt32
  var end: UInt32
  var kind: Kind
  /// A flag whose meaning depends on the kind:
  ///
  /// - command: it has options.
  /// - filter: it contains a call of `old`.
  /// - key: it is descending.
  /// - list: it contains the expressions of a command with a repeated parameter, as in `print a, b`.
  /// - try: its `else` names the error message.
  /// - not: it is written as `any` and contains a call of `empty`.
  /// - word: the payload is its value, which doesn't depend on the host.
  /// - name: it is the plural of a kind after `all`.
  var flag = false
  /// The length in bytes of the name at `start`, for kinds that begin with a name.
  var nameCount: UInt16 = 0

  var range: Range<Int> { Int(start)..<Int(end) }
  var nameRange: Range<Int> { Int(start)..<Int(start) &+ Int(nameCount) }

  enum Kind: UInt8, Sendable {
    // Statements. A block's children are statements; other statements contain names, expressions and blocks.
    case block, command, assign, assignOuter, define, `return`, branch, `else`, repeatLoop, whileLoop
    case forLoop, `break`, `continue`, `try`, show
    // Parts of a command other than expressions and blocks.
    case word, option, rest
    // Expressions. A binary node's children are operand, mark, operand, mark, operand …; a path's are a value, then
    // members, indices and slices; a joined text's are its pieces.
    case number, decimal, duration, string, joined, truth, nothing, name, variable
    case negate, not, binary, mark, and, or, path, member, index, slice, call, list, group, selection
    case comprehension
    // The children of a selection after its base.
    case alias, filter, key, limit
    // Resolved names and calls; the payload is an index.
    case local, global, property, propertyOr, element, outerElement, constant, root, rows, worldName
    case callBuiltin, callHost, callKind, callDefinition, commandOfDefinition
  }
}
