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
      for child in program.children(of: node) { resolveExpression(child) }
    }
  }

  private mutating func checkProperty(_ name: String, of kind: Int, _ range: Range<Int>) {
    let kind = language.kinds[kind]
    if kind.propertyIndex(name) == nil, !kind.mayHaveChild(name) { note(kind.unknownProperty(name), range) }
  }

  /// Resolves a bare name: a property of the row, the name of a row, a variable, a declared word, root or kind, or a
  /// name that only the running host can resolve, in this order.
  ///
  /// A name with two meanings in scope is an error, except for a variable, which `$` distinguishes.
  private mutating func resolveName(_ index: Int32, _ node: Node) {
    let name = texts[node.payload]
    if node.flag, case .kind(let kind) = language.constant(name) { return set(index, .rows, kind) }
    if case .kind(let kind) = row, let property = language.kinds[kind].propertyIndex(name) {
      checkIsUnambiguous(
        name, "for the field of \(English.article(language.kinds[kind].name)), write “it.\(name)”", node)
      return set(index, .property, property)
    }
    let (kind, payload) = meaning(of: name, node.payload)
    if kind == .worldName, let present = presentName(of: name) {
      return note(LanguageError.renamed(name, present: present), node.range)
    }
    if kind == .worldName, let isGone {
      if case .kind(let position) = row, !rows.contains(where: { isRow($0, ofKindNamed: name) }),
        isGone(language.kinds[position].name, name)
      {
        return note(language.kinds[position].unknownProperty(name), node.range)
      }
      if isGone(nil, name) { return note(LanguageError.unknownName(name, suggestion: nil), node.range) }
    }
    if kind == .constant, let other = rowMeaning(of: name) {
      note(
        LanguageError.ambiguousName(name, notes: ["for the word, write “\"\(name)\"”", other]), node.range)
    }
    if kind == .worldName, let notes = rowsWithoutNames(called: name) {
      note(LanguageError.ambiguousName(name, notes: notes), node.range)
    }
    guard row == .unknown, kind != .element, kind != .outerElement else { return set(index, kind, payload) }
    fallbacks.append(.init(name: node.payload, kind: kind, payload: payload))
    set(index, .propertyOr, fallbacks.count - 1)
  }

  private func presentName(of name: String) -> String? {
    guard let isObjectName, !isObjectName(name) else { return nil }
    switch row {
    case .kind(let kind):
      if let present = language.presentProperty(name, ofKind: kind) { return present }
    case .unknown:
      // The kind may be known once another name is replaced.
      if !diagnostics.isEmpty { return nil }
      if let present = language.presentProperty(name, ofKind: nil) { return present }
    case .none: break
    }
    // The row of a selection has the name of its kind.
    if let kind = language.presentKind(name),
      rows.contains(where: { $0.name == kind || isRow($0, ofKindNamed: kind) })
    {
      return kind
    }
    return language.presentPlural(name) ?? language.presentWord(name)
  }

  /// Reports the name of a property that has another meaning in scope.
  ///
  /// - Parameter field: the note that shows how to write the property unambiguously.
  private mutating func checkIsUnambiguous(_ name: String, _ field: String, _ node: Node) {
    let other: String
    if let row = rowMeaning(of: name) {
      other = row
    } else {
      switch language.constant(name) {
      case .kind: other = "for all objects of the kind, write “all \(name)”"
      case .word: other = "for the word, write “\"\(name)\"”"
      case .root, nil: return
      }
    }
    note(LanguageError.ambiguousName(name, notes: [field, other]), node.range)
  }

  private func rowMeaning(of name: String) -> String? {
    for (level, row) in rows.reversed().enumerated() {
      if row.name == name { return "give the row \(Quoting.message(name)) another name with “as”" }
      // A row with a name of its own leaves the name of its kind free for other meanings.
      guard row.name == nil, case .kind(let kind) = row.scope, language.kinds[kind].name == name else {
        continue
      }
      let plural = language.kinds[kind].plural
      return level == 0
        ? "for the \(name) itself, write “it”"
        : "give the \(name) another name with “\(plural) as NAME where …”"
    }
    return nil
  }

  /// Returns the notes about several rows of the kind with a name; `nil` if there is only one, or if all but the
  /// innermost one have names of their own.
  private func rowsWithoutNames(called name: String) -> [String]? {
    let meant = rows.filter { isRow($0, ofKindNamed: name) }
    guard meant.dropLast().contains(where: { $0.name == nil }),
      let kind = language.kinds.first(where: { $0.name == name })
    else { return nil }
    return [
      "for the inner \(name), write “it”",
      "give the outer \(name) a name with “\(kind.plural) as NAME where …”",
    ]
  }

  private func isRow(_ row: Row, ofKindNamed name: String) -> Bool {
    if case .kind(let kind) = row.scope { language.kinds[kind].name == name } else { false }
  }

  private mutating func meaning(of name: String, _ text: Int) -> (Node.Kind, Int) {
    if let level = rowLevel(named: name) { return level == 0 ? (.element, 0) : (.outerElement, level) }
    if let position = local(name) { return (.local, position) }
    if isVariable(name) { return (.global, known.symbols.variable(making: name)) }
    switch language.constant(name) {
    case .word(let word): return (.constant, word)
    case .root(let root): return (.root, root)
    case .kind(let kind): return (.rows, kind)
    case nil: return (.worldName, text)
    }
  }

  /// Returns the number of selections between the expression and the selection whose row has the name; `nil` if there
  /// is no such row.
  private func rowLevel(named name: String) -> Int? {
    if name == "it" { return rows.isEmpty ? nil : 0 }
    return rows.lastIndex { $0.name == name }.map { rows.count - 1 - $0 }
  }

  private mutating func resolveVariable(_ index: Int32, _ node: Node) {
    let name = texts[node.payload]
    if let level = rowLevel(named: name) { return set(index, level == 0 ? .element : .outerElement, level) }
    if let position = local(name) { return set(index, .local, position) }
    if !isVariable(name), !declared.isUnsure, !scope.isDefinition {
      noteUnknownVariable(name, node.range)
    }
    set(index, .global, known.symbols.variable(making: name))
  }

  private mutating func resolveCall(_ index: Int32, _ node: Node) {
    var count = 0
    for child in program.children(of: node) {
      resolveExpression(child)
      count += 1
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
      if function == .old { oldCount += 1 }
      set(index, .callBuiltin, BuiltinFunction.allCases.firstIndex(of: function) ?? 0)
    case .host(let function):
      check(language.functions[function].arity)
      set(index, .callHost, function)
    case .kind(let kind):
      check(1...1)
      set(index, .callKind, kind)
    case nil:
      if isUpdating, known.symbols.definition(named: name) == nil,
        let present = language.presentKind(name)
      {
        return note(LanguageError.renamed(name, present: present), node.nameRange)
      }
      guard let parameters = parameters(of: name) else {
        if let present = language.presentKind(name) {
          return note(LanguageError.renamed(name, present: present), node.nameRange)
        }
        let near = nearestFunction(to: name)
        return note(LanguageError.unknownFunction(name, suggestion: near), node.nameRange)
      }
      if let parameters { check(parameters.count...parameters.count) }
      set(index, .callDefinition, known.symbols.definition(making: name))
    }
  }

  func nearestFunction(to name: String) -> String? {
    NearNames.nearest(to: name, among: language.callableNames + known.definitionNames)
  }

  private mutating func resolveSelection(_ node: Node) {
    var name = elementName
    elementName = nil
    resolveExpression(node.first)
    let inner: RowScope = kind(of: node.first).map { .kind($0) } ?? .unknown
    for part in program.children(of: node).dropFirst() {
      switch self[part].kind {
      case .alias: name = rowName(self[part].first, inner)
      case .limit: resolveExpression(self[part].first)
      default:
        rows.append(Row(scope: inner, name: name))
        let count = oldCount
        resolveExpression(self[part].first)
        if self[part].kind == .key {
          checkKey(self[part].first, inner)
        } else if oldCount > count {
          self[part].flag = true
        }
        rows.removeLast()
      }
    }
  }

  private mutating func rowName(_ index: Int32, _ inner: RowScope) -> String {
    checkNewName(index)
    let name = texts[self[index].payload]
    if case .kind(let kind) = inner, language.kinds[kind].propertyIndex(name) != nil {
      note(
        LanguageError.nameTaken(name, by: "a field of \(English.article(language.kinds[kind].name))"),
        self[index].range)
    } else if local(name) != nil {
      note(LanguageError.nameTaken(name, by: "a variable"), self[index].range)
    }
    return name
  }

  /// Reports a sort key that is not a property: any other name of the host has the same value for all rows. Names of
  /// enclosing rows and variables that may be set later are allowed.
  private mutating func checkKey(_ key: Int32, _ row: RowScope) {
    guard case .kind(let kind) = row, self[key].kind == .worldName, !declared.isUnsure, !scope.isDefinition
    else { return }
    let name = texts[self[key].payload]
    if !language.kinds.contains(where: { $0.name == name }) { checkProperty(name, of: kind, self[key].range) }
  }

  private func kind(of base: Int32) -> Int? {
    switch self[base].kind {
    case .rows: self[base].payload
    case .group, .selection: kind(of: self[base].first)
    default: nil
    }
  }
}
