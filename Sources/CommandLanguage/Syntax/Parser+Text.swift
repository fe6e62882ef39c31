extension Parser {
  /// The byte at the position, or 0 at the end.
  @inline(__always)
  func byte(ahead count: Int = 0) -> UInt8 {
    let place = position &+ count
    return place < bytes.count ? bytes[place] : 0
  }

  /// Skips blanks; inside brackets line ends and comments too.
  @inline(__always)
  mutating func skipBlanks() {
    while position < bytes.count {
      let byte = bytes[position]
      if byte.isBlank {
        position += 1
      } else if brackets > 0, byte == 0x0A || byte == 0x23 {
        if byte == 0x23 { skipComment() } else { position += 1 }
      } else {
        return
      }
    }
  }

  /// Skips blanks, line ends, `;` and comments between statements.
  mutating func skipSeparators() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x09, 0x0D, 0x0A, 0x3B: position += 1
      case 0x23: skipComment()
      default: return
      }
    }
  }

  mutating func skipComment() {
    while position < bytes.count, bytes[position] != 0x0A { position += 1 }
  }

  /// Whether nothing but the end of the statement follows.
  @inline(__always)
  func isAtEnd() -> Bool {
    switch byte() {
    case 0x0A, 0x3B, 0x7D, 0x23: true
    case 0: position >= bytes.count
    default: false
    }
  }

  /// After a problem: moves to the end of the statement, past strings and brackets that open in it.
  mutating func recover() {
    brackets = 0
    isInSelection = false
    var open = 0
    while position < bytes.count {
      switch bytes[position] {
      case 0x22:
        let start = position
        position += 1
        let end = endOfLine(start)
        while position < end, bytes[position] != 0x22 {
          position += bytes[position] == 0x5C ? 2 : 1
        }
        // A quote that nothing closes hides no more than its own line.
        position = position >= end ? end : position + 1
      case 0x23 where position == 0 || bytes[position - 1].endsWord: skipComment()
      case 0x7B:
        open += 1
        position += 1
      case 0x7D:
        if open == 0 { return }
        open -= 1
        position += 1
      case 0x0A, 0x3B:
        if open == 0 { return }
        position += 1
      default: position += 1
      }
    }
  }

  private func endOfLine(_ start: Int) -> Int {
    var place = start
    while place < bytes.count, bytes[place] != 0x0A { place += 1 }
    return place
  }

  /// Whether the text is short enough and valid UTF-8; notes the problem when not.
  mutating func acceptsText() -> Bool {
    guard bytes.count <= limits.line else {
      note(
        .reached("line", "a command line may have \(limits.line) bytes; this one has \(bytes.count)"),
        at: 0..<0)
      return false
    }
    var seen: UInt8 = 0
    for byte in bytes { seen |= byte }
    if seen < 0x80 { return true }
    do {
      _ = try UTF8Span(validating: bytes.span)
      return true
    } catch {
      let range = error.byteOffsets
      note("this is not valid UTF-8", at: range)
      return false
    }
  }

  // MARK: Problems

  /// No person reads more, and showing each costs a look at the whole text.
  static var diagnosticsMost: Int { 1_000 }

  mutating func note(
    _ message: String, at range: Range<Int>, suggestion: String? = nil, notes: [String] = []
  ) {
    note(Explanation(message, suggestion: suggestion, notes: notes), at: range)
  }

  mutating func note(_ problem: Explanation, at range: Range<Int>) {
    guard diagnostics.count < Self.diagnosticsMost else { return }
    if diagnostics.count == Self.diagnosticsMost - 1 {
      return diagnostics.append(Diagnostic("there are more errors from here on", at: range))
    }
    diagnostics.append(Diagnostic(problem, at: range))
  }

  mutating func fail(
    _ message: String, at range: Range<Int>, suggestion: String? = nil, notes: [String] = []
  ) throws(Abandoned) -> Never {
    note(message, at: range, suggestion: suggestion, notes: notes)
    throw Abandoned()
  }

  mutating func fail(_ problem: Explanation, at range: Range<Int>) throws(Abandoned) -> Never {
    note(problem, at: range)
    throw Abandoned()
  }

  /// Something is missing where the text or the line ends.
  mutating func failMissing(_ what: String, notes: [String] = []) throws(Abandoned) -> Never {
    if isAtEnd() { try fail("\(what) is missing", at: position..<position, notes: notes) }
    try fail("\(what) is expected here, not \(tokenName())", at: tokenRange(), notes: notes)
  }

  mutating func failName(_ range: Range<Int>) throws(Abandoned) -> Never {
    try fail(.reached("name", "a name may have \(limits.name) bytes; this one has \(range.count)"), at: range)
  }

  mutating func enter() throws(Abandoned) {
    guard depth < limits.nesting else {
      try fail(.reached("nesting", "nested more than \(limits.nesting) deep"), at: tokenRange())
    }
    depth += 1
  }

  /// What stands at the position, for a message: `“)”`, `the end of the line`.
  func tokenName() -> String {
    if position >= bytes.count { return "the end of the text" }
    if bytes[position] == 0x0A { return "the end of the line" }
    return Display.quoted(String(decoding: bytes[tokenRange()], as: UTF8.self))
  }

  func tokenRange() -> Range<Int> {
    guard position < bytes.count else { return position..<position }
    var end = position + 1
    if bytes[position].isNamePart {
      while end < bytes.count, bytes[end].isNamePart { end += 1 }
    }
    return position..<end
  }
}
