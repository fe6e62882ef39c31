extension Interpreter {
  /// The names in an expression that stand for nothing: no property of the rows around them, no value, no kind.
  ///
  /// The world's own names are looked up as they are now.
  public func unknownNames(in expression: Expression) -> [String] {
    let program = expression.kept.program
    var unknown: [String] = []
    for index in program.subtree(expression.kept.node) {
      let node = program[index]
      var name: String?
      switch node.kind {
      case .worldName: name = program.texts[node.payload]
      case .propertyOr:
        let fallback = program.fallbacks[node.payload]
        let text = program.texts[fallback.name]
        if fallback.kind == .worldName, !language.kinds.contains(where: { $0.propertyIndex(text) != nil }) {
          name = text
        }
      default: break
      }
      guard let name, !language.kinds.contains(where: { $0.name == name }),
        world.value(named: Array(name.utf8).span) == nil, !unknown.contains(name)
      else { continue }
      unknown.append(name)
    }
    return unknown
  }
}
