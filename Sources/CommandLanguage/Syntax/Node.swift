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
  /// command: it has options; key: descending; return and try: it has a second part.
  var flag = false
  /// The byte count of the name that begins at `start`, for kinds that begin with one.
  var nameCount: UInt16 = 0

  var range: Range<Int> { Int(start)..<Int(end) }
  var nameRange: Range<Int> { Int(start)..<Int(start) &+ Int(nameCount) }

  enum Kind: UInt8, Sendable {
    // Statements. A block's children are statements; the others' are their names, expressions, blocks.
    case block, command, assign, assignOuter, define, giveBack, branch, otherwise, repeatLoop, whileLoop
    case forLoop, leave, nextRound, attempt, show
    // What stands in a command besides expressions and blocks.
    case word, option, rest
    // Expressions. A binary's children are operand, mark, operand, mark, operand …; a path's are a value,
    // then its members, indices and slices; a joined text's are its pieces.
    case number, decimal, string, joined, truth, nothing, name, variable
    case negate, not, binary, mark, and, or, path, member, index, slice, call, list, group, selection
    case comprehension
    // A selection's children: its base, then these.
    case filter, key, limit
    // What names and calls are once they have been resolved; the payload is an index.
    case local, global, property, propertyOr, element, constant, root, rows, worldName
    case callBuiltin, callHost, callKind, callDefinition, commandOfDefinition
  }
}

/// A text that has been read: its syntax, owned, and ready to be resolved and run.
final class Program: Sendable {
  let source: [UInt8]
  let nodes: [Node]
  /// A block of all statements, an expression or a selection.
  let root: Int32
  /// What strings and names in the tree stand for.
  let texts: [String]
  /// What names mean that may be a row's property: if they are none.
  let fallbacks: [Fallback]
  /// Variables of the session that a kept selection keeps.
  let captures: [Capture]
  /// How many local variables the statements outside of definitions need.
  let frameSize: Int

  /// A name's meaning besides that of a property.
  struct Fallback: Sendable {
    var name: Int
    var kind: Node.Kind
    var payload: Int
  }

  /// The selection at `node` keeps a variable of the session as its own.
  struct Capture: Sendable {
    var node: Int32
    var local: Int
    var global: Int
  }

  init(
    source: [UInt8], nodes: [Node], root: Int32, texts: [String], fallbacks: [Fallback] = [],
    captures: [Capture] = [], frameSize: Int = 0
  ) {
    self.source = source
    self.nodes = nodes
    self.root = root
    self.texts = texts
    self.fallbacks = fallbacks
    self.captures = captures
    self.frameSize = frameSize
  }

  subscript(index: Int32) -> Node { nodes[Int(index)] }

  func bytes(_ range: Range<Int>) -> ArraySlice<UInt8> { source[range] }

  func text(_ range: Range<Int>) -> String { String(decoding: source[range], as: UTF8.self) }

  func children(of index: Int32) -> Children { Children(nodes: nodes, index: self[index].first) }

  /// The nodes of a subtree, of which `index` is the last.
  func subtree(_ index: Int32) -> ClosedRange<Int32> {
    var first = index
    while self[first].first >= 0 { first = self[first].first }
    return first...index
  }

  struct Children: Sequence, IteratorProtocol {
    let nodes: [Node]
    var index: Int32

    mutating func next() -> Int32? {
      guard index >= 0 else { return nil }
      defer { index = nodes[Int(index)].next }
      return index
    }
  }

  /// The text that an error is about: the definition that the range is in, or else everything.
  func unit(around range: Range<Int>) -> Range<Int> {
    var best = 0..<source.count
    for node in nodes where node.kind == .define {
      if node.range.lowerBound <= range.lowerBound, node.range.upperBound >= range.upperBound,
        node.range.count < best.count
      {
        best = node.range
      }
    }
    return best
  }
}
