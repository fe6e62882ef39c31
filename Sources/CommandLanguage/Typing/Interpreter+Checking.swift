extension Interpreter {
  /// Throws an error for the first unknown name in an expression: one that is neither a property of a row in
  /// scope, nor the name of its kind, nor a value.
  ///
  /// Call it when an expression that will be evaluated repeatedly is created, since the first evaluation may
  /// not reach the name. The host's names are looked up in its current state.
  public func checkNames(in expression: Expression) throws { try evaluator.checkNames(in: expression.kept) }

  /// Throws an error for the first unknown name in a selection: one that is neither a property of a row in
  /// scope, nor the name of its kind, nor a value.
  public func checkNames(in selection: Selection) throws { try evaluator.checkNames(in: selection.kept) }

  /// Throws an error if the current value of a captured condition is not a truth value. Errors of the evaluation are
  /// ignored, because the condition may later be evaluated only in other states.
  public func checkIsTruth(_ condition: Expression) throws {
    guard let value = try? evaluate(condition), value.type != .truth else { return }
    throw LanguageError.notACondition(value.noun)
  }

  /// Returns a Boolean value that indicates whether an expression, or a definition that it calls, reads the objects of
  /// a kind or one of the given paths: a root such as `map`, or a root and its member such as `app/title`.
  public func mentions(_ kind: KindID, orPaths paths: [String], in expression: Expression) -> Bool {
    parts(of: expression.kept).contains { mentions(kind, paths, in: $0.program, $0.node) }
  }

  private func mentions(_ kind: KindID, _ paths: [String], in program: Program, _ node: Int32) -> Bool {
    func mentions(_ node: Node.Kind, _ payload: Int, _ next: Int32) -> Bool {
      switch node {
      case .rows, .callKind: return language.kinds[payload].id == kind
      case .root:
        let root = language.roots[payload].name
        if paths.contains(root) { return true }
        guard next >= 0, program[next].kind == .member else { return false }
        return paths.contains("\(root)/\(program.texts[program[next].payload])")
      case .propertyOr:
        let fallback = program.fallbacks[payload]
        return mentions(fallback.kind, fallback.payload, next)
      default: return false
      }
    }
    return program.subtree(node).contains { index in
      let node = program[index]
      return mentions(node.kind, node.payload, node.next)
    }
  }
}
