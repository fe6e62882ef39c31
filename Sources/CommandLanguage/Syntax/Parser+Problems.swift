import TerminalText

extension Parser {
  /// The maximum number of diagnostics for a text. Nobody reads more, and rendering each may scan the whole text.
  static var diagnosticsMost: Int { 1_000 }

  mutating func note(_ problem: LanguageError, at range: Range<Int>) {
    guard diagnostics.count < Self.diagnosticsMost else { return }
    let isLast = diagnostics.count == Self.diagnosticsMost - 1
    var diagnostic = Diagnostic(isLast ? .moreErrors : problem, at: range)
    if diagnostics.isEmpty, let last = lastOfContinuedLine(before: range.lowerBound) {
      diagnostic.explanation.notes.append(LanguageError.note(continuing: last))
    }
    diagnostics.append(diagnostic)
  }

  /// Returns the last word or sign of the line above a position, if the position's line continues it; otherwise `nil`.
  private func lastOfContinuedLine(before position: Int) -> String? {
    var index = tokens.partitionIndex { Int($0.start) >= position }
    guard index < tokens.count, tokens[index].kind != .end else { return nil }
    while index > 0 {
      let above = tokens[index - 1]
      if source[Int(above.end)..<Int(tokens[index].start)].contains(0x0A) {
        return above.continuesLine ? text(above.range) : nil
      }
      index -= 1
    }
    return nil
  }

  /// The end of the `\(` that begins the interpolation around the current token, if it is on the same line; otherwise
  /// `nil`.
  private var endOfInterpolationMark: Int? {
    var depth = 0
    for other in tokens[..<at].reversed() {
      switch other.kind {
      case .stringTail: depth += 1
      case .stringHead where depth > 0: depth -= 1
      case .stringMiddle where depth > 0: break
      case .stringHead, .stringMiddle:
        let end = min(other.end, token.start)
        return source[Int(end)..<Int(token.start)].contains(0x0A) ? nil : Int(other.end)
      case .lineEnd: return nil
      default: break
      }
    }
    return nil
  }

  mutating func fail(_ problem: LanguageError, at range: Range<Int>) throws(Abandoned) -> Never {
    note(problem, at: range)
    throw Abandoned()
  }

  /// Fails because another element is required at the current position.
  mutating func failMissing(_ wanted: LanguageError.Wanted, usage: String? = nil) throws(Abandoned) -> Never {
    try failBroken()
    expect(.wanted(wanted, usage: usage))
    if isAtEnd { try fail(.missing(wanted, usage: usage), at: lastEnd..<lastEnd) }
    try fail(.expected(wanted, insteadOf: found, usage: usage), at: foundRange)
  }

  /// The nearest word to the current token among those that continue an expression, such as `where` for `wher`; `nil`
  /// if there is none.
  var nearWord: String? {
    token.kind == .name ? Language.nearContinuation(to: text(token.range)) : nil
  }

  mutating func failUnexpected() throws(Abandoned) -> Never {
    try failBroken()
    switch token.sign {
    case .parenthesisClose where isInWords: try fail(.neverOpened(.parenthesis), at: token.range)
    case .other where source[Int(token.start)] < 0x20 || source[Int(token.start)] == 0x7F:
      try fail(.controlCharacter, at: token.range)
    default: try fail(.unexpected(found, suggestion: nearWord), at: foundRange)
    }
  }

  private var isInWords: Bool { at > 0 && (tokens[at - 1].kind == .word || tokens[at - 1].kind == .name) }

  mutating func failBroken() throws(Abandoned) {
    if token.kind == .brokenString {
      // A quote inside an interpolation begins another string, even if it was meant to end the outer one.
      if source[token.range].first != 0x29, let end = endOfInterpolationMark {
        try fail(.neverClosed(.interpolation), at: end - 2..<end)
      }
      try fail(.neverClosed(.string), at: Int(token.start)..<Int(token.start) + 1)
    }
  }

  mutating func checkName(_ range: Range<Int>) throws(Abandoned) {
    if range.count > limits.name { try fail(.reached(.name(limits.name, given: range.count)), at: range) }
    try checkVisible(range)
  }

  mutating func checkVisible(_ range: Range<Int>) throws(Abandoned) {
    guard source[range].contains(where: { $0 >= 0x80 }), !Escaping.isClean(text(range)) else { return }
    var offset = range.lowerBound
    for scalar in text(range).unicodeScalars {
      let shown = Escaping.escaped(String(scalar))
      let count = scalar.utf8.count
      // A joiner is visible only where it joins.
      if shown != String(scalar) { try fail(.invisibleCharacter(shown), at: offset..<offset + count) }
      offset += count
    }
    try fail(.invisibleCharacter(Escaping.escaped(text(range))), at: range)
  }

  /// The maximum stack use in bytes of a nesting level, while it is parsed and resolved.
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

  /// Fails because the text ended within the element at `start`. Only the innermost one is reported.
  mutating func failOpen(_ opening: LanguageError.Opening, at start: Int) throws(Abandoned) -> Never {
    if endsOpen { throw Abandoned() }
    endsOpen = token.kind == .end
    try fail(.neverClosed(opening), at: start..<start + 1)
  }

  var found: LanguageError.Found {
    switch token.kind {
    case .end: .endOfText
    case .lineEnd: source[token.range].first == 0x3B ? .token(";") : .endOfLine
    default: .token(text(foundRange))
    }
  }

  /// The range of the current token, for messages. For the text after an interpolation, it is only the `)`.
  var foundRange: Range<Int> {
    let range = token.range
    return token.kind == .stringMiddle || token.kind == .stringTail
      ? range.lowerBound..<range.lowerBound + 1 : range
  }

  /// Moves to the end of the statement after an error, past blocks within it.
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
