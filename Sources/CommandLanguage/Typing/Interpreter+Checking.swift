extension Interpreter {
  /// Returns the names in an expression that are neither a property of a row in scope, nor a value, nor a kind.
  ///
  /// The host's names are looked up in its current state.
  public func unknownNames(in expression: Expression) -> [String] {
    let program = expression.kept.program
    var unknown: [String] = []
    for index in program.subtree(expression.kept.node) {
      let node = program[index]
      guard let name = program.hostName(node), !language.kinds.contains(where: { $0.name == name }),
        node.kind == .worldName || !language.kinds.contains(where: { $0.propertyIndex(name) != nil }),
        host.value(named: Array(name.utf8).span) == nil, !unknown.contains(name)
      else { continue }
      unknown.append(name)
    }
    return unknown
  }

  /// Returns a Boolean value that indicates whether an expression reads the objects of a kind or one of the given
  /// roots.
  public func mentions(_ kind: KindID, orRoots roots: [String], in expression: Expression) -> Bool {
    let program = expression.kept.program
    func mentions(_ node: Node.Kind, _ payload: Int) -> Bool {
      switch node {
      case .rows, .callKind: language.kinds[payload].id == kind
      case .root: roots.contains(language.roots[payload].name)
      case .propertyOr: mentions(program.fallbacks[payload].kind, program.fallbacks[payload].payload)
      default: false
      }
    }
    return program.subtree(expression.kept.node).contains { mentions(program[$0].kind, program[$0].payload) }
  }
}
