import TerminalText

extension Resolver {
  mutating func resolveExpression(_ index: Int32) {
    let node = self[index]
    switch node.kind {
    case .name: resolveName(index, node)
    case .variable: resolveVariable(index, node)
    case .call: resolveCall(index, node)
    case .selection: resolveSelection(node)
    case .comprehension:
      let name = self[node.first].next
      if self[self[name].next].kind == .selection { elementName = texts[self[name].payload] }
      resolveExpression(self[name].next)
      elementName = nil
      withLocal(name) { $0.resolveExpression(node.first) }
    case .member: break
    default:
      var child = node.first
      while child >= 0 {
        resolveExpression(child)
        child = self[child].next
      }
      if node.kind == .path { checkMember(node) }
    }
  }

  /// The first property that a path asks objects for, where their kind is known before anything runs.
  private mutating func checkMember(_ path: Node) {
    var part = self[path.first].next
    while part >= 0, self[part].kind != .member { part = self[part].next }
    guard part >= 0, let kind = kind(ofObjects: path.first) else { return }
    checkProperty(texts[self[part].payload], of: kind, self[part].range)
  }

  private mutating func checkProperty(_ name: String, of kind: Int, _ range: Range<Int>) {
    let kind = language.kinds[kind]
    if !kind.hasChildren, kind.propertyIndex(name) == nil { note(kind.unknownProperty(name), range) }
  }

  /// A bare name: a property of the row, a variable, a declared word, kind or root, or a name that only the
  /// running world knows, in this order.
  private mutating func resolveName(_ index: Int32, _ node: Node) {
    let name = texts[node.payload]
    if case .kind(let kind) = row, let property = language.kinds[kind].propertyIndex(name) {
      return set(index, .property, property)
    }
    let (kind, payload) = meaning(of: name, node.payload)
    guard row == .unknown, kind != .element else { return set(index, kind, payload) }
    fallbacks.append(.init(name: node.payload, kind: kind, payload: payload))
    set(index, .propertyOr, fallbacks.count - 1)
  }

  private mutating func meaning(of name: String, _ text: Int) -> (Node.Kind, Int) {
    if row != .none, name == "it" || name == elementName { return (.element, 0) }
    if let place = local(name) { return (.local, place) }
    if isVariable(name) { return (.global, known.symbols.variable(making: name)) }
    switch language.constant(name) {
    case .word(let word): return (.constant, word)
    case .root(let root): return (.root, root)
    case .kind(let kind): return (.rows, kind)
    case nil: return (.worldName, text)
    }
  }

  private mutating func resolveVariable(_ index: Int32, _ node: Node) {
    let name = texts[node.payload]
    if row != .none, name == elementName { return set(index, .element, 0) }
    if let place = local(name) { return set(index, .local, place) }
    if !isVariable(name), !declared.isUnsure, !scope.isDefinition {
      noteUnknownVariable(name, "$", node.range)
    }
    set(index, .global, known.symbols.variable(making: name))
  }

  private mutating func resolveCall(_ index: Int32, _ node: Node) {
    var count = 0
    var child = node.first
    while child >= 0 {
      resolveExpression(child)
      count += 1
      child = self[child].next
    }
    let name = texts[node.payload]
    func check(_ counts: ClosedRange<Int>) {
      if !counts.contains(count) {
        note(LanguageError.wrongCount(of: name, counts, given: count), node.range)
      }
    }
    switch language.callable(name) {
    case .builtin(let function):
      check(function.arity)
      set(index, .callBuiltin, BuiltinFunction.allCases.firstIndex(of: function) ?? 0)
    case .host(let function):
      check(language.functions[function].arity)
      set(index, .callHost, function)
    case .kind(let kind):
      check(1...1)
      set(index, .callKind, kind)
    case nil:
      guard let parameters = parameters(of: name) else {
        let near = NearNames.nearest(to: name, among: language.callableNames + known.definitionNames)
        return note(LanguageError.unknownFunction(name, suggestion: near), node.nameRange)
      }
      if let parameters { check(parameters.count...parameters.count) }
      set(index, .callDefinition, known.symbols.definition(making: name))
    }
  }

  private mutating func resolveSelection(_ node: Node) {
    let (outer, outerName) = (row, elementName)
    elementName = nil
    resolveExpression(node.first)
    let inner: RowScope = kind(of: node.first).map { .kind($0) } ?? .unknown
    var part = self[node.first].next
    while part >= 0 {
      row = self[part].kind == .limit ? outer : inner
      elementName = self[part].kind == .limit ? nil : outerName
      resolveExpression(self[part].first)
      if self[part].kind == .key { checkKey(self[part].first, inner) }
      part = self[part].next
    }
    (row, elementName) = (outer, outerName)
  }

  /// A name that is no property orders nothing, whatever in the world it may stand for, unless it is a row around or a
  /// variable that is made later.
  private mutating func checkKey(_ key: Int32, _ row: RowScope) {
    guard case .kind(let kind) = row, self[key].kind == .worldName, !declared.isUnsure, !scope.isDefinition
    else { return }
    let name = texts[self[key].payload]
    if !language.kinds.contains(where: { $0.name == name }) { checkProperty(name, of: kind, self[key].range) }
  }

  /// The kind of what a path begins with: the row, an object that is named by its kind, or a selection.
  private func kind(ofObjects base: Int32) -> Int? {
    switch (self[base].kind, row) {
    case (.element, .kind(let kind)): kind
    case (.callKind, _): self[base].payload
    default: kind(of: base)
    }
  }

  /// The kind that a selection's base chooses from, if that can be told.
  private func kind(of base: Int32) -> Int? {
    switch self[base].kind {
    case .rows: self[base].payload
    case .group, .selection: kind(of: self[base].first)
    default: nil
    }
  }
}
