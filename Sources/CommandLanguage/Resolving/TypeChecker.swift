import TerminalText

/// Finds certain type errors in a resolved text before any of it runs.
///
/// Typing is gradual: an unknown type (of a variable, an object's name or a parameter of a `def`) is accepted
/// everywhere and checked at run time. An error has the same message here as at run time.
///
/// - Complexity: O(*n*), where *n* is the number of nodes.
struct TypeChecker {
  private let nodes: [Node]
  private let texts: [String]
  private let source: [UInt8]
  private let language: Language
  private let known: any KnownNames
  private let declared: Declared
  /// A Boolean value that indicates whether no name can become a variable before the text runs.
  private var areNamesSettled: Bool
  /// The types of the parameters of the enclosing definition, by index; unknown if the body assigns to the parameter.
  private var parameters: [ValueType] = []
  /// The types of the rows in scope, innermost last.
  private var rows: [ValueType] = []
  private(set) var diagnostics: [Diagnostic] = []

  init(
    _ nodes: [Node], _ texts: [String], source: [UInt8], _ language: Language, _ known: any KnownNames,
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

  private subscript(index: Int32) -> Node { nodes[Int(index)] }

  private mutating func note(_ error: LanguageError, _ range: Range<Int>) {
    if diagnostics.count < Parser.diagnosticsMost { diagnostics.append(Diagnostic(error, at: range)) }
  }

  private func children(_ node: Node) -> Program.Children { .init(nodes: nodes, index: node.first) }

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
      check(self[list].next)
    default: _ = type(of: index)
    }
  }

  /// Checks the arguments of a command or function that was defined with `def`.
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
      let isFitting =
        switch (parameters[position].type, type.wrapped) {
        case (.object(let kind), .object(let other)): kind == other
        case (.truth, .text), (.text, .object): self[child].kind == .word
        case (.duration, .text):
          Value(duration: String(decoding: source[self[child].range], as: UTF8.self)) != nil
        default: wanted == sort
        }
      if !isFitting {
        let parameter = parameters[position]
        note(
          .wrongArgument(label: parameter.name, wanted: parameter.noun, given: noun(type)), self[child].range)
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

  private func parameterTypes(of definition: Node) -> [ValueType] {
    var types: [ValueType] = []
    var child = self[definition.first].next
    while self[child].kind != .block {
      let word = self[child].first
      let name = word < 0 ? "" : String(decoding: source[self[word].range], as: UTF8.self)
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

  /// Checks an expression that must be a truth value.
  mutating func checkCondition(_ index: Int32) {
    let type = type(of: index)
    if let sort = Sort(type), sort != .truth { note(.notACondition(noun(type)), self[index].range) }
  }

  private mutating func checkList(_ index: Int32, of name: String) {
    let type = type(of: index)
    if let sort = Sort(type), sort != .list {
      note(.wrongOperand(of: name, .list), self[index].range)
    }
  }

  // MARK: Expressions

  /// Returns the type of an expression, as far as it is certain, and reports its errors.
  private mutating func type(of index: Int32) -> ValueType {
    guard index >= 0 else { return .unknown }
    let node = self[index]
    switch node.kind {
    case .number: return .number
    case .literal: return Value(sort: node.nameCount, bits: node.payload).type
    case .string: return .text
    case .joined:
      for child in children(node) { _ = type(of: child) }
      return .text
    case .truth: return .truth
    case .nothing: return .optional(.unknown)
    case .constant: return .word([language.vocabulary[node.payload]])
    case .property: return rowProperty(node.payload)
    case .element: return row(0)
    case .outerElement: return row(node.payload)
    case .local: return node.payload < parameters.count ? parameters[node.payload] : .unknown
    case .root: return language.roots[node.payload].type
    case .rows: return .list(.object(language.kinds[node.payload].id))
    case .worldName: return row(named: texts[node.payload])
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

  /// Returns the type of the innermost row whose kind has the name.
  private func row(named name: String) -> ValueType {
    rows.last { row in
      if case .object(let kind) = row { kind.name == name } else { false }
    } ?? .unknown
  }

  private func rowProperty(_ position: Int) -> ValueType {
    guard case .object(let id) = rows.last, let kind = language.kind(id) else { return .unknown }
    return kind.properties[position].type.evaluated
  }

  private mutating func selection(_ node: Node) -> ValueType {
    let base = type(of: node.first)
    switch Sort(base) {
    case .list, nil: break
    default: note(.notASelection(suggestion: nil, known: plurals), self[node.first].range)
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
        if self[part].kind == .filter { checkCondition(inner) } else { _ = type(of: inner) }
        rows.removeLast()
      default: break
      }
    }
    return Sort(base) == .list ? base : .unknown
  }

  private var plurals: [String] { language.kinds.map(\.plural).filter { !$0.isEmpty } }

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
      if let position = kind.propertyIndex(name) { return kind.properties[position].type.evaluated }
      if !kind.mayHaveChild(name) { note(kind.unknownProperty(name), range) }
      return .unknown
    case .truth, .number, .decimal, .duration, .word:
      note(.withoutProperties(noun(type)), range)
      return .unknown
    case .form:
      if let content = type.content(ofCase: name) { return .optional(content) }
      note(.unknownContent(name, of: type), range)
      return .unknown
    case .unknown, .text, .reference: return .unknown
    }
  }

  // MARK: Operators

  private mutating func negated(_ node: Node) -> ValueType {
    let type = type(of: node.first)
    switch Sort(type) {
    case .number, .duration: return type.wrapped
    case nil: return .unknown
    default:
      note(.wrongOperand(of: "-", .number), self[node.first].range)
      return .unknown
    }
  }

  /// Checks `operand {mark operand}` from the left.
  private mutating func binary(_ node: Node) -> ValueType {
    let start = self[node.first].range.lowerBound
    var left = type(of: node.first)
    var leftIndex = node.first
    var mark = self[node.first].next
    while mark >= 0 {
      let rightIndex = self[mark].next
      let right = type(of: rightIndex)
      guard let sign = Operator(rawValue: self[mark].payload) else { return .unknown }
      let range = start..<self[rightIndex].range.upperBound
      if sign.compares {
        compare(sign, left, leftIndex, right, rightIndex, range)
        left = .truth
      } else {
        left = calculate(sign, left, right, range)
      }
      (leftIndex, mark) = (rightIndex, self[rightIndex].next)
    }
    return left
  }

  private mutating func calculate(
    _ sign: Operator, _ left: ValueType, _ right: ValueType, _ range: Range<Int>
  ) -> ValueType {
    let (a, b) = (Sort(left), Sort(right))
    if sign == .add, left.wrapped == .text || right.wrapped == .text { return .text }
    switch (a, b) {
    case (.number, .number):
      return left.wrapped == .decimal || right.wrapped == .decimal ? .decimal : .number
    case (nil, nil), (nil, .number), (.number, nil), (nil, .duration), (.duration, nil): return .unknown
    case (.duration, .duration) where sign != .multiply: return sign == .divide ? .number : .duration
    case (.duration, .number) where sign == .multiply || sign == .divide: return .duration
    case (.number, .duration) where sign == .multiply: return .duration
    case (.list, .list) where sign == .add: return left == right ? left : .list(.unknown)
    case (nil, _) where sign == .add, (_, nil) where sign == .add: return .unknown
    case (.text, _) where sign == .add && isWritten(left), (_, .text) where sign == .add && isWritten(right):
      return .text
    default:
      // If the type of one side is unknown, the other side alone is the error.
      let (one, other) = (a == nil ? noun(right) : noun(left), b == nil ? noun(left) : noun(right))
      note(
        sign == .add ? .notJoinable(one, other) : .wrongOperands(of: sign.symbol, one, other), range)
      return .unknown
    }
  }

  /// Returns a Boolean value that indicates whether values of the type are texts, as opposed to objects with names.
  private func isWritten(_ type: ValueType) -> Bool {
    switch type.wrapped {
    case .text, .word, .form: true
    default: false
    }
  }

  /// Reports a comparison that fails or always has the same result.
  private mutating func compare(
    _ sign: Operator, _ left: ValueType, _ leftIndex: Int32, _ right: ValueType, _ rightIndex: Int32,
    _ range: Range<Int>
  ) {
    if sign == .contains { return search(left, leftIndex, right, rightIndex, range) }
    if sign == .isCase { return checkCase(of: left, leftIndex, rightIndex) }
    if isWordAndName(left, rightIndex) || isWordAndName(right, leftIndex) {
      if !isPossible(left, leftIndex, right, rightIndex) { return }
      _ = isPossible(right, rightIndex, left, leftIndex)
      return
    }
    guard let a = Sort(left), let b = Sort(right) else { return }
    let isEquality = sign == .equal || sign == .unequal
    guard a == b else {
      // Two optional values may both be `none`.
      if isEquality, case .optional = left, case .optional = right { return }
      return note(.notComparable(noun(left), noun(right)), range)
    }
    guard isEquality else {
      if a == .list { note(.notComparable(noun(left), noun(right)), range) }
      return
    }
    if isPossible(left, leftIndex, right, rightIndex) {
      _ = isPossible(right, rightIndex, left, leftIndex)
    }
  }

  /// Checks `STATE is CASE`.
  private mutating func checkCase(of type: ValueType, _ leftIndex: Int32, _ rightIndex: Int32) {
    let names = type.caseNames
    if names.isEmpty {
      if let sort = Sort(type), sort != .text || !isWritten(type) {
        note(.wrongOperand(of: Operator.isCase.symbol, .state), self[leftIndex].range)
      }
      return
    }
    guard let name = writtenWord(rightIndex), !names.contains(name) else { return }
    note(
      .unknownWord(
        what: String(decoding: source[self[leftIndex].range], as: UTF8.self), name,
        suggestion: NearNames.nearest(to: name, among: names), known: names),
      self[rightIndex].range)
  }

  /// Checks `element in list` or `part in text`.
  private mutating func search(
    _ left: ValueType, _ leftIndex: Int32, _ right: ValueType, _ rightIndex: Int32, _ range: Range<Int>
  ) {
    switch right.wrapped {
    case .unknown: return
    case .text, .word, .form:
      if Sort(left) != nil, !isWritten(left) { note(.notSearchable(noun(right)), range) }
    case .list(let element):
      let inner = ungrouped(rightIndex)
      if self[inner].kind == .list {
        for child in children(self[inner]) {
          let type = typeWithoutErrors(of: child)
          if let a = Sort(left), let b = Sort(type), a != b {
            note(.notComparable(noun(left), noun(type)), self[child].range)
          } else {
            _ = isPossible(left, leftIndex, type, child)
          }
        }
      } else if let a = Sort(left), let b = Sort(element), a != b {
        note(.notComparable(noun(left), noun(element)), range)
      } else {
        _ = isPossible(left, leftIndex, element, rightIndex)
      }
    default: note(.notSearchable(noun(right)), range)
    }
  }

  private func ungrouped(_ index: Int32) -> Int32 {
    var index = index
    while self[index].kind == .group { index = self[index].first }
    return index
  }

  /// Returns the type of an expression that has already been checked.
  private func typeWithoutErrors(of index: Int32) -> ValueType {
    var checker = self
    return checker.type(of: index)
  }

  /// Returns a Boolean value that indicates whether values of two types of a sort can be equal; otherwise reports why
  /// not.
  private mutating func isPossible(
    _ left: ValueType, _ leftIndex: Int32, _ right: ValueType, _ rightIndex: Int32
  ) -> Bool {
    switch (left.wrapped, right.wrapped) {
    case (.word(let words), _) where self[ungrouped(leftIndex)].kind != .constant:
      if let word = writtenWord(rightIndex) ?? settledName(rightIndex), !words.contains(word) {
        if let present = language.formerNames.word(word), words.contains(present) {
          // In a string, the word stays in quotes.
          let isText = self[ungrouped(rightIndex)].kind == .string
          note(
            .renamed(word, present: isText ? Quoting.literal(present) : present),
            self[ungrouped(rightIndex)].range)
          return false
        }
        note(
          .unknownWord(
            what: String(decoding: source[self[leftIndex].range], as: UTF8.self), word,
            suggestion: NearNames.nearest(to: word, among: words), known: words),
          self[rightIndex].range)
        return false
      }
      if case .word(let others) = right.wrapped, self[ungrouped(rightIndex)].kind != .constant,
        words.allSatisfy({ !others.contains($0) })
      {
        note(
          .neverEqual(
            "one of \(English.enumeration(words))", "one of \(English.enumeration(others))", notes: []),
          self[rightIndex].range)
        return false
      }
    case (.form, _): return isPossibleState(left, leftIndex, rightIndex)
    case (.object(let kind), .word(let words)):
      note(
        neverEqual(kind, words, isWord: self[ungrouped(rightIndex)].kind == .constant), self[rightIndex].range
      )
      return false
    case (.object(let kind), .object(let other)) where kind != other && areDeclared(kind, other):
      note(
        .neverEqual(English.article(kind.name), English.article(other.name), notes: []),
        self[rightIndex].range)
      return false
    default: break
    }
    return true
  }

  /// Returns a Boolean value that indicates whether a state can equal the word of an expression; otherwise reports why not.
  private mutating func isPossibleState(_ state: ValueType, _ leftIndex: Int32, _ rightIndex: Int32) -> Bool {
    guard case .form(let forms) = state.wrapped,
      let word = writtenWord(rightIndex) ?? settledName(rightIndex)
    else { return true }
    let (name, names) = (ValueType.caseName(of: word), state.caseNames)
    let text = String(decoding: source[self[leftIndex].range], as: UTF8.self)
    if !names.contains(name) {
      note(
        .unknownWord(
          what: text, word, suggestion: NearNames.nearest(to: word, among: names), known: names),
        self[rightIndex].range)
      return false
    }
    let isName = settledName(rightIndex) != nil
    if word != name || !isName && forms.contains(word) { return true }
    note(
      .neverEqual(
        text, isName ? "the object \(Quoting.message(word))" : "the word \(Quoting.message(word)) alone",
        notes: ["write “\(text) is \(word)”"]),
      self[rightIndex].range)
    return false
  }

  private func areDeclared(_ kind: KindID, _ other: KindID) -> Bool {
    language.kindIndex(kind) != nil && language.kindIndex(other) != nil
  }

  private func neverEqual(_ kind: KindID, _ words: [String], isWord: Bool) -> LanguageError {
    let object = English.article(kind.name)
    guard isWord, let word = words.first else {
      return .neverEqual(object, "one of \(English.enumeration(words))", notes: [])
    }
    var notes: [String] = []
    if let named = language.kinds.first(where: { $0.name == word }), !named.plural.isEmpty {
      notes.append("give the \(word) of a row a name with “\(named.plural) as NAME where …”")
    }
    return .neverEqual(object, "the word \(Quoting.message(word))", notes: notes)
  }

  /// Returns the word of an expression that is a word or a string.
  private func writtenWord(_ index: Int32) -> String? {
    let node = self[ungrouped(index)]
    return switch node.kind {
    case .constant: language.vocabulary[node.payload]
    case .string: texts[node.payload]
    default: nil
    }
  }

  private func isWordAndName(_ type: ValueType, _ index: Int32) -> Bool {
    switch type.wrapped {
    case .word, .form: settledName(index) != nil
    default: false
    }
  }

  /// Returns the name of an expression that can only refer to an object.
  private func settledName(_ index: Int32) -> String? {
    let node = self[ungrouped(index)]
    return areNamesSettled && node.kind == .worldName ? texts[node.payload] : nil
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

  // MARK: Nouns

  /// Returns the noun for values of the type, as in messages about values.
  private func noun(_ type: ValueType) -> String {
    switch type.wrapped {
    case .truth: "a truth"
    case .number: "a number"
    case .decimal: "a decimal"
    case .duration: "a duration"
    case .text, .word, .form: "a text"
    case .list: "a list"
    case .object(let kind): English.article(kind.name)
    case .reference(let target): English.article(target.kindName)
    case .unknown, .optional: "a value"
    }
  }
}

/// The types whose values can be compared with each other; an object is compared with a text by its name.
private enum Sort {
  case truth, number, duration, text, list

  /// Fails for an unknown type.
  init?(_ type: ValueType) {
    switch type.wrapped {
    case .truth: self = .truth
    case .number, .decimal: self = .number
    case .duration: self = .duration
    case .text, .word, .form, .object, .reference: self = .text
    case .list: self = .list
    case .unknown, .optional: return nil
    }
  }
}

extension BuiltinFunction {
  /// Returns the operands that the function needs if an argument certainly doesn't fit; otherwise `nil`.
  fileprivate func unfitting(_ types: [ValueType]) -> LanguageError.Operand? {
    func isKnown(_ type: ValueType, butNot sorts: Sort...) -> Bool {
      Sort(type).map { !sorts.contains($0) } ?? false
    }
    let first = types[0]
    switch self {
    case .count, .first, .last, .distinct, .sort, .sum, .avg:
      if isKnown(first, butNot: .list) { return .list }
      if self == .sum || self == .avg, case .list(let element) = first.wrapped,
        isKnown(element, butNot: .number, .duration)
      {
        return .listOfNumbers
      }
    case .empty, .reverse:
      if isKnown(first, butNot: .list, .text) || first.kind != nil && !first.isList { return .list }
    case .join:
      if isKnown(first, butNot: .list) || isKnown(types[1], butNot: .text) { return .listAndText }
    case .range: if types.contains(where: { isKnown($0, butNot: .number) }) { return .twoNumbers }
    case .starts, .ends, .split, .replace:
      if types.contains(where: { isKnown($0, butNot: .text) }) { return .twoTexts }
    case .contains:
      if isKnown(first, butNot: .list, .text) { return .twoTexts }
    case .upper, .lower, .trim, .length: if isKnown(first, butNot: .text) { return .text }
    case .abs: if isKnown(first, butNot: .number, .duration) { return .number }
    case .round: if isKnown(first, butNot: .number) { return .number }
    case .min, .max, .text, .number, .old: break
    }
    return nil
  }

  /// Returns the type of the function's result.
  ///
  /// - Parameters:
  ///   - first: the type of the first argument.
  ///   - count: the number of arguments.
  func result(of first: ValueType, count: Int) -> ValueType {
    switch self {
    case .first, .last, .min, .max:
      if case .list(let element) = first.wrapped {
        return element == .unknown ? .unknown : .optional(element)
      }
      return count > 1 && first != .unknown ? first : .unknown
    case .distinct, .sort, .reverse: return first.wrapped
    // The row may not have existed before the command.
    case .old: return first == .unknown ? .unknown : .optional(first.wrapped)
    case .count, .length: return .number
    case .sum:
      if case .list(let element) = first.wrapped, element == .duration || element == .decimal {
        return element
      }
      return first == .list(.number) ? .number : .unknown
    case .round: return count == 1 ? .number : .unknown
    case .abs: return first.wrapped
    case .avg: return first == .list(.number) ? .optional(.decimal) : .unknown
    case .range: return .list(.number)
    case .split: return .list(.text)
    case .empty, .contains, .starts, .ends: return .truth
    case .join, .upper, .lower, .trim, .replace, .text: return .text
    case .number: return .optional(.number)
    }
  }
}
