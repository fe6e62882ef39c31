/// A lexer that splits a text into tokens. It reads each byte once, and it alone decides where strings, brackets,
/// comments and lines end.
///
/// The words of a command have a different syntax from expressions, so the lexer tracks which of the two it is reading.
struct Lexer {
  var tokens: [Token] = []
  /// The open brackets, strings and blocks, outermost first.
  var frames: [Frame] = []
  /// The current statement of the innermost block.
  var statement = Statement()
  /// A Boolean value that indicates whether the text ended in a comment.
  private(set) var isInComment = false
  /// The comments on lines of their own.
  private(set) var comments: [Range<Int>] = []
  let grammar: Grammar
  var position = 0
  var isSpaced = true

  /// An open bracket, string or block.
  struct Frame: Sendable {
    enum Kind: Sendable { case block, parenthesis, bracket, interpolation, text }
    var kind: Kind
    var start: Int
    /// A Boolean value that indicates, for an interpolation, whether its string may have several lines and, for a text,
    /// whether an interpolation precedes it.
    var isLong = false
    var outer = Statement()
  }

  struct Statement: Sendable {
    enum Mode: Sendable { case start, words, expression }
    var mode = Mode.start
    var command = -1
    /// A Boolean value that indicates whether all arguments are words or blocks.
    var isPlain = true
    var positional = 0
    var hasAssigned = false
    var isAfterOption = false
    var first = 0
  }

  init(_ grammar: Grammar) { self.grammar = grammar }

  /// Creates a lexer and reads a whole text: statements, or an argument of a shape.
  init(_ grammar: Grammar, reading text: Span<UInt8>, as shape: ArgumentShape? = nil) {
    self.grammar = grammar
    if let shape, shape != .block { statement.mode = .expression }
    tokens.reserveCapacity(text.count / 4 + 2)
    scan(text, 0..<text.count)
  }

  var isOpen: Bool { !frames.isEmpty || continuesLine }

  mutating func restart() {
    tokens.removeAll(keepingCapacity: true)
    if !frames.isEmpty { frames.removeAll(keepingCapacity: true) }
    if !comments.isEmpty { comments.removeAll() }
    statement = Statement()
    isInComment = false
    isSpaced = true
  }

  mutating func scan(_ text: Span<UInt8>, _ lines: Range<Int>) {
    position = lines.lowerBound
    isInComment = false
    while position < lines.upperBound {
      if !frames.isEmpty, let top = frames.last, top.kind == .text {
        scanString(text, lines.upperBound, from: top.start)
        continue
      }
      let byte = text[position]
      switch byte {
      case 0x20, 0x09, 0x0D:
        isSpaced = true
        position += 1
      case 0x0A:
        isInComment = false
        endLine()
        position += 1
        isSpaced = true
      default: scanToken(byte, text, lines.upperBound)
      }
    }
  }

  private mutating func scanToken(_ byte: UInt8, _ text: Span<UInt8>, _ end: Int) {
    if isInBrackets { return scanExpression(byte, text, end) }
    switch statement.mode {
    case .start: scanStart(byte, text, end)
    case .words: scanArgument(byte, text, end)
    case .expression: scanExpression(byte, text, end)
    }
  }

  mutating func finish(at offset: Int) {
    if let top = frames.last, top.kind == .text { append(.brokenString, top.start, offset) }
    let end = UInt32(truncatingIfNeeded: offset)
    tokens.append(Token(kind: .end, isSpaced: isSpaced, start: end, end: end))
  }

  // MARK: Tokens

  mutating func append(_ kind: Token.Kind, _ start: Int, _ end: Int, _ sign: Sign = .none, flag: Bool = false)
  {
    tokens.append(
      Token(
        kind: kind, sign: sign, isSpaced: isSpaced, flag: flag,
        start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: end)))
    position = end
    isSpaced = false
  }

  var isInBrackets: Bool {
    guard let top = frames.last else { return false }
    return top.kind != .block
  }

  private var continuesLine: Bool {
    guard statement.mode == .expression, let last = tokens.last, tokens.count > statement.first else {
      return false
    }
    return last.continuesLine
  }

  private mutating func endLine() {
    guard isInBrackets else {
      if !continuesLine { endStatement(position, position) }
      return
    }
    // A single-line string ends with its line, and so does everything open inside it.
    if let broken = frames.firstIndex(where: { $0.kind == .interpolation && !$0.isLong }) {
      let start = frames[broken].start
      frames.removeSubrange(broken...)
      // The token begins after those of the string's expressions, because tokens do not overlap.
      append(.brokenString, max(start, tokens.last.map { Int($0.end) } ?? start), position)
      endStatement(position, position)
    }
  }

  mutating func endStatement(_ start: Int, _ end: Int) {
    if let last = tokens.last, last.kind != .lineEnd { append(.lineEnd, start, end) }
    statement = Statement()
    statement.first = tokens.count
  }

  mutating func skipComment(_ text: Span<UInt8>, _ end: Int) {
    let start = position
    while position < end, text[position] != 0x0A { position += 1 }
    isInComment = true
    if tokens.count == statement.first, !isInBrackets { comments.append(start..<position) }
  }

  // MARK: Statements

  private mutating func scanStart(_ byte: UInt8, _ text: Span<UInt8>, _ end: Int) {
    guard byte.isNameStart else {
      switch byte {
      case 0x3B, 0x23, 0x7B, 0x7D: return scanExpression(byte, text, end)
      default:
        statement.mode = .expression
        return scanExpression(byte, text, end)
      }
    }
    let start = position
    var last = start
    while last < end {
      let byte = text[last]
      if !byte.isNamePart, byte != 0x2D { break }
      last &+= 1
    }
    let range = start..<last
    let index = grammar.statements.index(of: text, range)
    if let index, index >= Keyword.allCases.count {
      statement.command = index - Keyword.allCases.count
      statement.isPlain = grammar.commands[statement.command].isPlain
      let isSelection =
        grammar.kinds.index(of: text, range) != nil
        && (selects(text, last, end) || hasFormat(text, last, end) || hasMember(text, last, end))
      statement.mode = isSelection ? .expression : .words
      append(.name, start, last)
      tokens[tokens.count - 1].statement = Int16(truncatingIfNeeded: index)
      return
    }
    if let index {
      begin(Keyword.allCases[index])
    } else {
      let isSelection =
        selects(text, last, end) || hasFormat(text, last, end) || hasMember(text, last, end)
        || last < end && text[last] == 0x28 && grammar.functions.index(of: text, range) != nil
        || grammar.kinds.index(of: text, range) != nil && endsStatement(text, last, end)
      statement.mode = isSelection ? .expression : .words
    }
    appendName(text, range)
    tokens[tokens.count - 1].statement = Int16(truncatingIfNeeded: index ?? -1)
  }

  private mutating func begin(_ keyword: Keyword) {
    switch keyword {
    case .let, .outer, .if, .repeat, .while, .for, .return: statement.mode = .expression
    case .def, .break, .continue: statement.mode = .words
    // A block or another keyword follows.
    case .try, .else: break
    }
  }

  private func selects(_ text: Span<UInt8>, _ position: Int, _ end: Int) -> Bool {
    var start = position
    while start < end, text[start].isBlank { start += 1 }
    var last = start
    while last < end, text[last].isNamePart { last += 1 }
    return start > position && grammar.word(text, start..<last).selects
  }

  /// Returns a Boolean value that indicates whether `.property` or `[index]` is at a position.
  private func hasMember(_ text: Span<UInt8>, _ position: Int, _ end: Int) -> Bool {
    guard position < end else { return false }
    // The property may not have been typed yet.
    return text[position] == 0x5B
      || text[position] == 0x2E && (position + 1 == end || text[position + 1].isNameStart)
  }

  func endsStatement(_ text: Span<UInt8>, _ position: Int, _ end: Int) -> Bool {
    if hasFormat(text, position, end) { return true }
    var next = position
    while next < end, text[next].isBlank { next += 1 }
    return next == end || [0x0A, 0x23, 0x3B, 0x7D].contains(text[next])
  }

  // MARK: Brackets

  mutating func open(_ kind: Frame.Kind, _ sign: Sign) {
    var frame = Frame(kind: kind, start: position)
    if kind == .block {
      // A block cannot be inside brackets, so unclosed brackets are dropped.
      while let top = frames.last, top.kind != .block { frames.removeLast() }
      if statement.mode == .words { countArgument() }
      frame.outer = statement
      statement = Statement()
    }
    frames.append(frame)
    append(.sign, position, position + 1, sign)
  }

  mutating func closeBlock() {
    guard let block = frames.lastIndex(where: { $0.kind == .block }) else {
      while !frames.isEmpty { frames.removeLast() }
      append(.sign, position, position + 1, .braceClose)
      return
    }
    let outer = frames[block].outer
    frames.removeSubrange(block...)
    append(.sign, position, position + 1, .braceClose)
    statement = outer
    // After a block, only another block or `else` can follow.
    if statement.command < 0, statement.mode == .expression { statement.mode = .start }
  }

  mutating func countArgument() {
    if statement.isAfterOption { statement.isAfterOption = false } else { statement.positional += 1 }
    statement.hasAssigned = false
  }
}
