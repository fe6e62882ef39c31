extension Parser {
  /// `name {argument}`; the position is after the name.
  ///
  /// - Parameter description: given when some parameter is more than a word, so that the grammar of the
  ///   rest depends on it.
  mutating func parseCommand(
    from start: Int, payload: Int, description: CommandDescription?
  ) throws(Abandoned) -> Int32 {
    let nameCount = position - start
    var first: Int32 = -1
    var last: Int32 = -1
    var hasOptions = false
    var positional = 0
    let parameters = description.map { $0.parameters.filter { $0.option == nil } }
    guard isAtEnd() || byte().isBlank || byte() == 0x7B || byte() == 0x28 || byte() == 0x22 else {
      try fail(.unexpected(found(), after: .command), at: tokenRange())
    }
    while true {
      while byte().isBlank { position += 1 }
      if isAtEnd() { break }
      let argument: Int32
      if let parameters, positional < parameters.count {
        argument = try parseArgument(parameters, positional, usage: description?.usage ?? "")
      } else {
        argument = try parseArgument()
      }
      if nodes[Int(argument)].kind == .option { hasOptions = true } else { positional += 1 }
      if last >= 0 { nodes[Int(last)].next = argument } else { first = argument }
      last = argument
    }
    var end = position
    while end > start, bytes[end - 1].isBlank { end -= 1 }
    return append(
      .command, from: start, to: end, payload: payload, first: first, flag: hasOptions, nameCount: nameCount)
  }

  /// The argument for a parameter that may be more than a word.
  private mutating func parseArgument(
    _ parameters: [ParameterInfo], _ index: Int, usage: String
  ) throws(Abandoned) -> Int32 {
    let parameter = parameters[index]
    if parameter.isAssigned {
      guard byte() == 0x3D, byte(ahead: 1) != 0x3D else {
        try failMissing(.sign("="), usage: usage)
      }
      position += 1
      skipBlanks()
    }
    switch parameter.shape {
    case .expression: return try parseToEnd(isList: parameter.occurrence == .repeated)
    case .selection:
      let selection = try parseSelection()
      try expectEnd()
      return selection
    case .rest: return parseRest()
    case .block: return try parseBlock()
    case .word:
      let isBeforeAssignment = index + 1 < parameters.count && parameters[index + 1].isAssigned
      guard isBeforeAssignment, byte().isNameStart else { return try parseArgument() }
      let start = position
      while !byte().endsWord, byte() != 0x3D { position += 1 }
      return append(.word, from: start)
    }
  }

  /// `word | number | string | $name | ( expression ) | block | name=value`
  private mutating func parseArgument(mayBeOption: Bool = true) throws(Abandoned) -> Int32 {
    let start = position
    switch byte() {
    case 0x22: return try parseString()
    case 0x24: return try parseVariable()
    case 0x28: return try parseGroup()
    case 0x7B: return try parseBlock()
    case 0x29: try fail(.neverOpened(.parenthesis), at: start..<start + 1)
    case 0x00..<0x20, 0x7F:
      try fail(.controlCharacter, at: start..<start + 1)
    default: break
    }
    var place = start
    while place < bytes.count, bytes[place].isNamePart { place &+= 1 }
    position = place
    if byte() == 0x3D, mayBeOption, place > start, bytes[start].isNameStart, byte(ahead: 1) != 0x3D {
      return try parseOption(from: start)
    }
    while place < bytes.count, !bytes[place].endsWord { place &+= 1 }
    position = place
    try checkWordEnd(start)
    return append(.word, from: start)
  }

  /// What directly follows a word must not read as a part of it.
  private mutating func checkWordEnd(_ start: Int) throws(Abandoned) {
    guard position < bytes.count else { return }
    switch bytes[position] {
    case 0x24, 0x22, 0x28:
      try fail(.gluedToWord(found()), at: position..<position + 1)
    default: return
    }
  }

  private mutating func parseOption(from start: Int) throws(Abandoned) -> Int32 {
    let nameCount = position - start
    guard nameCount <= limits.name else { try failName(start..<position) }
    let hash = NameHash.of(UnsafeBufferPointer(rebasing: bytes[start..<position]))
    position += 1
    guard !isAtEnd(), !byte().isBlank else {
      try fail(.missing(.value, after: "="), at: position - 1..<position)
    }
    let value = try parseArgument(mayBeOption: false)
    return append(.option, from: start, payload: Int(hash), first: value, nameCount: nameCount)
  }

  /// An expression, or with `isList` several with commas, up to the end of the statement.
  private mutating func parseToEnd(isList: Bool) throws(Abandoned) -> Int32 {
    let start = position
    let first = try parseExpression()
    skipBlanks()
    guard isList, byte() == 0x2C else {
      try expectEnd()
      return first
    }
    var last = first
    while byte() == 0x2C {
      position += 1
      let next = try parseExpression()
      nodes[Int(last)].next = next
      last = next
      skipBlanks()
    }
    try expectEnd()
    return append(.list, from: start, first: first, flag: true)
  }

  private mutating func parseRest() -> Int32 {
    let start = position
    // As in a word, a `#` that does not begin one is a character like any other.
    while !isAtEnd() || (byte() == 0x23 && position > start && !bytes[position - 1].isBlank) { position += 1 }
    var end = position
    while end > start, bytes[end - 1].isBlank { end -= 1 }
    return append(.rest, from: start, to: end)
  }

  mutating func parseVariable() throws(Abandoned) -> Int32 {
    let start = position
    position += 1
    guard byte().isNameStart else {
      try fail(.missing(.name, after: "$"), at: start..<start + 1)
    }
    while byte().isNamePart { position += 1 }
    guard position - start - 1 <= limits.name else { try failName(start..<position) }
    let hash = NameHash.of(UnsafeBufferPointer(rebasing: bytes[start + 1..<position]))
    return append(.variable, from: start, payload: Int(hash))
  }

  /// `"…"` with `\n \t \" \\ \u{…}`, on one line: a forgotten quote hides no more than that.
  mutating func parseString() throws(Abandoned) -> Int32 {
    let start = position
    var hasEscapes = false
    position += 1
    while position < bytes.count, bytes[position] != 0x0A {
      switch bytes[position] {
      case 0x22:
        position += 1
        guard position - start - 2 <= limits.text else {
          let count = position - start - 2
          try fail(.reached(.text(limits.text, given: count)), at: start..<position)
        }
        return append(.string, from: start, flag: hasEscapes)
      case 0x5C:
        hasEscapes = true
        try skipEscape()
      default: position += 1
      }
    }
    position = start
    try fail(.neverClosed(.string), at: start..<start + 1)
  }

  private mutating func skipEscape() throws(Abandoned) {
    let start = position
    position += 1
    switch byte() {
    case 0x6E, 0x74, 0x22, 0x5C: position += 1
    case 0x75:
      position += 1
      guard Escape.scalar(in: bytes, at: &position) != nil else {
        try failEscape(start..<min(position + 1, bytes.count), isNumber: true)
      }
    default:
      if position >= bytes.count { return }
      try failEscape(start..<tokenRange().lowerBound + 1, isNumber: false)
    }
  }

  private mutating func failEscape(_ range: Range<Int>, isNumber: Bool) throws(Abandoned) -> Never {
    let range = range.lowerBound..<max(range.upperBound, range.lowerBound + 1)
    try fail(.unknownEscape(isNumber: isNumber), at: range)
  }
}

/// The escapes of strings.
enum Escape {
  /// Reads `{1F642}` at `place`, and moves past it.
  static func scalar(in bytes: UnsafeBufferPointer<UInt8>, at place: inout Int) -> Unicode.Scalar? {
    guard place < bytes.count, bytes[place] == 0x7B else { return nil }
    var end = place + 1
    var value: UInt32 = 0
    while end < bytes.count, end - place <= 8, let digit = hexadecimal(bytes[end]) {
      value = value << 4 | digit
      end += 1
    }
    guard end > place + 1, end < bytes.count, bytes[end] == 0x7D else { return nil }
    guard let scalar = Unicode.Scalar(value) else { return nil }
    place = end + 1
    return scalar
  }

  private static func hexadecimal(_ byte: UInt8) -> UInt32? {
    switch byte {
    case 0x30...0x39: UInt32(byte - 0x30)
    case 0x41...0x46: UInt32(byte - 0x41 + 10)
    case 0x61...0x66: UInt32(byte - 0x61 + 10)
    default: nil
    }
  }

  /// The bytes that a string's inside stands for; it was checked when it was parsed.
  static func decode(_ inside: UnsafeBufferPointer<UInt8>, into decoded: inout [UInt8]) {
    var place = 0
    while place < inside.count {
      guard inside[place] == 0x5C, place + 1 < inside.count else {
        decoded.append(inside[place])
        place += 1
        continue
      }
      place += 2
      switch inside[place - 1] {
      case 0x6E: decoded.append(0x0A)
      case 0x74: decoded.append(0x09)
      case 0x75:
        if let scalar = scalar(in: inside, at: &place) {
          decoded.append(contentsOf: UTF8.encode(scalar).map { Array($0) } ?? [])
        }
      default: decoded.append(inside[place - 1])
      }
    }
  }
}
