import TerminalText

extension Evaluator {
  func nameValue(_ program: Program, _ node: Node) throws -> Value {
    switch node.kind {
    case .local:
      if let value = variables.local(at: node.payload) { return value }
      return try valueWithoutVariable(program, node)
    case .global:
      if let value = variables.global(at: node.payload) { return value }
      return try valueWithoutVariable(program, node)
    case .property: return scopes.row?.cursor?.read(node.payload) ?? .none
    case .propertyOr: return try rowValue(program, node)
    case .element:
      if let element = scopes.row?.element { return element }
      throw unknownName("it", program, node.range)
    case .outerElement:
      let position = scopes.enclosing.count - node.payload
      if position >= 0, let element = scopes.enclosing[position].element { return element }
      throw unknownName(program.text(node.range), program, node.range)
    case .root: return language.roots[node.payload].read(host)
    case .rows: return try rows(of: node.payload)
    default: return try worldValue(program.texts[node.payload], program, node.range)
    }
  }

  /// Returns the value of a name whose variable has not been set, because its `let` did not run. A name without `$` then
  /// means what it means in a text without that `let`.
  private func valueWithoutVariable(_ program: Program, _ node: Node) throws -> Value {
    var name = program.text(node.range)
    if name.hasPrefix("$") {
      if !scopes.isClosed, let value = variables.global(named: String(name.dropFirst())) { return value }
      throw unknownVariable(program, node)
    }
    if name.hasPrefix("`") { name = String(name.dropFirst().dropLast()) }
    switch language.constant(name) {
    case .word(let word): return .text(language.vocabulary[word])
    case .root(let root): return language.roots[root].read(host)
    case .kind(let kind): return try rows(of: kind)
    case nil: return try worldValue(name, program, node.range)
    }
  }

  private func unknownVariable(_ program: Program, _ node: Node) -> CommandFailure {
    let name = String(program.text(node.range).dropFirst())
    let near = NearNames.nearest(to: name, among: variables.variableNames)
    return program.failure(LanguageError.unknownVariable(name, suggestion: near), node.range)
  }

  private func rowValue(_ program: Program, _ node: Node) throws -> Value {
    let fallback = program.fallbacks[node.payload]
    if let row = scopes.row, row.kind >= 0,
      let property = language.kinds[row.kind].propertyIndex(program.texts[fallback.name])
    {
      return row.cursor?.read(property) ?? .none
    }
    var other = node
    other.kind = fallback.kind
    other.payload = fallback.payload
    return other.kind == .constant
      ? .text(language.vocabulary[other.payload]) : try nameValue(program, other)
  }

  private func rows(of kind: Int) throws -> Value {
    let ids = kinds[kind].numbers()
    guard ids.count <= limits.list else { throw operations.listLimit }
    try budget.make(ids.count * Value.elementByteCount)
    let id = language.kinds[kind].id
    return .list(ids.map { .object(id, $0) })
  }

  /// Returns the value of a name that was unknown when the text was resolved: a variable that was set since, or a name
  /// of the host.
  private func worldValue(_ name: String, _ program: Program, _ range: Range<Int>) throws -> Value {
    if !scopes.isClosed, let value = variables.global(named: name) {
      return value
    }
    if let kind = language.kinds.firstIndex(where: { $0.name == name }),
      let value = scopes.object(ofKind: kind)
    {
      return value
    }
    let bytes = Array(name.utf8)
    if let value = host.value(named: bytes.span) { return value }
    throw unknownName(name, program, range)
  }

  private func unknownName(_ name: String, _ program: Program, _ range: Range<Int>) -> CommandFailure {
    unknownName(name, program, range, ofKind: scopes.row.flatMap { $0.kind >= 0 ? $0.kind : nil })
  }

  /// - Parameter kind: the kind of the row in scope; `nil` if there is none, or its kind is unknown.
  private func unknownName(
    _ name: String, _ program: Program, _ range: Range<Int>, ofKind kind: Int?
  ) -> CommandFailure {
    if let present = language.presentProperty(name, ofKind: kind) ?? language.presentPlural(name)
      ?? language.presentWord(name)
    {
      return program.failure(LanguageError.renamed(name, present: present), range)
    }
    // `any` before a list is an operator.
    if name == "any" { return program.failure(LanguageError.missing(.selection, after: name), range) }
    let properties = kind.map { language.kinds[$0].properties.map(\.name) } ?? []
    let known = properties + variables.variableNames + language.constantNames + host.valueNames()
    let isDefined = variables.definitionNames.contains(name)
    let near = isDefined ? "\(name)()" : NearNames.nearest(to: name, among: known)
    return program.failure(LanguageError.unknownName(name, suggestion: near), range)
  }

  /// Throws an error for the first name in captured syntax that cannot be found for any row.
  func checkNames(in kept: CapturedSyntax) throws {
    let program = kept.program
    let rows = program.subtree(kept.node).lazy.map { program[$0] }.first { $0.kind == .rows }
    try checkNames(in: program, below: kept.node, ofKind: rows?.payload, isClosed: kept.isClosed)
  }

  /// - Parameters:
  ///   - selection: the selection that the names belong to; `nil` for none.
  ///   - kind: the kind whose properties an error suggests.
  func checkNames(
    in program: Program, below root: Int32, of selection: SelectionParts? = nil, ofKind kind: Int?,
    isClosed: Bool = false
  ) throws {
    let nodes = program.subtree(root)
    let inner = nodes.lazy.filter { program[$0].kind == .selection }.map { SelectionParts(program, $0) }
    let selections = (selection.map { [$0] } ?? []) + inner
    for index in nodes {
      let node = program[index]
      guard let name = program.hostName(node),
        !selections.contains(where: { isRow(of: $0, called: name, at: index, in: program) }),
        node.kind == .worldName || !language.kinds.contains(where: { $0.propertyIndex(name) != nil }),
        isClosed || variables.global(named: name) == nil,
        host.value(named: Array(name.utf8).span) == nil
      else { continue }
      throw unknownName(name, program, node.range, ofKind: kind)
    }
  }

  /// Returns a Boolean value that indicates whether a name at a node refers to the row of a selection around it, as
  /// `person` does in `people where …`. The rows of a list may be of any kind.
  private func isRow(
    of selection: SelectionParts, called name: String, at index: Int32, in program: Program
  ) -> Bool {
    guard roots(of: selection).contains(where: { program.subtree($0).contains(index) }) else { return false }
    var base = selection.base
    while [.group, .selection].contains(program[base].kind) { base = program[base].first }
    return program[base].kind == .rows
      ? language.kinds[program[base].payload].name == name : language.kinds.contains { $0.name == name }
  }
}
