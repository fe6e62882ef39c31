/// The syntax of texts that were read together, ready to be resolved and run.
final class Program: Sendable {
  let source: [UInt8]
  let nodes: [Node]
  /// The roots of the texts, in order: blocks of statements, expressions or selections.
  let roots: [Int32]
  let texts: [String]
  let fallbacks: [Fallback]
  let captures: [Capture]
  /// The maximum number of local variables of the statements outside of definitions.
  let frameSize: Int
  let commandTraits: [CommandTraits]

  /// Returns the traits of a command by its number; none for a number without a command.
  func traits(ofCommand number: Int) -> CommandTraits {
    commandTraits.indices.contains(number) ? commandTraits[number] : []
  }

  /// The meaning of a name that turns out not to be a property.
  struct Fallback: Sendable {
    var name: Int
    var kind: Node.Kind
    var payload: Int
  }

  /// A global variable that the selection at `node` captures as a local one.
  struct Capture: Sendable {
    var node: Int32
    var local: Int
    var global: Int
  }

  init(
    source: [UInt8], nodes: [Node], roots: [Int32], texts: [String], fallbacks: [Fallback] = [],
    captures: [Capture] = [], frameSize: Int = 0, commandTraits: [CommandTraits] = []
  ) {
    self.source = source
    self.nodes = nodes
    self.roots = roots
    self.texts = texts
    self.fallbacks = fallbacks
    self.captures = captures
    self.frameSize = frameSize
    self.commandTraits = commandTraits
  }

  subscript(index: Int32) -> Node { nodes[Int(index)] }

  func bytes(_ range: Range<Int>) -> ArraySlice<UInt8> { source[range] }

  func text(_ range: Range<Int>) -> String { String(decoding: source[range], as: UTF8.self) }

  func children(of index: Int32) -> Children { children(of: self[index]) }

  func children(of node: Node) -> Children { Children(nodes: nodes, index: node.first) }

  /// Returns the indices of the nodes of the subtree that ends at `index`.
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

  func nodes(of root: Int32) -> ClosedRange<Int32> {
    let position = roots.partitionIndex { $0 >= root }
    return (position > 0 ? roots[position - 1] + 1 : 0)...root
  }

  /// Returns the range of the text to show for an error: the innermost definition around `range`, or else the whole
  /// command.
  func unit(around range: Range<Int>) -> Range<Int> {
    let position = roots.partitionIndex { self[$0].range.upperBound >= range.upperBound }
    guard position < roots.count else { return 0..<source.count }
    var best = roots.count > 1 ? self[roots[position]].range : 0..<source.count
    for index in nodes(of: roots[position]) where self[index].kind == .define {
      let definition = self[index].range
      if definition.lowerBound <= range.lowerBound, definition.upperBound >= range.upperBound,
        definition.count < best.count
      {
        best = definition
      }
    }
    return best
  }

  /// Returns the name that a node looks up in the host, including a name that may be a property of the row first.
  func hostName(_ node: Node) -> String? {
    switch node.kind {
    case .worldName: return texts[node.payload]
    case .propertyOr:
      let fallback = fallbacks[node.payload]
      return fallback.kind == .worldName ? texts[fallback.name] : nil
    default: return nil
    }
  }
}

extension Array {
  /// Returns the first index at which `holds` is true, found by binary search: it must be true for all later elements.
  func partitionIndex(where holds: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = low + (high - low) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension Program {
  func literal(_ node: Node, _ language: Language) -> Value {
    switch node.kind {
    case .number: .number(node.payload)
    case .decimal: .decimal(Double(bitPattern: UInt64(truncatingIfNeeded: node.payload)))
    case .duration: .duration(node.payload)
    case .truth: .truth(node.payload != 0)
    case .string: .text(texts[node.payload])
    case .constant: .text(language.vocabulary[node.payload])
    default: .none
    }
  }
}
