import TerminalText

extension Completion {
  /// Adds everything that can begin an operand, beginning with the values that fit the other side of a comparison.
  mutating func addValue(_ scope: ParserScope) {
    allow(.literals)
    let isVariable = prefix.utf8.first == 0x24
    if isVariable { return addVariables(scope) }
    if isText { return addTexts(scope) }
    if scope.compared >= 0 { addValues(of: self.type(of: scope.compared, scope)) }
    if let kind = rowKind(scope) {
      addProperties(of: .object(kind.id))
      offer("it", "the \(kind.name) itself")
    } else if !scope.rows.isEmpty {
      offer("it", "the element")
    }
    for name in scope.names.reversed() { offer(self.name(name)) }
    for name in interpreter.variables.variableNames { offer(self.name(name)) }
    for root in language.roots { offer(root.name, root.summary) }
    addKinds()
    if listsNames, !scope.isKey {
      for name in interpreter.host.valueNames().prefix(NearNames.countMax) { offer(self.name(name)) }
    }
    for word in language.vocabulary { offer(word) }
    addFunctions()
    for word in [Word.not, .any, .true, .false, .none] { offer(word.rawValue) }
  }

  /// Adds the values of a type if they are few or have names.
  private mutating func addValues(of type: ValueType) {
    var type = type
    if case .list(let element) = type.wrapped { type = element }
    for word in type.literals { offer(word) }
    if let kind = type.kind, let position = language.kindIndex(kind) {
      for name in names(ofKind: position) { offer(self.name(name), language.kinds[position].name) }
    }
  }

  /// Adds the texts that can be compared with the other side of a comparison, or that name an object of a kind.
  private mutating func addTexts(_ scope: ParserScope) {
    if let callee, let kind = language.kinds.first(where: { $0.hasNames && $0.name == text(callee) }) {
      return addNames(of: kind, isFinal: false)
    }
    guard scope.compared >= 0 else { return }
    if let kind = kind(namedBy: scope.compared, scope) { return addNames(of: kind) }
    let type = self.type(of: scope.compared, scope)
    if case .word(let words) = type.wrapped { words.forEach { offer(Quoting.literal($0)) } }
    if let kind = type.kind.flatMap({ language.kind($0) }), kind.hasNames { addNames(of: kind) }
  }

  /// Returns the kind of an object if an operand is the object's name; otherwise `nil`.
  private func kind(namedBy operand: Int32, _ scope: ParserScope) -> Kind? {
    let node = expectation.nodes[Int(operand)]
    let members =
      node.kind == .path ? Array(Program.Children(nodes: expectation.nodes, index: node.first)) : []
    guard let name = node.kind == .name ? operand : members.last else { return nil }
    let last = expectation.nodes[Int(name)]
    let kind =
      members.count > 1
      ? type(ofPath: members[0], through: members[members.count - 2], scope).kind.flatMap {
        language.kind($0)
      }
      : rowKind(scope)
    guard let kind, last.kind == .name || last.kind == .member else { return nil }
    return kind.nameProperty == expectation.texts[last.payload] ? kind : nil
  }

  private mutating func addNames(of kind: Kind, isFinal: Bool = true) {
    guard let position = language.kindIndex(kind.id) else { return }
    for name in names(ofKind: position) { offer(Quoting.literal(name), kind.name, isFinal: isFinal) }
  }

  func names(ofKind position: Int) -> [String] {
    guard listsNames else { return [] }
    let id = language.kinds[position].id
    return interpreter.kinds[position].numbers().prefix(NearNames.countMax)
      .map { interpreter.operations.name(of: ObjectReference(kind: id, id: $0)) }
  }

  mutating func addVariables(_ scope: ParserScope) {
    for name in scope.names.reversed() + interpreter.variables.variableNames { offer("$" + name) }
  }

  private mutating func addFunctions() {
    for function in language.functions { offer(function.name + "(", function.summary, isFinal: false) }
    for function in BuiltinFunction.allCases where function != .old || isInRule {
      offer(function.rawValue + "(", function.summary, isFinal: false)
    }
    for kind in language.kinds where kind.hasNames {
      offer(kind.name + "(", "the \(kind.name) with a name", isFinal: false)
    }
    for name in interpreter.variables.definitionNames {
      offer(name + "(", "defined with “def”", isFinal: false)
    }
  }

  mutating func addProperties(of type: ValueType) {
    for name in type.payloadCaseNames {
      offer(name, type.content(ofCase: name).map { "of “\(name)”: \($0.noun)" } ?? "")
    }
    guard let kind = type.kind.flatMap({ language.kind($0) }) else {
      // The type of a definition's parameter is unknown.
      if type == .unknown { allow(.anything) }
      return
    }
    for property in kind.properties { offer(property.name, property.remark) }
    for name in kind.childNames { offer(name, "") }
    if kind.hasChildren { allow(.anything) }
  }

  mutating func addOperators(behind operand: Int32, _ least: Int, _ most: Int, _ scope: ParserScope) {
    let type = self.type(of: operand, scope)
    if least <= 1, most >= 1 { offer(Word.or.rawValue) }
    if least <= 2, most >= 2 { offer(Word.and.rawValue) }
    for sign in Operator.allCases where sign.strength >= least && sign.strength <= most {
      if Self.fits(sign, type) { offer(sign.symbol) }
    }
  }

  private static func fits(_ sign: Operator, _ type: ValueType) -> Bool {
    switch type.wrapped {
    case .truth: sign == .equal || sign == .unequal
    case .word, .form: sign.compares || sign == .add
    case .text: sign.compares && sign != .isCase || sign == .add
    case .object, .reference: sign == .equal || sign == .unequal || sign == .contains
    case .list: sign == .equal || sign == .unequal || sign == .add
    case .unknown: true
    default: sign != .isCase
    }
  }

  /// Adds the next parts of a selection, unless the type can't have any.
  mutating func addParts(_ words: [Word], of type: ValueType) {
    let choosesRows = words.contains(.where) || words.contains(.by) || words.contains(.limit)
    if choosesRows, type != .unknown, !type.isList { return }
    for word in words {
      offer(word.rawValue, HelpEntry.selectionParts.first { $0.name == word.rawValue }?.summary ?? "")
    }
  }

  mutating func addFormats() {
    for option in SelectionFormat.options {
      offer(option, HelpEntry.selectionParts.first { $0.name == option }?.summary ?? "")
    }
  }
}
