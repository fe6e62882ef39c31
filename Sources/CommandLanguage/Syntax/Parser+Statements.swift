extension Parser {
  /// Parses statements up to the end of the text or, in a block, its `}`. Returns the index of the first, or -1.
  mutating func parseStatements(isBlock: Bool) -> Int32 {
    var chain = Chain()
    let (outerDepth, outerScope) = (depth, scope)
    while true {
      while token.kind == .lineEnd { at += 1 }
      if token.kind == .end {
        if at == 0 || tokens[at - 1].kind == .lineEnd || tokens[at - 1].sign == .braceOpen {
          expect(.statement)
        }
        return chain.first
      }
      if isSign(.braceClose) {
        if isBlock { return chain.first }
        note(.neverOpened(.brace), at: token.range)
        at += 1
        continue
      }
      do throws(Abandoned) {
        add(try parseStatement(isFirst: chain.first < 0 && !isBlock), to: &chain)
        if !isAtEnd { try failUnexpected() }
      } catch {
        depth = outerDepth
        scope = outerScope
        recover()
      }
    }
  }

  private mutating func parseStatement(isFirst: Bool) throws(Abandoned) -> Int32 {
    guard token.kind == .name else {
      try failBroken()
      if beginsValue { return try parseShow() }
      try failNoCommand()
    }
    guard let index = statementIndex else {
      if text(following.range) == "=" { try failAssignment() }
      return isSelection ? try parseShow() : try parseCommand(-1)
    }
    if index >= Keyword.allCases.count {
      return isSelection ? try parseShow() : try parseCommand(index - Keyword.allCases.count)
    }
    return try parse(Keyword.allCases[index], isFirst: isFirst)
  }

  /// The index of the keyword or command that the current name begins; `nil` if there is none. The lexer has looked it
  /// up, unless it read the name as part of an expression.
  private var statementIndex: Int? {
    token.statement >= 0
      ? Int(token.statement) : grammar.statements.index(of: source.span, token.range)
  }

  /// Fails, with a suggestion if the text is another program's name for a command: `:q`, `?`.
  private mutating func failNoCommand() throws(Abandoned) -> Never {
    var word = source[Int(token.start)...].prefix { $0 > 0x20 }
    if word.count > 1, [0x3A, 0x5C, 0x2E, 0x2F].contains(word.first) { word = word.dropFirst() }
    let near = Suggestion.usual(String(decoding: word, as: UTF8.self)) {
      grammar.statements.index(of: $0) != nil
    }
    try fail(.notACommand(found, suggestion: near), at: token.range)
  }

  private mutating func parse(_ keyword: Keyword, isFirst: Bool) throws(Abandoned) -> Int32 {
    let start = Int(advance().start)
    switch keyword {
    case .let: return try parseAssignment(.assign, keyword, from: start)
    case .outer: return try parseAssignment(.assignOuter, keyword, from: start)
    case .def: return try parseDefinition(from: start)
    case .if: return try parseBranch(from: start)
    case .repeat, .while:
      let condition = try parseExpression()
      let block = try parseLoop()
      let kind: Node.Kind = keyword == .while ? .whileLoop : .repeatLoop
      return append(kind, range(from: start), first: link(condition, block))
    case .for: return try parseFor(from: start)
    case .try: return try parseTry(from: start)
    case .break: return append(.break, range(from: start))
    case .continue: return append(.continue, range(from: start))
    case .return:
      expect(.wanted(.value, usage: nil))
      let value = isAtEnd ? -1 : try parseExpression()
      return append(.return, range(from: start), first: value)
    case .else:
      guard isFirst else { try fail(.elseWithoutIf, at: start..<lastEnd) }
      let rest = try parseElse()
      return append(.else, range(from: start), first: rest)
    }
  }

  /// A Boolean value that indicates whether the token begins an expression, and is not a name.
  private var beginsValue: Bool {
    switch token.kind {
    case .number, .string, .stringHead, .variable, .quotedName: true
    case .sign: token.sign == .parenthesisOpen || token.sign == .bracketOpen
    default: false
    }
  }

  /// A Boolean value that indicates whether the lexer read the statement as an expression: `units where …`, `game.phase`.
  private var isSelection: Bool {
    let next = following
    if next.kind == .name { return next.word.selects }
    if next.kind == .sign, !next.isSpaced {
      let isFree = statementIndex == nil
      switch next.sign {
      case .dot, .bracketOpen: return isFree || grammar.kinds.index(of: source.span, token.range) != nil
      case .parenthesisOpen: return isFree && grammar.functions.index(of: source.span, token.range) != nil
      default: break
      }
    }
    // An option of a command has no dash: `units side=defender`.
    if next.kind == .option, source[next.range].first == 0x2D {
      return statementIndex == nil || grammar.kinds.index(of: source.span, token.range) != nil
    }
    guard grammar.kinds.index(of: source.span, token.range) != nil else { return false }
    switch next.kind {
    // A command with the same name takes precedence, even if the statement ends here.
    case .lineEnd, .end: return statementIndex == nil
    case .sign: return next.sign == .braceClose && statementIndex == nil
    default: return false
    }
  }

  private mutating func parseShow() throws(Abandoned) -> Int32 {
    let start = Int(token.start)
    let selection = try parseExpression()
    if nodes[Int(selection)].kind == .name {
      // A name followed by an operator would be a command.
      expectation?.items.removeAll { if case .operators = $0.kind { true } else { false } }
    }
    expect(.format)
    var format = SelectionFormat.table
    if token.kind == .option { format = SelectionFormat(option: source[advance().range]) ?? .table }
    return append(.show, range(from: start), payload: format.rawValue, first: selection)
  }

  private mutating func failAssignment() throws(Abandoned) -> Never {
    let name = text(token.range)
    try fail(.unknownCommand(name, suggestion: "let \(name) = …"), at: token.range)
  }

  /// Parses `{ statement … }`.
  ///
  /// - Parameter inner: the scope of the block; `nil` for the current one.
  mutating func parseBlock(in inner: ParserScope? = nil) throws(Abandoned) -> Int32 {
    guard isSign(.braceOpen) else { try failMissing(.block) }
    try enter()
    defer { depth -= 1 }
    let start = Int(advance().start)
    let outerScope = scope
    if let inner { scope = inner }
    scope.isInSelection = false
    scope.rows = []
    scope.compared = -1
    let first = parseStatements(isBlock: true)
    scope = outerScope
    guard take(.braceClose) else { try failOpen(.brace, at: start) }
    return append(.block, range(from: start), first: first)
  }

  private mutating func parseAssignment(
    _ kind: Node.Kind, _ keyword: Keyword, from start: Int
  ) throws(Abandoned) -> Int32 {
    let name = try parseNewName(keyword.usage)
    guard take(.assign) else { try failMissing(.sign("="), usage: keyword.usage) }
    let value = try parseExpression()
    if kind == .assign { scope.names.append(texts[nodes[Int(name)].payload]) }
    return append(kind, range(from: start), first: link(name, value))
  }

  private mutating func parseLoop(naming name: Int32? = nil) throws(Abandoned) -> Int32 {
    var inner = scope
    inner.loops += 1
    if let name { inner.names.append(texts[nodes[Int(name)].payload]) }
    return try parseBlock(in: inner)
  }

  /// Parses `def name {name [: type]} block`. The names are words, because the name of a command may contain `-`.
  private mutating func parseDefinition(from start: Int) throws(Abandoned) -> Int32 {
    let name = try parseDefinitionName()
    let nameRange = nodes[Int(name)].range
    if grammar.statements.index(of: source.span, nameRange) != nil {
      try fail(.commandExists(text(nameRange)), at: nameRange)
    }
    var chain = Chain(first: name, last: name)
    while token.kind == .word || token.kind == .option {
      let parameter = try parseDefinitionParameter()
      let wanted = nodes[Int(parameter)].range
      if wanted == nameRange || source[wanted].contains(0x2D) { try fail(.notAName, at: wanted) }
      for earlier in siblings(from: nodes[Int(name)].next)
      where source[nodes[Int(earlier)].range].elementsEqual(source[wanted]) {
        try fail(.parameterExists(text(wanted)), at: wanted)
      }
      add(parameter, to: &chain)
    }
    expect(.wanted(.name, usage: Keyword.def.usage))
    var inner = ParserScope(isDefinition: true)
    for parameter in siblings(from: nodes[Int(name)].next) {
      inner.names.append(texts[nodes[Int(parameter)].payload])
    }
    add(try parseBlock(in: inner), to: &chain)
    return append(.define, range(from: start), first: name)
  }

  /// Parses `name`, `name: type` or `name:type`; the type's word is the name's child.
  private mutating func parseDefinitionParameter() throws(Abandoned) -> Int32 {
    let range = token.range
    guard let colon = source[range].firstIndex(of: UInt8(ascii: ":")) else {
      return try parseDefinitionName()
    }
    at += 1
    var type = colon + 1..<range.upperBound
    if type.isEmpty {
      guard token.kind == .word else { try failMissing(.name, usage: Keyword.def.usage) }
      type = advance().range
    }
    let name = range.lowerBound..<colon
    guard Self.isDefinitionName(source[name]) else { try fail(.notAName, at: name) }
    try checkName(name)
    let word = append(.word, type)
    texts.append(text(name))
    return append(.name, name, payload: texts.count - 1, first: word)
  }

  private static func isDefinitionName(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.first.map(\.isNameStart) == true && bytes.allSatisfy { $0.isNamePart || $0 == 0x2D }
  }

  private mutating func parseDefinitionName() throws(Abandoned) -> Int32 {
    let range = token.range
    guard token.kind == .word, Self.isDefinitionName(source[range]) else {
      try failMissing(.name, usage: Keyword.def.usage)
    }
    try checkName(range)
    at += 1
    return append(.name, range, text: text(range))
  }

  /// Parses `if expression block {else if expression block} [else block]`; each `else` part is the sibling of the block
  /// before it.
  private mutating func parseBranch(from start: Int) throws(Abandoned) -> Int32 {
    let branch = try parseCondition(from: start)
    var last = branch
    while nodes[Int(last)].kind == .branch, takeElse() {
      let rest = try parseElse()
      let block = nodes[Int(nodes[Int(last)].first)].next
      nodes[Int(block)].next = rest
      last = rest
    }
    nodes[Int(branch)].end = UInt32(truncatingIfNeeded: lastEnd)
    return branch
  }

  /// Parses the part after an `else`: a block, or another `if`.
  private mutating func parseElse() throws(Abandoned) -> Int32 {
    let start = Int(token.start)
    guard take(.if) else {
      expect(.wanted(.sign(Keyword.if.rawValue), usage: nil))
      return try parseBlock()
    }
    return try parseCondition(from: start)
  }

  /// Parses `expression block`.
  private mutating func parseCondition(from start: Int) throws(Abandoned) -> Int32 {
    let condition = try parseExpression()
    let block = try parseBlock()
    return append(.branch, range(from: start), first: link(condition, block))
  }

  /// Skips an `else`, which may be on the line after the `}`.
  private mutating func takeElse() -> Bool {
    var next = at
    while tokens[next].kind == .lineEnd { next += 1 }
    guard tokens[next].word == .else else {
      if expectation != nil, tokens[next].kind == .end {
        expectation?.items.append(.init(kind: .elseBranch, scope: scope))
      }
      return false
    }
    at = next + 1
    return true
  }

  /// Parses `for name in list block`.
  private mutating func parseFor(from start: Int) throws(Abandoned) -> Int32 {
    let name = try parseElementName(Keyword.for.usage)
    guard take(.in) else { try failMissing(.sign("in"), usage: Keyword.for.usage) }
    let list = try parseExpression()
    let block = try parseLoop(naming: name)
    return append(.forLoop, range(from: start), first: link(name, list, block))
  }

  /// Parses `try block [else [name] block]`.
  private mutating func parseTry(from start: Int) throws(Abandoned) -> Int32 {
    let block = try parseBlock()
    guard takeElse() else { return append(.try, range(from: start), first: block) }
    guard token.kind == .name else {
      expect(.wanted(.name, usage: Keyword.try.usage))
      let other = try parseBlock()
      return append(.try, range(from: start), first: link(block, other))
    }
    let name = try parseNewName(Keyword.try.usage)
    var inner = scope
    inner.names.append(texts[nodes[Int(name)].payload])
    let other = try parseBlock(in: inner)
    return append(.try, range(from: start), first: link(block, name, other), flag: true)
  }

  /// Parses the name before `in`.
  mutating func parseElementName(_ usage: String) throws(Abandoned) -> Int32 {
    if token.word == .in, following.word != .in { try failMissing(.name, usage: usage) }
    return try parseNewName(usage)
  }

  mutating func parseNewName(_ usage: String) throws(Abandoned) -> Int32 {
    guard token.kind == .name else { try failMissing(.name, usage: usage) }
    let range = advance().range
    try checkName(range)
    return append(.name, range, text: text(range))
  }
}
