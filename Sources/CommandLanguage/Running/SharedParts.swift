/// The parts of a selection's condition and keys that read objects but are the same for all rows, such as the average
/// in `units where hp < avg(units.hp)`.
///
/// A part must not depend on the row, on a global variable or on code of the host. If the values are kept up to date,
/// parts that read the host's names and roots are included: `map.visible`, `team.name`.
struct SharedParts {
  private let program: Program
  private let language: Language
  /// A Boolean value that indicates whether parts are computed again when their inputs change.
  private let isFollowed: Bool
  /// The slots of the local variables that vary while rows are tested: those of comprehensions.
  private var varyingLocals: Set<Int> = []

  init(_ program: Program, _ language: Language, isFollowed: Bool = false) {
    self.program = program
    self.language = language
    self.isFollowed = isFollowed
  }

  /// Returns the largest shared parts below the given nodes.
  mutating func find(below roots: [Int32]) -> [Int32] {
    for root in roots {
      for index in program.subtree(root) {
        switch program[index].kind {
        // Calls may change the host between two rows.
        case .callHost, .callDefinition: return []
        case .comprehension: varyingLocals.insert(variable(ofComprehension: program[index]))
        default: break
        }
      }
    }
    return roots.flatMap(widest)
  }

  private func variable(ofComprehension node: Node) -> Int { program[program[node.first].next].payload }

  private func widest(_ index: Int32) -> [Int32] {
    let node = program[index]
    if node.first < 0 { return [] }
    if iteratesObjects(index), isShared(index, depth: 0) { return [index] }
    return program.children(of: index).flatMap(widest)
  }

  private func iteratesObjects(_ index: Int32) -> Bool {
    program.subtree(index).contains { program[$0].kind == .rows || isHostName(program[$0]) }
  }

  /// Returns a Boolean value that indicates whether a node is a name of the host whose value is kept up to date. The
  /// name of a kind refers to a row.
  private func isHostName(_ node: Node) -> Bool {
    switch node.kind {
    case .root: isFollowed
    case .worldName: isFollowed && !language.kinds.contains { $0.name == program.texts[node.payload] }
    default: false
    }
  }

  /// - Parameters:
  ///   - depth: the number of selections between the part and the node.
  ///   - own: the slots of the variables of the comprehensions between them.
  private func isShared(_ index: Int32, depth: Int, own: Set<Int> = []) -> Bool {
    let node = program[index]
    switch node.kind {
    case .property, .element: return depth > 0
    case .outerElement: return node.payload < depth
    case .local: return own.contains(node.payload) || !varyingLocals.contains(node.payload)
    case .member:
      // Other properties belong to the host and may change unless their values are followed.
      return isFollowed || language.kinds.contains { $0.propertyIndex(program.texts[node.payload]) != nil }
    case .selection:
      return program.children(of: index).allSatisfy { child in
        let isInner = program[child].kind == .filter || program[child].kind == .key
        return isShared(child, depth: isInner ? depth + 1 : depth, own: own)
      }
    case .comprehension:
      let own = own.union([variable(ofComprehension: node)])
      return program.children(of: index).allSatisfy { isShared($0, depth: depth, own: own) }
    case .worldName, .root: return isHostName(node)
    case .propertyOr, .global: return false
    default: return program.children(of: index).allSatisfy { isShared($0, depth: depth, own: own) }
    }
  }
}

/// A cache for the values of shared parts while rows are tested.
final class SharedValues {
  private let program: Program
  private var parts: [(node: Int32, value: Value?, read: (() -> Value?)?)] = []

  /// Creates a cache that stores each value once it has been computed.
  ///
  /// - Returns: `nil` if there are no parts.
  init?(_ program: Program, _ nodes: [Int32]) {
    if nodes.isEmpty { return nil }
    self.program = program
    for node in nodes { parts.append((node, nil, nil)) }
  }

  /// Uses `keep` to provide the values. A value that it does not provide is computed for each row.
  func keep(by keep: (_ node: Int32) -> () -> Value?) {
    for position in parts.indices { parts[position].read = keep(parts[position].node) }
  }

  func index(of node: Int32, in other: Program) -> Int? {
    other === program ? parts.firstIndex { $0.node == node } : nil
  }

  subscript(position: Int) -> Value? {
    get { parts[position].read.map { $0() } ?? parts[position].value }
    set { if parts[position].read == nil { parts[position].value = newValue } }
  }
}
