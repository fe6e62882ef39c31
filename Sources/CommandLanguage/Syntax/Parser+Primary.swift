extension Parser {
  /// `number | string | $name | name | name( … ) | ( … ) | [ … ]`
  mutating func parsePrimary() throws(Abandoned) -> Int32 {
    skipBlanks()
    let start = position
    switch byte() {
    case 0x30...0x39: return try parseNumber(from: start)
    case 0x22: return try parseString()
    case 0x24: return try parseVariable()
    case 0x28: return try parseGroup()
    case 0x5B: return try parseList(from: start, close: 0x5D)
    case 0x21: try fail(.notAnOperator("!", suggestion: "not"), at: start..<start + 1)
    default: break
    }
    guard byte().isNameStart, !isReserved() else { try failMissing(.value) }
    while byte().isNamePart { position += 1 }
    guard position - start <= limits.name else { try failName(start..<position) }
    let name = UnsafeBufferPointer(rebasing: bytes[start..<position])
    let hash = NameHash.of(name)
    if byte() == 0x28 { return try parseCall(from: start, hash: hash) }
    if let literal = literal(name, from: start) { return literal }
    return append(.name, from: start, payload: Int(hash))
  }

  /// Words that join expressions and so cannot begin one.
  private func isReserved() -> Bool {
    nextWord(is: "and") || nextWord(is: "or") || nextWord(is: "in") || nextWord(is: "where")
  }

  private mutating func literal(_ name: UnsafeBufferPointer<UInt8>, from start: Int) -> Int32? {
    switch name.count {
    case 4 where name.elementsEqual("true".utf8): append(.truth, from: start, payload: 1)
    case 5 where name.elementsEqual("false".utf8): append(.truth, from: start, payload: 0)
    case 4 where name.elementsEqual("none".utf8): append(.nothing, from: start)
    default: nil
    }
  }

  /// Digits, which `_` may part; the sign, if any, is at `start`.
  mutating func parseNumber(from start: Int) throws(Abandoned) -> Int32 {
    let isNegative = bytes[start] == 0x2D
    var value = 0
    var overflows = false
    while byte().isDigit || byte() == 0x5F {
      if byte() != 0x5F {
        let digit = Int(byte() - 0x30)
        let (tens, overflow) = value.multipliedReportingOverflow(by: 10)
        let (sum, carry) =
          isNegative
          ? tens.subtractingReportingOverflow(digit) : tens.addingReportingOverflow(digit)
        overflows = overflows || overflow || carry
        value = sum
      }
      position += 1
    }
    if overflows { try fail(.numberTooLarge, at: start..<position) }
    if byte().isNameStart { try fail(.unexpected(found(), after: .number), at: tokenRange()) }
    if byte() == 0x2E, byte(ahead: 1).isDigit {
      try fail(.numberWithFraction, at: position..<position + 1)
    }
    return append(.number, from: start, payload: value)
  }

  /// `( expression )`, or with commas a list.
  mutating func parseGroup() throws(Abandoned) -> Int32 {
    let start = position
    let list = try parseList(from: start, close: 0x29)
    let first = nodes[Int(list)].first
    if first >= 0, nodes[Int(first)].next < 0 { nodes[Int(list)].kind = .group }
    return list
  }

  mutating func parseCall(from start: Int, hash: UInt32) throws(Abandoned) -> Int32 {
    let nameCount = position - start
    let list = try parseList(from: position, close: 0x29)
    nodes[Int(list)].kind = .call
    nodes[Int(list)].payload = Int(hash)
    nodes[Int(list)].start = UInt32(truncatingIfNeeded: start)
    nodes[Int(list)].nameCount = UInt16(truncatingIfNeeded: nameCount)
    return list
  }

  /// Expressions with commas between two brackets; the position is at the opening one.
  mutating func parseList(from start: Int, close: UInt8) throws(Abandoned) -> Int32 {
    let open = position
    let (isInSelection, opening) = (
      isInSelection, close == 0x29 ? LanguageError.Opening.parenthesis : .bracket
    )
    self.isInSelection = false
    brackets += 1
    position += 1
    var first: Int32 = -1
    var last: Int32 = -1
    skipBlanks()
    while byte() != close {
      if position >= bytes.count { try failOpen(opening, at: open) }
      let element = try parseExpression()
      if last >= 0 { nodes[Int(last)].next = element } else { first = element }
      last = element
      skipBlanks()
      if byte() == 0x2C {
        position += 1
        skipBlanks()
      } else if byte() != close {
        if position >= bytes.count { try failOpen(opening, at: open) }
        try fail(.expected(.commaOr(close == 0x29 ? ")" : "]"), insteadOf: found()), at: tokenRange())
      }
    }
    position += 1
    brackets -= 1
    self.isInSelection = isInSelection
    return append(.list, from: start, first: first)
  }

  // MARK: Selections

  /// `kind [where …] [by …] [limit …]`
  mutating func parseSelection() throws(Abandoned) -> Int32 {
    skipBlanks()
    let start = position
    guard byte().isNameStart, !isReserved() else { try failMissing(.selection) }
    while byte().isNamePart { position += 1 }
    let hash = NameHash.of(UnsafeBufferPointer(rebasing: bytes[start..<position]))
    let base = append(.name, from: start, payload: Int(hash))
    return try parseSelectionParts(of: base, from: start)
  }

  /// The parts after a selection's base; without any it stays the value it is.
  mutating func parseSelectionParts(of base: Int32, from start: Int) throws(Abandoned) -> Int32 {
    if isInSelection { return base }
    var last = base
    isInSelection = true
    defer { isInSelection = false }
    skipBlanks()
    var place = position
    if takeWord("where") {
      let condition = try parseExpression()
      let filter = append(.filter, from: place, to: end(of: condition), first: condition)
      nodes[Int(last)].next = filter
      last = filter
    }
    skipBlanks()
    place = position
    if takeWord("by") {
      repeat {
        let key = try parseKey()
        nodes[Int(last)].next = key
        last = key
      } while takeComma()
    }
    skipBlanks()
    place = position
    if takeWord("limit") {
      let count = try parseSumOf()
      let limit = append(.limit, from: place, to: end(of: count), first: count)
      nodes[Int(last)].next = limit
      last = limit
    }
    return last == base ? base : append(.selection, from: start, to: end(of: last), first: base)
  }

  private mutating func parseKey() throws(Abandoned) -> Int32 {
    skipBlanks()
    let start = position
    let value = try parseSumOf()
    let isDescending = takeWord("desc")
    if !isDescending { _ = takeWord("asc") }
    return append(
      .key, from: start, to: isDescending ? position : end(of: value), first: value, flag: isDescending)
  }

  private mutating func parseSumOf() throws(Abandoned) -> Int32 {
    try enter()
    defer { depth -= 1 }
    return try parseSum()
  }

  private mutating func takeComma() -> Bool {
    skipBlanks()
    guard byte() == 0x2C else { return false }
    position += 1
    return true
  }
}
