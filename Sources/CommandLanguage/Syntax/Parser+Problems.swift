import TerminalText

extension Parser {
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
    expect(.wanted(wanted, usage: usage))
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

  /// Fails if a text has invisible characters, which must be written in a string.
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

  /// The most stack bytes for a level of brackets, blocks or signs, while it is read and resolved.
  #if DEBUG
    private static let levelBytes = 14_336
  #else
    private static let levelBytes = 4_096
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

  /// The token here, as a fact for messages.
  var found: LanguageError.Found {
    switch token.kind {
    case .end: .endOfText
    case .lineEnd: source[token.range].first == 0x3B ? .token(";") : .endOfLine
    default: .token(text(token.range))
    }
  }

  /// After a problem: moves to the end of the statement, past the blocks that open in it.
  mutating func recover() {
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
