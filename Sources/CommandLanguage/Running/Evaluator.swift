import TerminalText

/// An evaluator of the expressions in resolved programs.
final class Evaluator {
  let language: Language
  let operations: ValueOperations
  let variables: Variables
  let kinds: [BoundKind]
  let budget: Budget
  var scopes = RowScopes()
  /// The number of conditions and sort keys that are being evaluated within each other. They may only read.
  var conditions = 0
  unowned var executor: StatementExecutor?
  /// A Boolean value that indicates whether errors suggest names, which requires a search.
  var suggestsNames = true
  private let functions: BuiltinFunctions
  unowned let host: any CommandHost

  init(_ language: Language, _ host: any CommandHost, _ operations: ValueOperations, _ variables: Variables) {
    self.language = language
    self.host = host
    self.operations = operations
    self.variables = variables
    kinds = operations.kinds
    budget = operations.budget
    functions = BuiltinFunctions(operations: operations)
  }

  var limits: Limits { budget.limits }

  func reset() { (scopes, suggestsNames, conditions) = (RowScopes(), true, 0) }

  func evaluate(_ program: Program, _ index: Int32) throws -> Value {
    let node = program[index]
    switch node.kind {
    case .number, .decimal, .duration, .truth, .nothing, .string, .constant:
      return program.literal(node, language)
    case .local, .global, .property, .propertyOr, .element, .outerElement, .root, .rows, .worldName:
      return try nameValue(program, node)
    case .word: return word(program, node)
    default:
      try budget.enter(Budget.Level.expression)
      defer { budget.leave(Budget.Level.expression) }
      if let shared = scopes.row?.shared, let position = shared.index(of: index, in: program) {
        return try value(at: position, of: shared) { try evaluateDeep(program, index, node) }
      }
      return try evaluateDeep(program, index, node)
    }
  }

  /// Returns a value that is the same for all rows, computed for the first row.
  private func value(at position: Int, of shared: SharedValues, _ compute: () throws -> Value) throws -> Value
  {
    if let value = shared[position] { return value }
    // The value is computed outside of the selection, so that selections in the expression can share values among all
    // of their rows.
    let outer = scopes.row
    scopes.row = nil
    defer { scopes.row = outer }
    let value = try compute()
    shared[position] = value
    return value
  }

  private func word(_ program: Program, _ node: Node) -> Value {
    let source = program.source
    let value = try? Value(number: source.span.extracting(node.range), as: .word)
    return value ?? .text(program.text(node.range))
  }

  private func evaluateDeep(_ program: Program, _ index: Int32, _ node: Node) throws -> Value {
    switch node.kind {
    case .group: return try evaluate(program, node.first)
    case .negate: return try negate(program, node)
    case .not, .and, .or: return .truth(try holds(program, node))
    case .binary: return try evaluateBinary(program, node)
    case .joined: return try evaluateJoined(program, index)
    case .path: return try evaluateTypedPath(program, node).value
    case .callBuiltin, .callHost, .callKind, .callDefinition: return try evaluateCall(program, index, node)
    case .call:
      throw program.failure(
        LanguageError.unknownFunction(program.text(node.nameRange), suggestion: nil), node.nameRange)
    case .list: return .list(try flat(elements(program, index), program, node))
    case .comprehension: return try evaluateComprehension(program, node)
    case .selection: return .list(try select(program, index))
    default: throw program.failure(LanguageError.expected(.value), node.range)
    }
  }

  /// Returns a Boolean value that indicates whether a condition holds; throws if its value is not a truth value.
  func isTrue(_ program: Program, _ index: Int32) throws -> Bool {
    let node = program[index]
    if program.isLogical(node), scopes.row?.shared?.index(of: index, in: program) == nil {
      try budget.enter(Budget.Level.expression)
      defer { budget.leave(Budget.Level.expression) }
      return try holds(program, node)
    }
    let value = try evaluate(program, index)
    if case .truth(let truth) = value { return truth }
    throw program.failure(LanguageError.notACondition(value.noun), program[index].range)
  }

  /// Returns the value of a node that can only be a truth value.
  private func holds(_ program: Program, _ node: Node) throws -> Bool {
    switch node.kind {
    case .not: return !(try isTrue(program, node.first))
    case .and, .or:
      let end = node.kind == .or
      var part = node.first
      while part >= 0 {
        if try isTrue(program, part) == end { return end }
        part = program[part].next
      }
      return !end
    case .binary:
      let mark = program[program[node.first].next]
      let left = try leftValue(program, node.first, mark)
      return try compare(program, node, left, try evaluate(program, mark.next))
    default: return try isTrue(program, node.first)
    }
  }

  /// Compares the values of the two operands of a comparison, which has exactly one operator.
  @inline(__always)
  func compare(_ program: Program, _ node: Node, _ left: Value, _ right: Value) throws -> Bool {
    let mark = program[program[node.first].next]
    guard let kind = Operator(rawValue: mark.payload) else { return false }
    try checkKinds(kind, left, right, program, node, mark)
    do { return try operations.compare(kind, left, right) } catch {
      throw program.located(
        error, program[node.first].range.lowerBound..<program[mark.next].range.upperBound)
    }
  }

  /// Evaluates the left operand of a comparison.
  func leftValue(_ program: Program, _ comparison: Node) throws -> Value {
    try leftValue(program, comparison.first, program[program[comparison.first].next])
  }

  /// Throws if an object that the text names is compared with an object of another kind.
  @inline(__always)
  private func checkKinds(
    _ kind: Operator, _ left: Value, _ right: Value, _ program: Program, _ node: Node, _ mark: Node
  ) throws {
    guard case (.object(let one), .object(let other)) = (left, right), one.kind != other.kind,
      kind == .equal || kind == .unequal,
      program.hostName(program[node.first]) != nil || program.hostName(program[mark.next]) != nil
    else { return }
    throw program.failure(
      LanguageError.neverEqual(
        English.article(one.kind.name), English.article(other.kind.name), notes: []),
      program[node.first].range.lowerBound..<program[mark.next].range.upperBound)
  }

  func elements(_ program: Program, _ index: Int32) throws -> [Value] {
    var values: [Value] = []
    for child in program.children(of: index) {
      try budget.make(Value.elementByteCount)
      values.append(try evaluate(program, child))
    }
    return values
  }

  /// Throws if an element is a list: deeply nested lists would overflow the stack when they are released.
  private func flat(_ elements: [Value], _ program: Program, _ node: Node) throws -> [Value] {
    for case .list in elements { throw program.failure(LanguageError.nestedList, node.range) }
    guard elements.count <= limits.list else { throw operations.listLimit }
    return elements
  }

  /// Evaluates `[body for name in source]`.
  private func evaluateComprehension(_ program: Program, _ node: Node) throws -> Value {
    let name = program[node.first].next
    let source = program[name].next
    guard case .list(let elements) = try evaluate(program, source) else {
      throw program.failure(LanguageError.wrongOperand(of: "for", .list), program[source].range)
    }
    var values: [Value] = []
    for element in elements {
      try budget.make(Value.elementByteCount)
      try variables.assign(program[name], element)
      let made = budget.made
      let value = try evaluate(program, node.first)
      budget.made = made + value.byteCount
      values.append(value)
    }
    return .list(try flat(values, program, node))
  }

  private func evaluateJoined(_ program: Program, _ index: Int32) throws -> Value {
    var text = ""
    for child in program.children(of: index) {
      let value = try evaluate(program, child)
      do { try operations.append(value, to: &text, most: limits.text) } catch {
        throw program.located(error, program[child].range)
      }
    }
    try budget.make(text.utf8.count)
    return .text(text)
  }

  // MARK: Operators

  private func negate(_ program: Program, _ node: Node) throws -> Value {
    let operand = try evaluate(program, node.first)
    do {
      if let negated = try Arithmetic.negated(operand) { return negated }
    } catch {
      throw program.failure(error, node.range)
    }
    throw program.failure(LanguageError.wrongOperand(of: "-", .number), program[node.first].range)
  }

  /// Evaluates `operand {mark operand}` from the left.
  private func evaluateBinary(_ program: Program, _ node: Node) throws -> Value {
    let first = node.first
    var mark = program[first].next
    var value = try leftValue(program, first, program[mark])
    while mark >= 0 {
      let right = program[mark].next
      let operand = try evaluate(program, right)
      guard let kind = Operator(rawValue: program[mark].payload) else { return .none }
      do {
        value = try operations.apply(kind, value, operand)
      } catch {
        throw program.located(error, program[first].range.lowerBound..<program[right].range.upperBound)
      }
      mark = program[right].next
    }
    return value
  }

  // MARK: Properties and elements

  /// Evaluates the left operand of an operator. Before `is`, throws if the operand's declared type does not have the
  /// case.
  private func leftValue(_ program: Program, _ index: Int32, _ mark: Node) throws -> Value {
    guard mark.payload == Operator.isCase.rawValue, program[index].kind == .path else {
      return try evaluate(program, index)
    }
    let right = mark.next
    let (value, type) = try evaluateTypedPath(program, program[index])
    guard program[right].kind == .string else { return value }
    let name = program.texts[program[right].payload]
    let names = type.caseNames
    if names.isEmpty || names.contains(name) { return value }
    if let present = language.presentCase(name, of: type) {
      throw program.failure(LanguageError.renamed(name, present: present), program[right].range)
    }
    throw program.failure(
      LanguageError.unknownWord(
        what: program.text(program[index].range), name,
        suggestion: NearNames.nearest(to: name, among: names), known: names), program[right].range)
  }

  /// Evaluates `value.property[index]…`. Returns the value and, if it is a property, its declared type.
  private func evaluateTypedPath(
    _ program: Program, _ node: Node
  ) throws -> (value: Value, type: ValueType) {
    var index = program[node.first].next
    var value: Value
    // The declared type of a property determines the cases of a state and their payloads.
    var type = ValueType.unknown
    if let (property, declared) = rowProperty(program, node.first, index) {
      (value, type) = (property, declared)
      index = program[index].next
    } else {
      value = try evaluate(program, node.first)
      if program[node.first].kind == .property, let row = scopes.row, row.kind >= 0 {
        type = language.kinds[row.kind].properties[program[node.first].payload].type
      }
    }
    while index >= 0 {
      let part = program[index]
      do {
        switch part.kind {
        case .index:
          value = try operations.element(of: value, try evaluate(program, part.first))
          type = .unknown
        case .slice:
          let from = try evaluate(program, part.first)
          value = try operations.slice(of: value, from, try evaluate(program, program[part.first].next))
        default:
          let name = program.texts[part.payload]
          if case .form = type.wrapped {
            guard let content = type.content(ofCase: name) else {
              let present = language.presentCase(name, of: type)
              throw present.map { .renamed(name, present: $0) }
                ?? LanguageError.unknownContent(name, of: type)
            }
            value = try operations.content(ofCase: name, of: value, content)
            type = content
          } else {
            (value, type) = try operations.property(name, of: value)
          }
        }
      } catch {
        throw program.located(error, part.range)
      }
      index = part.next
    }
    return (value, type)
  }

  /// Returns the value and the type of a property that directly follows the row in a path; `nil` if the path does not
  /// begin with the row. The row need not be in the store.
  private func rowProperty(
    _ program: Program, _ first: Int32, _ part: Int32
  ) -> (value: Value, type: ValueType)? {
    guard part >= 0, let row = scopes.row, row.kind >= 0, let cursor = row.cursor,
      namesRow(program, first, ofKind: row.kind),
      program[part].kind == .member,
      let property = language.kinds[row.kind].propertyIndex(program.texts[program[part].payload])
    else { return nil }
    return (cursor.read(property), language.kinds[row.kind].properties[property].type)
  }

  /// Returns a Boolean value that indicates whether a name is the row of a selection of a kind: `it` or the kind's
  /// name.
  func namesRow(_ program: Program, _ index: Int32, ofKind kind: Int) -> Bool {
    program.namesRow(index, of: language.kinds[kind])
  }

  // MARK: Calls

  func evaluateCall(_ program: Program, _ index: Int32, _ node: Node) throws -> Value {
    let builtin = node.kind == .callBuiltin ? BuiltinFunction.allCases[node.payload] : nil
    if builtin == .old, node.first >= 0, program[node.first].next < 0 {
      return try valueBefore(program, node.first)
    }
    if builtin == .count || builtin == .empty, node.first >= 0, program[node.first].next < 0,
      let count = try indexedCount(program, node.first)
    {
      return builtin == .count ? .number(count) : .truth(count == 0)
    }
    let arguments = try elements(program, index)
    do {
      if let builtin { return try functions.call(builtin, arguments) }
      switch node.kind {
      case .callHost:
        let function = language.functions[node.payload]
        let value = try function.call(host, arguments)
        if case .list(let elements) = value, elements.count > limits.list { throw operations.listLimit }
        try budget.make(value.byteCount)
        return value
      case .callKind: return try object(of: node.payload, arguments)
      default:
        guard let value = try executor?.callDefinition(node.payload, arguments, program, node) else {
          throw LanguageError.withoutValue(program.text(node.nameRange))
        }
        return value
      }
    } catch LanguageError.wrongOperand(of: _, let operand) {
      // The error uses the name in the text, because `any LIST` is a call of `empty`.
      let name = program.text(node.nameRange)
      throw program.failure(LanguageError.wrongOperand(of: name, operand), node.range)
    } catch {
      throw program.located(error, node.range)
    }
  }

  /// Returns the value that an expression had before the running command, with the same enclosing rows.
  private func valueBefore(_ program: Program, _ index: Int32) throws -> Value {
    var rows: [(cursor: RowCursor, number: Int)] = []
    for scope in scopes.enclosing + [scopes.row].compactMap({ $0 }) {
      if let cursor = scope.cursor, let number = cursor.number { rows.append((cursor, number)) }
    }
    defer { for row in rows { _ = row.cursor.move(row.number) } }
    return try host.readingBefore {
      for row in rows { _ = row.cursor.move(row.number) }
      return try evaluate(program, index)
    }
  }

  func value(_ value: Value, of parameter: DefinitionParameter) throws -> Value {
    switch (parameter.type, value) {
    case (.object(let kind), .object(let object)) where object.kind == kind: return value
    case (.object(let id), .text(let name)):
      guard let kind = language.kindIndex(id) else { return value }
      guard let row = kinds[kind].find(Array(name.utf8).span) else { throw unknownObject(kind, name) }
      return .object(id, row)
    case (.number, .number), (.number, .decimal), (.text, .text), (.truth, .truth), (.duration, .duration),
      (.list, .list):
      return value
    // A bare word of a command is a text.
    case (.truth, .text("true")): return .truth(true)
    case (.truth, .text("false")): return .truth(false)
    default:
      var given = value
      if case .text(let text) = value, let duration = Value(duration: text) { given = duration }
      if parameter.type == .duration, case .duration = given { return given }
      throw LanguageError.wrongArgument(label: parameter.name, wanted: parameter.noun, given: given.noun)
    }
  }

  /// Evaluates a call such as `unit("Arthur")`.
  private func object(of kind: Int, _ arguments: [Value]) throws -> Value {
    guard let argument = arguments.first, arguments.count == 1 else {
      throw LanguageError.wrongCount(of: language.kinds[kind].name, 1...1, given: arguments.count)
    }
    let id = language.kinds[kind].id
    if case .object(let object) = argument, object.kind == id { return argument }
    let name = try operations.text(of: argument)
    guard let row = kinds[kind].find(Array(name.utf8).span) else { throw unknownObject(kind, name) }
    return .object(id, row)
  }
}

extension Program {
  fileprivate func isLogical(_ node: Node) -> Bool {
    switch node.kind {
    case .and, .or, .not: true
    case .group: isLogical(self[node.first])
    case .binary: compares(node)
    default: false
    }
  }

  func compares(_ node: Node) -> Bool {
    Operator(rawValue: self[self[node.first].next].payload)?.compares == true
  }
}
