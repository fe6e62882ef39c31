import TerminalText

/// A checker that finds definite type errors in a resolved text before any of it runs.
///
/// Typing is gradual: an unknown type (of a variable, an object's name or a parameter of a `def`) is accepted
/// everywhere and checked at run time. An error has the same message here as at run time.
///
/// - Complexity: O(*n*), where *n* is the number of nodes.
struct TypeChecker {
  private let nodes: [Node]
  let texts: [String]
  let source: [UInt8]
  let language: Language
  private let known: Variables
  private let declared: Declared
  private(set) var areNamesSettled: Bool
  /// The types of the parameters of the enclosing definition, by index; unknown if the body assigns to the parameter.
  private var parameters: [ValueType] = []
  private var rows: [ValueType] = []
  private(set) var diagnostics: [Diagnostic] = []
  /// The uses of names, if they are recorded.
  var uses: NameUses?

  init(
    _ nodes: [Node], _ texts: [String], source: [UInt8], _ language: Language, _ known: Variables,
    _ declared: Declared, localTypes: [ValueType] = []
  ) {
    parameters = localTypes
    self.nodes = nodes
    self.texts = texts
    self.source = source
    self.language = language
    self.known = known
    self.declared = declared
    areNamesSettled = !declared.isUnsure
  }

  subscript(index: Int32) -> Node { nodes[Int(index)] }

  mutating func note(_ error: LanguageError, _ range: Range<Int>) {
    if diagnostics.count < Parser.diagnosticsMost { diagnostics.append(Diagnostic(error, at: range)) }
  }

  func children(_ node: Node) -> Program.Children { .init(nodes: nodes, index: node.first) }

  // MARK: Statements

  /// Checks a statement, a block, an expression or a selection, and everything below it.
  mutating func check(_ index: Int32) {
    let node = self[index]
    switch node.kind {
    case .word, .rest, .string, .break, .continue: break
    case .branch: checkBranches(index)
    case .whileLoop:
      checkCondition(node.first)
      check(self[node.first].next)
    case .define:
      let outer = (areNamesSettled, parameters)
      areNamesSettled = false
      parameters = parameterTypes(of: node)
      for child in children(node) where self[child].kind == .block { check(child) }
      (areNamesSettled, parameters) = outer
    case .commandOfDefinition: checkArguments(node)
    case .block, .command, .option, .else, .try, .return, .repeatLoop, .show,
      .assign, .assignOuter:
      for child in children(node) { check(child) }
    case .forLoop:
      let list = self[node.first].next
      checkList(list, of: "for")
      noteElement(of: list, node.first)
      check(self[list].next)
    default: _ = type(of: index)
    }
  }

  private mutating func checkArguments(_ node: Node) {
    let name = String(decoding: source[node.nameRange], as: UTF8.self)
    let parameters = (declared.parameters(of: name, known) ?? nil) ?? []
    for (position, child) in children(node).enumerated() {
      let type = argumentType(child)
      guard position < parameters.count, let wanted = Sort(parameters[position].type), let sort = Sort(type)
      else {
        continue
      }
      // A text may be the name of an object, and a word of a command may be a truth value.
      let text = String(decoding: source[self[child].range], as: UTF8.self)
      let duration = self[child].kind == .word ? Value(duration: text) : nil
      let isFitting =
        switch (parameters[position].type, type.wrapped) {
        case (.object(let kind), .object(let other)): kind == other
        case (.truth, .text), (.text, .object): self[child].kind == .word
        case (.duration, .text): duration != nil
        default: wanted == sort
        }
      if !isFitting {
        let parameter = parameters[position]
        note(
          .wrongArgument(
            label: parameter.name, wanted: parameter.noun, given: duration?.noun ?? type.valueNoun),
          self[child].range)
      }
    }
  }

  /// Returns the type of an argument of a definition; a bare word is a number or a text.
  private mutating func argumentType(_ index: Int32) -> ValueType {
    let node = self[index]
    switch node.kind {
    case .word: return (try? Value(number: source.span.extracting(node.range), as: .word))?.type ?? .text
    case .string: return .text
    case .rest, .block, .option: return .unknown
    default: return type(of: index)
    }
  }

  private mutating func parameterTypes(of definition: Node) -> [ValueType] {
    var types: [ValueType] = []
    var child = self[definition.first].next
    while self[child].kind != .block {
      let word = self[child].first
      let name = word < 0 ? "" : String(decoding: source[self[word].range], as: UTF8.self)
      if uses != nil, let kind = language.kinds.firstIndex(where: { $0.name == name }) {
        noteUse(.kind(kind), at: self[word].range)
      }
      types.append(DefinitionParameter.type(named: name, language) ?? .unknown)
      child = self[child].next
    }
    if types.allSatisfy({ $0 == .unknown }) { return [] }
    // The nodes of the block are contiguous, from its first leaf to the block itself.
    var first = child
    while self[first].first >= 0 { first = self[first].first }
    for index in first...child where self[index].kind == .assign {
      let target = self[self[index].first]
      if target.kind == .local, types.indices.contains(target.payload) { types[target.payload] = .unknown }
    }
    return types
  }

  /// Checks `if` and the chain of its `else if` in a loop, not recursively.
  private mutating func checkBranches(_ index: Int32) {
    var index = index
    while index >= 0 {
      guard self[index].kind == .branch else { return check(index) }
      let condition = self[index].first
      checkCondition(condition)
      let block = self[condition].next
      check(block)
      index = self[block].next
    }
  }

  mutating func checkCondition(_ index: Int32) {
    let type = type(of: index)
    if let sort = Sort(type), sort != .truth { note(.notACondition(type.valueNoun), self[index].range) }
  }

  private mutating func checkKey(_ index: Int32) {
    if Sort(type(of: index)) == .list { note(.wrongOperand(of: "by", .key), self[index].range) }
  }

  private mutating func checkList(_ index: Int32, of name: String) {
    let type = type(of: index)
    if let sort = Sort(type), sort != .list {
      note(.wrongOperand(of: name, .list), self[index].range)
    }
  }

  // MARK: Expressions

  /// Returns the type of an expression, as far as it is certain, and reports its errors.
  mutating func type(of index: Int32) -> ValueType {
    guard index >= 0 else { return .unknown }
    let node = self[index]
    switch node.kind {
    case .number: return .number
    case .decimal: return .decimal
    case .duration: return .duration
    case .string: return .text
    case .joined:
      for child in children(node) { _ = type(of: child) }
      return .text
    case .truth: return .truth
    case .nothing: return .optional(.unknown)
    case .constant: return .word([language.vocabulary[node.payload]])
    case .property: return rowProperty(node)
    case .element: return row(0)
    case .outerElement: return row(node.payload)
    case .local: return node.payload < parameters.count ? parameters[node.payload] : .unknown
    case .root: return language.roots[node.payload].type
    case .rows: return .list(.object(language.kinds[node.payload].id))
    case .worldName: return row(named: texts[node.payload], node.range)
    case .group: return type(of: node.first)
    case .not, .and, .or:
      for child in children(node) { checkCondition(child) }
      return .truth
    case .negate: return negated(node)
    case .binary: return binary(node)
    case .path: return path(node)
    case .list:
      var element: ValueType?
      for child in children(node) {
        let type = type(of: child)
        element = element.map { $0 == type ? $0 : .unknown } ?? type
      }
      return .list(element ?? .unknown)
    case .comprehension:
      let list = self[self[node.first].next].next
      checkList(list, of: "for")
      noteElement(of: list, self[node.first].next)
      return .list(type(of: node.first))
    case .selection: return selection(node)
    case .callBuiltin: return call(BuiltinFunction.allCases[node.payload], node)
    case .callKind:
      for child in children(node) { _ = type(of: child) }
      return .object(language.kinds[node.payload].id)
    case .callDefinition:
      checkArguments(node)
      return .unknown
    case .callHost: return call(language.functions[node.payload], node)
    case .block:
      check(index)
      return .unknown
    default:
      for child in children(node) { _ = type(of: child) }
      return .unknown
    }
  }

  // MARK: Rows

  private func row(_ level: Int) -> ValueType {
    level < rows.count ? rows[rows.count - 1 - level] : .unknown
  }

  private mutating func row(named name: String, _ range: Range<Int>) -> ValueType {
    let row = rows.last { row in
      if case .object(let kind) = row { kind.name == name } else { false }
    }
    guard uses != nil else { return row ?? .unknown }
    if row != nil, let kind = language.kinds.firstIndex(where: { $0.name == name }) {
      noteUse(.kind(kind), at: range)
    }
    return row ?? uses?.typeOfObject(name) ?? .unknown
  }

  private mutating func rowProperty(_ node: Node) -> ValueType {
    guard case .object(let id) = rows.last, let kind = language.kind(id) else { return .unknown }
    noteUse(.property(id), at: node.range)
    return kind.properties[node.payload].type.evaluated
  }

  /// Sets the type of a loop's variable to that of the list's elements, while the uses of names are recorded.
  private mutating func noteElement(of list: Int32, _ name: Int32) {
    guard uses != nil, self[name].kind == .local, case .list(let element) = type(of: list).wrapped else {
      return
    }
    let slot = self[name].payload
    while parameters.count <= slot { parameters.append(.unknown) }
    parameters[slot] = element
  }

  private mutating func selection(_ node: Node) -> ValueType {
    let base = type(of: node.first)
    switch Sort(base) {
    case .list, nil: break
    default: note(.notASelection(suggestion: nil, known: language.plurals), self[node.first].range)
    }
    var row = ValueType.unknown
    if case .list(let element) = base.wrapped { row = element }
    for part in children(node).dropFirst() {
      let inner = self[part].first
      switch self[part].kind {
      case .limit:
        let type = type(of: inner)
        if let sort = Sort(type), sort != .number {
          note(.wrongOperand(of: "limit", .count), self[inner].range)
        }
      case .filter, .key:
        rows.append(row)
        if self[part].kind == .filter { checkCondition(inner) } else { checkKey(inner) }
        rows.removeLast()
      default: break
      }
    }
    return Sort(base) == .list ? base : .unknown
  }

  // MARK: Paths

  private mutating func path(_ node: Node) -> ValueType {
    var type = type(of: node.first)
    for part in children(node).dropFirst() {
      let piece = self[part]
      switch piece.kind {
      case .member: type = member(texts[piece.payload], of: type, piece.range)
      case .index:
        _ = self.type(of: piece.first)
        type = element(of: type, "[ ]", piece.range)
      default:
        for child in children(piece) { _ = self.type(of: child) }
        let list = type
        _ = element(of: type, "[ : ]", piece.range)
        type = list
      }
    }
    return type
  }

  private mutating func element(of type: ValueType, _ sign: String, _ range: Range<Int>) -> ValueType {
    switch type.wrapped {
    case .list(let element): return element
    case .text, .word, .form: return .text
    case .unknown: return .unknown
    default:
      note(.wrongOperand(of: sign, .textOrList), range)
      return .unknown
    }
  }

  /// Returns the type of a property of an object, or of the objects of a list. A text may be the name of an object.
  private mutating func member(_ name: String, of type: ValueType, _ range: Range<Int>) -> ValueType {
    switch type {
    case .optional(let wrapped):
      let found = member(name, of: wrapped, range)
      if case .optional = found { return found }
      return found == .unknown ? .unknown : .optional(found)
    case .list(let element):
      let found = member(name, of: element, range)
      return found.wrapped.isList ? .unknown : .list(found)
    case .object(let id):
      guard let kind = language.kind(id) else { return .unknown }
      if let position = kind.propertyIndex(name) {
        noteUse(.property(id), at: range)
        return kind.properties[position].type.evaluated
      }
      if !kind.mayHaveChild(name) { note(kind.unknownProperty(name), range) }
      return .unknown
    case .truth, .number, .decimal, .duration, .word:
      note(.withoutProperties(type.valueNoun), range)
      return .unknown
    case .form:
      noteUse(.word(type.caseNames), at: range)
      if let content = type.content(ofCase: name) { return .optional(content) }
      let present = language.presentCase(name, of: type)
      note(present.map { .renamed(name, present: $0) } ?? .unknownContent(name, of: type), range)
      return .unknown
    case .unknown, .text, .reference:
      noteUse(.property(nil), at: range)
      return .unknown
    }
  }

  // MARK: Functions

  private mutating func call(_ function: BuiltinFunction, _ node: Node) -> ValueType {
    var types: [ValueType] = []
    for child in children(node) { types.append(type(of: child)) }
    guard let first = types.first, function.arity.contains(types.count) else { return .unknown }
    if let operand = function.unfitting(types) {
      let name = String(decoding: source[node.nameRange], as: UTF8.self)
      note(.wrongOperand(of: name, operand), node.range)
      return .unknown
    }
    return function.result(of: first, count: types.count)
  }

  private mutating func call(_ function: Function, _ node: Node) -> ValueType {
    for child in children(node) { _ = type(of: child) }
    return function.result
  }
}
