/// Static types in a text that is being typed.
///
/// Only the current values of variables and of the host's names are read; nothing is called.
extension Completion {
  func rowKind(_ scope: ParserScope) -> Kind? {
    var scope = scope
    guard let base = scope.rows.popLast() else { return nil }
    return type(of: base, scope).kind.flatMap { language.kind($0) }
  }

  func type(of index: Int32, _ scope: ParserScope) -> ValueType {
    guard index >= 0, expectation.nodes.indices.contains(Int(index)) else { return .unknown }
    let node = expectation.nodes[Int(index)]
    switch node.kind {
    case .name: return type(ofName: expectation.texts[node.payload], scope)
    case .variable: return type(ofVariable: expectation.texts[node.payload], scope)
    case .path: return type(ofPath: node.first, through: -1, scope)
    case .group, .selection: return type(of: node.first, scope)
    case .number: return .number
    case .decimal: return .decimal
    case .duration: return .duration
    case .string, .joined: return .text
    case .truth, .not, .and, .or: return .truth
    case .negate: return type(of: node.first, scope)
    case .binary: return type(ofBinary: node, scope)
    case .call: return type(ofCall: node, scope)
    case .list: return .list(type(of: node.first, scope))
    case .comprehension: return .list(.unknown)
    default: return .unknown
    }
  }

  func type(ofPath first: Int32, through last: Int32, _ scope: ParserScope) -> ValueType {
    var type = type(of: first, scope)
    var index = first
    while index != last, index >= 0 {
      index = expectation.nodes[Int(index)].next
      guard index >= 0 else { break }
      let node = expectation.nodes[Int(index)]
      switch node.kind {
      case .member: type = member(expectation.texts[node.payload], of: type)
      case .index:
        if case .list(let element) = type.wrapped { type = element }
      default: break
      }
    }
    return type
  }

  private func member(_ name: String, of type: ValueType) -> ValueType {
    if case .form = type.wrapped { return type.content(ofCase: name) ?? .unknown }
    guard let kind = type.kind.flatMap({ language.kind($0) }), let position = kind.propertyIndex(name) else {
      return .unknown
    }
    let found = kind.properties[position].type
    return type.isList ? .list(found) : found
  }

  private func type(ofBinary node: Node, _ scope: ParserScope) -> ValueType {
    let mark = expectation.nodes[Int(node.first)].next
    guard mark >= 0, let sign = Operator(rawValue: expectation.nodes[Int(mark)].payload) else {
      return .unknown
    }
    return sign.compares ? .truth : type(of: node.first, scope)
  }

  private func type(ofCall node: Node, _ scope: ParserScope) -> ValueType {
    switch language.callable(expectation.texts[node.payload]) {
    case .kind(let kind): return .object(language.kinds[kind].id)
    case .builtin(let function):
      let hasOne = node.first >= 0 && expectation.nodes[Int(node.first)].next < 0
      return function.result(of: type(of: node.first, scope), count: hasOne ? 1 : 2)
    default: return .unknown
    }
  }

  // MARK: Names

  /// Returns the type of a name, which is looked up in the same order as in the resolver.
  private func type(ofName name: String, _ scope: ParserScope) -> ValueType {
    if let kind = rowKind(scope) {
      if let position = kind.propertyIndex(name) { return kind.properties[position].type }
      if name == "it" { return .object(kind.id) }
    }
    if scope.names.contains(name) { return .unknown }
    if let value = interpreter.variables.global(named: name) { return type(of: value) }
    switch language.constant(name) {
    case .word: return .text
    case .root(let root): return type(of: language.roots[root].read(interpreter.host))
    case .kind(let kind): return .list(.object(language.kinds[kind].id))
    case nil: break
    }
    if !scope.rows.isEmpty, let kind = language.kinds.first(where: { $0.name == name }) {
      return .object(kind.id)
    }
    return interpreter.host.value(named: Array(name.utf8).span).map { type(of: $0) } ?? .unknown
  }

  private func type(ofVariable name: String, _ scope: ParserScope) -> ValueType {
    if scope.names.contains(name) { return .unknown }
    return interpreter.variables.global(named: name).map { type(of: $0) } ?? .unknown
  }

  func type(of value: Value) -> ValueType {
    switch value {
    case .text(let text), .word(let text):
      // A `def` receives names of objects as texts.
      if case .object(let object)? = interpreter.host.value(named: Array(text.utf8).span) {
        .object(object.kind)
      } else {
        .text
      }
    case .list(let elements): .list(elements.first.map { type(of: $0) } ?? .unknown)
    default: value.type
    }
  }
}
