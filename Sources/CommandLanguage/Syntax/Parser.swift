import TerminalText

/// A parser that turns the tokens of texts into flat trees in one pass. After an error, parsing resumes at the next
/// statement, so that all errors of a text are found.
///
/// The texts between `begin` and `end` share one program.
struct Parser {
  let grammar: Grammar
  var limits: Limits
  private(set) var source: [UInt8] = []
  private(set) var tokens: [Token] = []
  /// The start of the text in the source.
  private(set) var start = 0
  var at = 0
  var nodes: [Node] = []
  var texts: [String] = []
  private var roots: [Int32] = []
  var diagnostics: [Diagnostic] = []
  var depth = 0
  /// The token after the last selection, and the maximum strength of an operator that does not belong to its last part.
  var selectionEnd = (token: -1, most: 6)
  var scope = ParserScope()
  /// The possible continuations at the end of the text, for completion; otherwise `nil`.
  var expectation: Expectation?
  /// A Boolean value that indicates whether the text ended within a block or bracket, which is reported once.
  var endsOpen = false

  /// The error that abandons a statement whose diagnostic has been recorded.
  struct Abandoned: Error {}

  struct Command {
    var root: Int32
    var diagnostics: [Diagnostic] = []
    var comment = ""
    var line: Int
  }

  init(_ grammar: Grammar, _ limits: Limits) {
    self.grammar = grammar
    self.limits = limits
  }

  // MARK: Texts

  mutating func begin(_ source: [UInt8]) { self.source = source }

  mutating func end(_ source: [UInt8], _ range: Range<Int>) -> Program {
    let offset = UInt32(truncatingIfNeeded: range.lowerBound)
    if offset > 0 {
      for index in nodes.indices {
        nodes[index].start &-= offset
        nodes[index].end &-= offset
      }
    }
    let isWhole = range.count == source.count
    let program = Program(
      source: isWhole ? source : Array(source[range]), nodes: nodes, roots: roots, texts: texts,
      commandTraits: grammar.commandTraits)
    self.source = []
    (nodes, roots, texts) = ([], [], [])
    return program
  }

  mutating func parse(
    _ bytes: Span<UInt8>, _ range: Range<Int>, _ lexer: inout Lexer, line: Int, as shape: ArgumentShape? = nil
  ) -> Command {
    if let problem = Self.notUTF8(bytes.extracting(range)) {
      return refuse(.notUTF8, at: problem, in: range, line: line)
    }
    lexer.finish(at: range.upperBound)
    swap(&tokens, &lexer.tokens)
    (start, at, depth, endsOpen) = (range.lowerBound, 0, 0, false)
    selectionEnd.token = -1
    scope = ParserScope()
    let root = shape.map { parseWhole($0) } ?? parseStatements(in: range)
    swap(&tokens, &lexer.tokens)
    guard let root else {
      if diagnostics.isEmpty { note(.unreadable, at: start..<start) }
      return refuse(nil, at: start..<start, in: range, line: line)
    }
    roots.append(root)
    var command = Command(root: root, line: line)
    if !lexer.comments.isEmpty { command.comment = comment(lexer) }
    if !diagnostics.isEmpty { command.diagnostics = takeDiagnostics() }
    return command
  }

  mutating func parse(whole text: [UInt8], as shape: ArgumentShape?) -> Command {
    var lexer = Lexer(grammar, reading: text.span, as: shape)
    begin(text)
    return parse(text.span, 0..<text.count, &lexer, line: 1, as: shape)
  }

  /// Returns the command for a text that is not parsed because of an error.
  mutating func refuse(
    _ problem: LanguageError?, at position: Range<Int>, in range: Range<Int>, line: Int
  ) -> Command {
    let root = append(.block, range)
    roots.append(root)
    let found = problem.map { [Diagnostic($0, at: position)] } ?? takeDiagnostics()
    return Command(root: root, diagnostics: found, line: line)
  }

  /// Returns the diagnostics, with offsets relative to the text.
  private mutating func takeDiagnostics() -> [Diagnostic] {
    var found: [Diagnostic] = []
    swap(&found, &diagnostics)
    for index in found.indices {
      let range = found[index].range
      found[index].range = range.lowerBound - start..<range.upperBound - start
    }
    return found
  }

  static func comment(_ bytes: ArraySlice<UInt8>) -> String {
    let text = String(decoding: bytes.drop { $0 == 0x23 || $0.isBlank }, as: UTF8.self)
    return Escaping.escaped(text)
  }

  private func comment(_ lexer: Lexer) -> String {
    guard let first = lexer.tokens.first else { return "" }
    return lexer.comments.filter { $0.upperBound <= Int(first.start) }
      .map { Self.comment(source[$0]) }.joined(separator: "\n")
  }

  private static func notUTF8(_ bytes: Span<UInt8>) -> Range<Int>? {
    var seen: UInt8 = 0
    for index in bytes.indices { seen |= bytes[index] }
    if seen < 0x80 { return nil }
    do {
      _ = try UTF8Span(validating: bytes)
      return nil
    } catch {
      return error.byteOffsets
    }
  }

  private mutating func parseStatements(in range: Range<Int>) -> Int32 {
    append(.block, range, first: parseStatements(isBlock: false))
  }

  /// Parses the whole text as one expression, selection or block, for syntax that a host stores as text.
  private mutating func parseWhole(_ shape: ArgumentShape) -> Int32? {
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

  var following: Token { tokens[min(at + 1, tokens.count - 1)] }

  var lastEnd: Int { at > 0 ? Int(tokens[at - 1].end) : start }

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

  mutating func take(_ word: Word) -> Bool {
    guard token.word == word else { return false }
    at += 1
    return true
  }

  var isAtEnd: Bool {
    switch token.kind {
    case .lineEnd, .end: true
    case .sign: token.sign == .braceClose
    default: false
    }
  }

  func text(_ range: Range<Int>) -> String { String(decoding: source[range], as: UTF8.self) }

  // MARK: Nodes

  mutating func append(
    _ kind: Node.Kind, _ range: Range<Int>, payload: Int = 0, first: Int32 = -1, flag: Bool = false,
    nameCount: Int = 0
  ) -> Int32 {
    nodes.append(
      Node(
        payload: payload, first: first, start: UInt32(truncatingIfNeeded: range.lowerBound),
        end: UInt32(truncatingIfNeeded: range.upperBound), kind: kind, flag: flag,
        nameCount: UInt16(truncatingIfNeeded: nameCount)))
    return Int32(truncatingIfNeeded: nodes.count - 1)
  }

  /// Appends a node whose text or name is stored beside the tree.
  mutating func append(
    _ kind: Node.Kind, _ range: Range<Int>, text: String, flag: Bool = false
  ) -> Int32 {
    texts.append(text)
    return append(kind, range, payload: texts.count - 1, flag: flag)
  }

  func range(from start: Int) -> Range<Int> { start..<max(start, lastEnd) }

  func end(of node: Int32) -> Int { Int(nodes[Int(node)].end) }

  /// A linked list of siblings under construction.
  struct Chain {
    var first: Int32 = -1
    var last: Int32 = -1
  }

  func siblings(from node: Int32) -> Program.Children { Program.Children(nodes: nodes, index: node) }

  mutating func add(_ node: Int32, to chain: inout Chain) {
    if chain.last >= 0 { nodes[Int(chain.last)].next = node } else { chain.first = node }
    chain.last = node
  }

  mutating func link(_ links: Int32...) -> Int32 {
    var chain = Chain()
    for node in links { add(node, to: &chain) }
    return chain.first
  }
}
