// The words of a command.
extension Lexer {
  mutating func scanArgument(_ byte: UInt8, _ text: Span<UInt8>, _ end: Int) {
    switch byte {
    case 0x3B, 0x7B, 0x7D: return scanExpression(byte, text, end)
    case 0x23 where isSpaced || !isGlued: return skipComment(text, end)
    default: break
    }
    let index = statement.positional
    if !statement.isPlain, index < slots.count, !statement.isAfterOption {
      let isAssigned = slots[index].isAssigned
      if isAssigned, !statement.hasAssigned, byte == 0x3D, !isAssignment(text, position + 1, end) {
        append(.sign, position, position + 1, .assign)
        statement.hasAssigned = true
        if slots[index].shape != .word { statement.mode = .expression }
        return
      }
      if !isAssigned || statement.hasAssigned {
        switch slots[index].shape {
        case .expression, .selection:
          statement.mode = .expression
          return scanExpression(byte, text, end)
        case .rest: return scanRest(text, end)
        case .word where slots[index].takesProperties && (byte == 0x22 || byte == 0x60):
          if let last = referenceEnd(byte, text, end) {
            countArgument()
            return append(.word, position, last, flag: true)
          }
        case .word, .block: break
        }
      }
    }
    switch byte {
    case 0x22:
      countArgument()
      scanString(text, end)
    case 0x24:
      countArgument()
      scanVariable(text, end)
      scanMembers(text, end)
    case 0x28, 0x5B:
      countArgument()
      scanExpression(byte, text, end)
    case 0x29: append(.sign, position, position + 1, .parenthesisClose)
    case 0x00..<0x20, 0x7F: append(.sign, position, position + 1, .other)
    default: scanWord(text, end)
    }
  }

  /// Returns the end of a `"two words".property` that begins at the current position; otherwise `nil`.
  private func referenceEnd(_ quote: UInt8, _ text: Span<UInt8>, _ end: Int) -> Int? {
    var last = position + 1
    while last < end, text[last] != quote {
      if text[last] == 0x0A || text[last] == 0x5C { return nil }
      last += 1
    }
    // The property after the dot may not have been typed yet.
    guard last + 1 < end, text[last + 1] == 0x2E,
      last + 2 == end || text[last + 2].isNameStart || text[last + 2].endsWord
    else {
      // A backquoted name may stand alone.
      return quote == 0x60 && last < end ? last + 1 : nil
    }
    last += 2
    while last < end, !text[last].endsWord { last += 1 }
    return last
  }

  var isGlued: Bool { tokens.last.map { Int($0.end) == position } ?? false }

  func isAssignment(_ text: Span<UInt8>, _ position: Int, _ end: Int) -> Bool {
    position < end && text[position] == 0x3D
  }

  /// The positional parameters of the statement's command; empty if there is no command.
  private var slots: [ParameterInfo] {
    statement.command < 0 ? [] : grammar.commands[statement.command].slots
  }

  mutating func scanWord(_ text: Span<UInt8>, _ end: Int) {
    let start = position
    var last = start
    // The union of all bytes; its highest bit is set if the word is not ASCII.
    var bits: UInt8 = 0
    while last < end {
      let byte = text[last]
      if !byte.isNamePart { break }
      bits |= byte
      last &+= 1
    }
    if last < end, text[last] == 0x3D, last > start, text[start].isNameStart, !statement.isAfterOption {
      if isBeforeAssigned {
        countArgument()
        return append(.word, start, last, flag: bits >= 0x80)
      }
      let takesOptions = statement.command < 0 || grammar.commands[statement.command].hasOptions
      if takesOptions, !isAssignment(text, last + 1, end) {
        append(.option, start, last + 1, flag: bits >= 0x80)
        statement.isAfterOption = true
        return
      }
    }
    while last < end {
      let byte = text[last]
      if byte.endsWord { break }
      bits |= byte
      last &+= 1
    }
    countArgument()
    append(.word, start, last, flag: bits >= 0x80)
  }

  private var isBeforeAssigned: Bool {
    statement.positional + 1 < slots.count && slots[statement.positional + 1].isAssigned
  }

  mutating func scanRest(_ text: Span<UInt8>, _ end: Int) {
    let start = position
    var last = start
    while last < end {
      switch text[last] {
      case 0x0A, 0x3B, 0x7D: break
      case 0x23 where last == start || text[last - 1].isBlank: break
      default:
        last += 1
        continue
      }
      break
    }
    let next = last
    while last > start, text[last - 1].isBlank { last -= 1 }
    countArgument()
    if last > start { append(.rest, start, last) }
    position = next
  }

  /// Reads `.property` and `[index]` directly after a variable.
  mutating func scanMembers(_ text: Span<UInt8>, _ end: Int) {
    while position < end {
      if text[position] == 0x2E, position + 1 < end, text[position + 1].isNameStart {
        append(.sign, position, position + 1, .dot)
        scanName(text, end)
      } else if text[position] == 0x5B {
        return scanExpression(0x5B, text, end)
      } else {
        return
      }
    }
  }
}
