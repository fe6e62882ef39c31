// Expressions, including those in a command's brackets.
extension Lexer {
  mutating func scanExpression(_ byte: UInt8, _ text: Span<UInt8>, _ end: Int) {
    switch byte {
    case 0x23: skipComment(text, end)
    case 0x3B:
      if isInBrackets { return append(.sign, position, position + 1, .other) }
      let next = position + 1
      endStatement(position, next)
      position = next
      isSpaced = true
    case 0x22: scanString(text, end)
    case 0x24: scanVariable(text, end)
    case 0x60: scanQuotedName(text, end)
    case 0x30...0x39: scanNumber(text, end)
    case 0x28: open(.parenthesis, .parenthesisOpen)
    case 0x5B: open(.bracket, .bracketOpen)
    case 0x7B:
      open(.block, .braceOpen)
      statement.first = tokens.count
    case 0x29, 0x5D: close(byte, text, end)
    case 0x7D: closeBlock()
    default:
      if byte.isNameStart { return scanName(text, end) }
      if isSpaced, !isInBrackets, let last = formatEnd(text, position, end) {
        return append(.option, position, last)
      }
      let (sign, count) = Sign.reading(byte, position + 1 < end ? text[position + 1] : 0)
      append(.sign, position, position + count, sign)
    }
  }

  mutating func close(_ byte: UInt8, _ text: Span<UInt8>, _ end: Int) {
    let isParenthesis = byte == 0x29
    let top = frames.last
    if isParenthesis, let top, top.kind == .interpolation {
      frames.removeLast()
      return scanString(text, end, from: position, isLong: top.isLong, isMiddle: true, head: top.start)
    }
    if top?.kind == (isParenthesis ? .parenthesis : .bracket) { frames.removeLast() }
    append(.sign, position, position + 1, isParenthesis ? .parenthesisClose : .bracketClose)
    if top == nil { return }
    // Among a command's words, a path such as `$list[1].name` or `(units by hp)[0].name` continues.
    if frames.last.map({ $0.kind == .block }) ?? true, statement.mode == .words { scanMembers(text, end) }
  }

  mutating func scanName(_ text: Span<UInt8>, _ end: Int) {
    let start = position
    var last = start
    while last < end, text[last].isNamePart { last += 1 }
    appendName(text, start..<last)
  }

  mutating func appendName(_ text: Span<UInt8>, _ range: Range<Int>) {
    append(.name, range.lowerBound, range.upperBound)
    tokens[tokens.count - 1].word = grammar.word(text, range)
  }

  mutating func scanVariable(_ text: Span<UInt8>, _ end: Int) {
    var last = position + 1
    while last < end, text[last].isNamePart { last += 1 }
    append(.variable, position, last)
  }

  mutating func scanQuotedName(_ text: Span<UInt8>, _ end: Int) {
    var last = position + 1
    while last < end, text[last] != 0x60, text[last] != 0x0A { last += 1 }
    guard last < end, text[last] == 0x60 else { return append(.brokenString, position, last) }
    append(.quotedName, position, last + 1)
  }

  /// Reads digits, which may be separated by `_`, with an optional fraction and exponent.
  mutating func scanNumber(_ text: Span<UInt8>, _ end: Int) {
    var last = position
    while last < end, text[last].isDigit || text[last] == 0x5F { last += 1 }
    if last + 1 < end, text[last] == 0x2E, text[last + 1].isDigit {
      last += 1
      while last < end, text[last].isDigit || text[last] == 0x5F { last += 1 }
    }
    if last < end, text[last] | 0x20 == 0x65 {
      var digits = last + 1
      if digits < end, text[digits] == 0x2B || text[digits] == 0x2D { digits += 1 }
      if digits < end, text[digits].isDigit {
        last = digits
        while last < end, text[last].isDigit { last += 1 }
      }
    }
    append(.number, position, last)
  }
}
