/// The grammar's levels from the loosest to the tightest, one function each.
extension Parser {
  /// `or { "or" and }`, with a selection's parts after a value.
  mutating func parseExpression() throws(Abandoned) -> Int32 {
    try enter()
    defer { depth -= 1 }
    skipBlanks()
    return try parseOr()
  }

  mutating func parseOr() throws(Abandoned) -> Int32 {
    let start = position
    let first = try parseAnd()
    guard takeWord("or") else { return first }
    var last = first
    repeat {
      let next = try parseAnd()
      nodes[Int(last)].next = next
      last = next
    } while takeWord("or")
    return append(.or, from: start, to: end(of: last), first: first)
  }

  mutating func parseAnd() throws(Abandoned) -> Int32 {
    let start = position
    let first = try parseNot()
    guard takeWord("and") else { return first }
    var last = first
    repeat {
      let next = try parseNot()
      nodes[Int(last)].next = next
      last = next
    } while takeWord("and")
    return append(.and, from: start, to: end(of: last), first: first)
  }

  mutating func parseNot() throws(Abandoned) -> Int32 {
    skipBlanks()
    let start = position
    guard takeWord("not") else { return try parseComparison() }
    try enter()
    defer { depth -= 1 }
    let operand = try parseNot()
    return append(.not, from: start, to: end(of: operand), first: operand)
  }

  mutating func parseComparison() throws(Abandoned) -> Int32 {
    skipBlanks()
    let start = position
    let left = try parseMembership()
    guard let mark = try takeComparison() else { return left }
    let right = try parseMembership()
    let joined = append(.binary, from: start, to: end(of: right), first: link(left, mark, right))
    skipBlanks()
    let place = position
    if try takeComparison() != nil {
      try fail(.chainedComparison, at: place..<position)
    }
    return joined
  }

  mutating func parseMembership() throws(Abandoned) -> Int32 {
    skipBlanks()
    let start = position
    let left = try parseSum()
    skipBlanks()
    let place = position
    guard takeWord("in") else { return left }
    let mark = append(.mark, from: place, payload: Operator.contains.rawValue)
    let right = try parseSum()
    return append(.binary, from: start, to: end(of: right), first: link(left, mark, right))
  }

  mutating func parseSum() throws(Abandoned) -> Int32 {
    skipBlanks()
    let start = position
    let first = try parseProduct()
    var last = first
    while let mark = takeMark(0x2B, .add) ?? takeMark(0x2D, .subtract) {
      let next = try parseProduct()
      _ = link(last, mark, next)
      last = next
    }
    return last == first ? first : append(.binary, from: start, to: end(of: last), first: first)
  }

  mutating func parseProduct() throws(Abandoned) -> Int32 {
    skipBlanks()
    let start = position
    let first = try parseUnary()
    var last = first
    while let mark = takeMark(0x2A, .multiply) ?? takeMark(0x2F, .divide) ?? takeMark(0x25, .remainder) {
      let next = try parseUnary()
      _ = link(last, mark, next)
      last = next
    }
    return last == first ? first : append(.binary, from: start, to: end(of: last), first: first)
  }

  mutating func parseUnary() throws(Abandoned) -> Int32 {
    skipBlanks()
    let start = position
    guard byte() == 0x2D else { return try parsePath() }
    try enter()
    defer { depth -= 1 }
    position += 1
    if byte().isDigit { return try parseNumber(from: start) }
    let operand = try parseUnary()
    return append(.negate, from: start, to: end(of: operand), first: operand)
  }

  /// `primary { "." property }`, then perhaps a selection's parts.
  mutating func parsePath() throws(Abandoned) -> Int32 {
    let start = position
    let first = try parsePrimary()
    var last = first
    while byte() == 0x2E {
      position += 1
      let nameStart = position
      guard byte().isNameStart else { try failMissing(.property) }
      while byte().isNamePart { position += 1 }
      let hash = NameHash.of(UnsafeBufferPointer(rebasing: bytes[nameStart..<position]))
      let member = append(.member, from: nameStart, payload: Int(hash))
      nodes[Int(last)].next = member
      last = member
    }
    let value = last == first ? first : append(.path, from: start, first: first)
    return try parseSelectionParts(of: value, from: start)
  }

  // MARK: Small tokens

  private mutating func takeMark(_ symbol: UInt8, _ kind: Operator) -> Int32? {
    skipBlanks()
    guard byte() == symbol else { return nil }
    position += 1
    return append(.mark, from: position - 1, payload: kind.rawValue)
  }

  private mutating func takeComparison() throws(Abandoned) -> Int32? {
    skipBlanks()
    let isLong = byte(ahead: 1) == 0x3D
    let kind: Operator
    switch byte() {
    case 0x3D:
      if isLong {
        kind = .equal
        break
      }
      try fail(.assignmentAsComparison, at: position..<position + 1)
    case 0x21:
      if isLong {
        kind = .unequal
        break
      }
      try fail(.notAnOperator("!", suggestion: "not"), at: position..<position + 1)
    case 0x3C: kind = isLong ? .lessOrEqual : .less
    case 0x3E: kind = isLong ? .greaterOrEqual : .greater
    case 0x26:
      try fail(
        .notAnOperator("&", suggestion: "and"), at: position..<position + (byte(ahead: 1) == 0x26 ? 2 : 1))
    case 0x7C:
      try fail(
        .notAnOperator("|", suggestion: "or"), at: position..<position + (byte(ahead: 1) == 0x7C ? 2 : 1))
    default: return nil
    }
    let start = position
    position += isLong ? 2 : 1
    return append(.mark, from: start, payload: kind.rawValue)
  }

  mutating func takeWord(_ word: StaticString) -> Bool {
    skipBlanks()
    guard nextWord(is: word) else { return false }
    position += word.utf8CodeUnitCount
    return true
  }

  func end(of node: Int32) -> Int { Int(nodes[Int(node)].end) }
}
