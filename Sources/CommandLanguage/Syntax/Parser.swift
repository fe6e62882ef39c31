import TerminalText

/// Turns a text's tokens into a flat tree in one pass; a problem is noted and parsing resumes at the next
/// statement, so that every problem of a text is found.
struct Parser {
  let source: [UInt8]
  let tokens: [Token]
  let grammar: Grammar
  let limits: Limits
  var at = 0
  var nodes: [Node] = []
  var texts: [String] = []
  var diagnostics: [Diagnostic] = []
  /// How many blocks, brackets and signs are open.
  var depth = 0
  /// Whether `where`, `by` and `limit` belong to a selection further out.
  var isInSelection = false
  /// Whether the text ended within a block or bracket, which is told once.
  var endsOpen = false

  /// Ends a statement; what is wrong is already noted.
  struct Abandoned: Error {}

  /// - Parameter tokens: what the lexer made of `source`; the last is its end.
  init(_ source: [UInt8], _ tokens: [Token], _ grammar: Grammar, _ limits: Limits) {
    self.source = source
    self.tokens = tokens
    self.grammar = grammar
    self.limits = limits
  }

  /// Parses the whole text as statements; the root, a block, is the last node.
  mutating func parseScript() -> Int32 {
    nodes.reserveCapacity(tokens.count)
    let first = parseStatements(isBlock: false)
    return append(Node(first: first, start: 0, end: UInt32(truncatingIfNeeded: source.count), kind: .block))
  }

  /// Parses the whole text as one expression, selection or block, for syntax that a host kept as text.
  mutating func parseWhole(_ shape: ArgumentShape) -> Int32? {
    do {
      let root =
        switch shape {
        case .block: try parseBlock()
        case .selection: try parseSelection()
        default: try parseExpression()
        }
      while token.kind == .lineEnd { at += 1 }
      if token.kind != .end { try failUnexpected() }
      return diagnostics.isEmpty ? root : nil
    } catch { return nil }
  }

  // MARK: Tokens

  var token: Token { tokens[at] }

  /// The token after the next one.
  var following: Token { tokens[min(at + 1, tokens.count - 1)] }

  /// Where the token before ends.
  var lastEnd: Int { at > 0 ? Int(tokens[at - 1].end) : 0 }

  mutating func advance() -> Token {
    defer { if at < tokens.count - 1 { at += 1 } }
    return tokens[at]
  }

  func isSign(_ sign: Sign) -> Bool { token.kind == .sign && token.sign == sign }

  mutating func take(_ sign: Sign) -> Bool {
    guard isSign(sign) else { return false }
    at += 1
    return true
  }

  func isWord(_ word: String, _ token: Token) -> Bool {
    token.kind == .name && Lexer.isWord(source.span, token.range, word)
  }

  func isWord(_ word: String) -> Bool { isWord(word, token) }

  mutating func take(word: String) -> Bool {
    guard isWord(word) else { return false }
    at += 1
    return true
  }

  /// Whether nothing but the end of the statement follows.
  var isAtEnd: Bool {
    switch token.kind {
    case .lineEnd, .end: true
    case .sign: token.sign == .braceClose
    default: false
    }
  }

  func text(_ range: Range<Int>) -> String { String(decoding: source[range], as: UTF8.self) }

  // MARK: Nodes

  mutating func append(_ node: Node) -> Int32 {
    nodes.append(node)
    return Int32(truncatingIfNeeded: nodes.count - 1)
  }

  mutating func append(
    _ kind: Node.Kind, _ range: Range<Int>, payload: Int = 0, first: Int32 = -1, flag: Bool = false
  ) -> Int32 {
    append(
      Node(
        payload: payload, first: first, start: UInt32(truncatingIfNeeded: range.lowerBound),
        end: UInt32(truncatingIfNeeded: range.upperBound), kind: kind, flag: flag))
  }

  /// The node of a text or name that is kept beside the tree.
  mutating func append(_ kind: Node.Kind, _ range: Range<Int>, text: String) -> Int32 {
    texts.append(text)
    return append(kind, range, payload: texts.count - 1)
  }

  func range(from start: Int) -> Range<Int> { start..<max(start, lastEnd) }

  func end(of node: Int32) -> Int { Int(nodes[Int(node)].end) }

  /// A chain of siblings that grows.
  struct Chain {
    var first: Int32 = -1
    var last: Int32 = -1
  }

  mutating func add(_ node: Int32, to chain: inout Chain) {
    if chain.last >= 0 { nodes[Int(chain.last)].next = node } else { chain.first = node }
    chain.last = node
  }

  mutating func link(_ links: Int32...) -> Int32 {
    var chain = Chain()
    for node in links { add(node, to: &chain) }
    return chain.first
  }

  // MARK: Problems

  /// No person reads more, and showing each costs a look at the whole text.
  static var diagnosticsMost: Int { 1_000 }

  mutating func note(_ problem: LanguageError, at range: Range<Int>) {
    guard diagnostics.count < Self.diagnosticsMost else { return }
    let isLast = diagnostics.count == Self.diagnosticsMost - 1
    diagnostics.append(Diagnostic(isLast ? .moreErrors : problem, at: range))
  }

  mutating func fail(_ problem: LanguageError, at range: Range<Int>) throws(Abandoned) -> Never {
    note(problem, at: range)
    throw Abandoned()
  }

  /// Something else is wanted where the next token, or the end, stands.
  mutating func failMissing(_ wanted: LanguageError.Wanted, usage: String? = nil) throws(Abandoned) -> Never {
    try failBroken()
    if isAtEnd { try fail(.missing(wanted, usage: usage), at: lastEnd..<lastEnd) }
    try fail(.expected(wanted, insteadOf: found, usage: usage), at: token.range)
  }

  mutating func failUnexpected() throws(Abandoned) -> Never {
    try failBroken()
    switch token.sign {
    case .parenthesisClose where isInWords: try fail(.neverOpened(.parenthesis), at: token.range)
    case .other where source[Int(token.start)] < 0x20 || source[Int(token.start)] == 0x7F:
      try fail(.controlCharacter, at: token.range)
    default: try fail(.unexpected(found), at: token.range)
    }
  }

  private var isInWords: Bool { at > 0 && (tokens[at - 1].kind == .word || tokens[at - 1].kind == .name) }

  /// Fails when a string stands here that is never closed.
  mutating func failBroken() throws(Abandoned) {
    if token.kind == .brokenString {
      try fail(.neverClosed(.string), at: Int(token.start)..<Int(token.start) + 1)
    }
  }

  mutating func checkName(_ range: Range<Int>) throws(Abandoned) {
    if range.count > limits.name { try fail(.reached(.name(limits.name, given: range.count)), at: range) }
    try checkVisible(range)
  }

  /// What cannot be seen must be written in a string.
  mutating func checkVisible(_ range: Range<Int>) throws(Abandoned) {
    guard source[range].contains(where: { $0 >= 0x80 }), !Escaping.isClean(text(range)) else { return }
    var offset = range.lowerBound
    for scalar in text(range).unicodeScalars {
      let shown = Escaping.escaped(String(scalar))
      let count = scalar.utf8.count
      // A joiner is seen where it joins, and only there.
      if shown != String(scalar) { try fail(.invisibleCharacter(shown), at: offset..<offset + count) }
      offset += count
    }
    try fail(.invisibleCharacter(Escaping.escaped(text(range))), at: range)
  }

  /// What a level of brackets, blocks or signs takes of the stack at most, while it is read and resolved.
  #if DEBUG
    private static let levelBytes = 10_240
  #else
    private static let levelBytes = 3_072
  #endif

  mutating func enter() throws(Abandoned) {
    guard depth < limits.nesting else { try fail(.reached(.nesting(limits.nesting)), at: token.range) }
    guard depth < limits.stackForLanguage / Self.levelBytes else {
      try fail(.reached(.frames), at: token.range)
    }
    depth += 1
  }

  /// The text ended within something that began at `start`: told once, for the innermost.
  mutating func failOpen(_ opening: LanguageError.Opening, at start: Int) throws(Abandoned) -> Never {
    if endsOpen { throw Abandoned() }
    endsOpen = token.kind == .end
    try fail(.neverClosed(opening), at: start..<start + 1)
  }

  /// What stands here.
  var found: LanguageError.Found {
    switch token.kind {
    case .end: .endOfText
    case .lineEnd: source[token.range].first == 0x3B ? .token(";") : .endOfLine
    default: .token(text(token.range))
    }
  }

  /// After a problem: moves to the end of the statement, past the blocks that open in it.
  mutating func recover() {
    isInSelection = false
    var open = 0
    while token.kind != .end {
      if isSign(.braceOpen) { open += 1 }
      if isSign(.braceClose) {
        if open == 0 { return }
        open -= 1
      }
      if token.kind == .lineEnd, open == 0 { return }
      at += 1
    }
  }
}
