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
    let count = bytes.last == 0x0A ? bytes.count - 1 : bytes.count
    guard count <= limits.line else {
      note(.reached(.line(limits.line, given: count)), at: 0..<0)
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
      note(.notUTF8, at: range)
      return false
    }
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

  /// Something is missing where the text or the line ends.
  mutating func failMissing(
    _ wanted: LanguageError.Wanted, usage: String? = nil
  ) throws(Abandoned) -> Never {
    if isAtEnd() { try fail(.missing(wanted, usage: usage), at: position..<position) }
    try fail(.expected(wanted, insteadOf: found(), usage: usage), at: tokenRange())
  }

  mutating func failName(_ range: Range<Int>) throws(Abandoned) -> Never {
    try fail(.reached(.name(limits.name, given: range.count)), at: range)
  }

  mutating func enter() throws(Abandoned) {
    guard depth < limits.nesting else {
      try fail(.reached(.nesting(limits.nesting)), at: tokenRange())
    }
    depth += 1
  }

  /// What stands at the position.
  func found() -> LanguageError.Found {
    if position >= bytes.count { return .endOfText }
    if bytes[position] == 0x0A { return .endOfLine }
    return .token(String(decoding: bytes[tokenRange()], as: UTF8.self))
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
