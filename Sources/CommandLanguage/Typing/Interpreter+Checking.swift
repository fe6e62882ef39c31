extension Interpreter {
  /// Throws the error of a name in an expression that is neither a property of a row in scope, nor a value, nor a kind.
  ///
  /// An expression that is evaluated again and again is checked in this way when it is made: its first evaluation may not
  /// reach the name. The host's names are looked up in its current state.
  public func checkNames(in expression: Expression) throws { try evaluator.checkNames(in: expression.kept) }

  /// Throws the error of a name in a selection that is neither a property of a row in scope, nor a value, nor a kind.
  public func checkNames(in selection: Selection) throws { try evaluator.checkNames(in: selection.kept) }

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
