import TerminalText

/// Reads commands from bytes that come in pieces of any size: each byte is looked at once, and a command is
/// parsed once, when it is whole.
///
///     var reader = session.makeReader()
///     reader.feed(bytes)
///     while let command = reader.next() { … }
///     reader.finish()
///     while let command = reader.next() { … }
///
/// A command ends with its line, unless a block, a bracket or a string of several lines is open, or the line
/// ends in an operator or a comma.
public struct CommandReader {
  private var lexer: Lexer
  private let grammar: Grammar
  private let limits: Limits
  private var buffer: [UInt8] = []
  /// Where the command that is being read begins in `buffer`, and the first line that has not been read.
  private var start = 0
  private var lineStart = 0
  private var searched = 0
  /// The numbers of these two lines.
  private var line = 1
  private var lineNumber = 1
  private var comments: [String] = []
  private var isAtBeginning = true
  private var isFinished = false
  /// Whether a command was too long, so that nobody can tell where the next one begins.
  private var hasGivenUp = false

  init(_ grammar: Grammar, _ limits: Limits) {
    self.grammar = grammar
    self.limits = limits
    lexer = Lexer(grammar)
  }

  /// Whether the bytes so far end within a command.
  public var isOpen: Bool { !hasGivenUp && (lexer.isOpen || lineStart < buffer.count) }

  /// Takes the next bytes.
  public mutating func feed(_ bytes: Span<UInt8>) {
    if hasGivenUp { return }
    buffer.append(copying: bytes)
  }

  /// Says that no more bytes come: what is open is read as it stands.
  public mutating func finish() { isFinished = true }

  /// The next command that is whole; `nil` until more bytes come.
  public mutating func next() -> PreparedCommand? {
    skipByteOrderMark()
    while !hasGivenUp {
      guard let end = nextLineEnd() else {
        // What is still open at the very end is read as it stands.
        if isFinished, start < lineStart { return cut(lineStart) }
        compact()
        return nil
      }
      if let long = giveUpIfTooLong(end) { return long }
      let bytes = buffer
      lexer.scan(bytes.span, lineStart..<end, base: start)
      lineStart = end
      searched = end
      lineNumber += 1
      if lexer.isOpen, !(isFinished && end == buffer.count) { continue }
      if let command = cut(end) { return command }
    }
    return nil
  }

  /// The end of the next line, its line feed included; `nil` when it has not come yet.
  private mutating func nextLineEnd() -> Int? {
    let bytes = buffer
    while searched < bytes.count {
      searched += 1
      if bytes[searched - 1] == 0x0A { return searched }
    }
    if isFinished { return lineStart < bytes.count ? bytes.count : nil }
    // Even without its end a line may be too long.
    return bytes.count - start > limits.line + 1 ? bytes.count : nil
  }

  private mutating func giveUpIfTooLong(_ end: Int) -> PreparedCommand? {
    var last = end
    while last > lineStart, buffer[last - 1] == 0x0A || buffer[last - 1] == 0x0D { last -= 1 }
    let count = last - start
    guard count > limits.line else { return nil }
    let shown = Array(buffer[start..<min(last, start + 1_000)])
    let program = Program(source: shown, nodes: [Node(start: 0, end: 0, kind: .block)], root: 0, texts: [])
    let problem = Diagnostic(LanguageError.reached(.line(limits.line, given: count)), at: 0..<0)
    hasGivenUp = true
    buffer = []
    return PreparedCommand(program: program, diagnostics: [problem], comment: "", line: line)
  }

  /// The command up to `end`; `nil` when it is only blanks and comments.
  private mutating func cut(_ end: Int) -> PreparedCommand? {
    defer {
      lexer.restart()
      start = end
      line = lineNumber
    }
    guard !lexer.tokens.isEmpty else {
      let found = lexer.comments.map { Self.comment(buffer[$0.lowerBound + start..<$0.upperBound + start]) }
      comments = found.isEmpty ? [] : comments + found
      return nil
    }
    defer { comments = [] }
    let source = Array(buffer[start..<end])
    return Self.parse(source, &lexer, grammar, limits, comment: comments.joined(separator: "\n"), line: line)
  }

  /// Drops what has been read, when that is most of the buffer.
  private mutating func compact() {
    guard start > 4_096, start * 2 > buffer.count else { return }
    buffer.removeSubrange(..<start)
    lineStart -= start
    searched -= start
    start = 0
  }

  /// A byte order mark at a text's beginning is none of its characters.
  private mutating func skipByteOrderMark() {
    guard isAtBeginning, buffer.count >= 3 || isFinished else { return }
    isAtBeginning = false
    if buffer.starts(with: [0xEF, 0xBB, 0xBF]) { (start, lineStart, searched) = (3, 3, 3) }
  }

  // MARK: Whole texts

  /// Reads a whole text, of any number of statements, as one command.
  static func read(_ text: [UInt8], _ lexer: inout Lexer, _ grammar: Grammar, _ limits: Limits)
    -> PreparedCommand
  {
    let source = text.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(text.dropFirst(3)) : text
    var count = source.count
    while count > 0, source[count - 1] == 0x0A || source[count - 1] == 0x0D { count -= 1 }
    guard count <= limits.line else {
      let program = Program(source: source, nodes: [Node(start: 0, end: 0, kind: .block)], root: 0, texts: [])
      let problem = Diagnostic(LanguageError.reached(.line(limits.line, given: count)), at: 0..<0)
      return PreparedCommand(program: program, diagnostics: [problem], comment: "", line: 1)
    }
    lexer.restart()
    lexer.scan(source.span, 0..<source.count)
    return parse(source, &lexer, grammar, limits, comment: "", line: 1)
  }

  private static func parse(
    _ source: [UInt8], _ lexer: inout Lexer, _ grammar: Grammar, _ limits: Limits, comment: String, line: Int
  ) -> PreparedCommand {
    if let problem = notUTF8(source) {
      let program = Program(source: source, nodes: [Node(start: 0, end: 0, kind: .block)], root: 0, texts: [])
      return PreparedCommand(program: program, diagnostics: [problem], comment: "", line: line)
    }
    lexer.finish(at: source.count)
    var parser = Parser(source, lexer.tokens, grammar, limits)
    let root = parser.parseScript()
    var comment = comment
    if comment.isEmpty, !lexer.comments.isEmpty, lexer.comments[0].upperBound < Int(lexer.tokens[0].start) {
      comment = lexer.comments.filter { $0.upperBound <= Int(lexer.tokens[0].start) }
        .map { Self.comment(source[$0]) }.joined(separator: "\n")
    }
    let program = Program(source: source, nodes: parser.nodes, root: root, texts: parser.texts)
    return PreparedCommand(program: program, diagnostics: parser.diagnostics, comment: comment, line: line)
  }

  /// Reads an expression, a selection or a block that a host kept as text.
  static func read(_ text: [UInt8], _ shape: ArgumentShape, _ grammar: Grammar, _ limits: Limits)
    -> PreparedCommand
  {
    var lexer = Lexer(grammar)
    if shape != .block { lexer.beginExpression() }
    let nothing = Program(source: text, nodes: [Node(start: 0, end: 0, kind: .block)], root: 0, texts: [])
    if let problem = notUTF8(text) {
      return PreparedCommand(program: nothing, diagnostics: [problem], comment: "", line: 1)
    }
    lexer.scan(text.span, 0..<text.count)
    lexer.finish(at: text.count)
    var parser = Parser(text, lexer.tokens, grammar, limits)
    guard let root = parser.parseWhole(shape) else {
      let problems =
        parser.diagnostics.isEmpty ? [Diagnostic(LanguageError.unreadable, at: 0..<0)] : parser.diagnostics
      return PreparedCommand(program: nothing, diagnostics: problems, comment: "", line: 1)
    }
    let program = Program(source: text, nodes: parser.nodes, root: root, texts: parser.texts)
    return PreparedCommand(program: program, diagnostics: [], comment: "", line: 1)
  }

  private static func notUTF8(_ source: [UInt8]) -> Diagnostic? {
    var seen: UInt8 = 0
    for byte in source { seen |= byte }
    if seen < 0x80 { return nil }
    do {
      _ = try UTF8Span(validating: source.span)
      return nil
    } catch {
      return Diagnostic(LanguageError.notUTF8, at: error.byteOffsets)
    }
  }

  /// A comment's text without its sign.
  private static func comment(_ bytes: ArraySlice<UInt8>) -> String {
    let text = String(decoding: bytes.drop { $0 == 0x23 || $0.isBlank }, as: UTF8.self)
    return Escaping.escaped(text)
  }
}

extension [UInt8] {
  /// A copy of the bytes.
  init(copying bytes: Span<UInt8>) {
    self = []
    append(copying: bytes)
  }

  mutating func append(copying bytes: Span<UInt8>) {
    reserveCapacity(count + bytes.count)
    for index in bytes.indices { append(bytes[index]) }
  }
}
