extension Parser {
  /// `kind [where …] [by …] [limit …]`
  mutating func parseSelection() throws(Abandoned) -> Int32 {
    guard token.kind == .name, !isWord("where") else { try failMissing(.selection) }
    let range = advance().range
    let base = append(.name, range, text: text(range))
    return try parseSelectionParts(of: base, from: range.lowerBound)
  }

  /// The parts after a selection's base; without any it stays the value it is.
  mutating func parseSelectionParts(of base: Int32, from start: Int) throws(Abandoned) -> Int32 {
    guard !isInSelection, token.kind == .name else { return base }
    var chain = Chain(first: base, last: base)
    isInSelection = true
    defer { isInSelection = false }
    var place = Int(token.start)
    if take(word: "where") {
      let condition = try parseExpression()
      add(append(.filter, place..<end(of: condition), first: condition), to: &chain)
    }
    if take(word: "by") {
      repeat { add(try parseKey(), to: &chain) } while take(.comma)
    }
    place = Int(token.start)
    if take(word: "limit") {
      let count = try parseExpression(5)
      add(append(.limit, place..<end(of: count), first: count), to: &chain)
    }
    return chain.last == base ? base : append(.selection, start..<end(of: chain.last), first: base)
  }

  private mutating func parseKey() throws(Abandoned) -> Int32 {
    let start = Int(token.start)
    let value = try parseExpression(5)
    let isDescending = take(word: "desc")
    if !isDescending { _ = take(word: "asc") }
    return append(.key, range(from: start), first: value, flag: isDescending)
  }

  // MARK: Strings

  /// `"…"` or `"""…"""`, with `\(expression)` in it or not.
  mutating func parseString() throws(Abandoned) -> Int32 {
    let start = Int(token.start)
    let isLong = source[start...].starts(with: [0x22, 0x22, 0x22])
    if token.kind == .string {
      let range = advance().range
      let quotes = isLong ? 3 : 1
      let inside = source[range.lowerBound + quotes..<range.upperBound - quotes]
      let content = isLong ? Escape.unindented(inside)[...] : inside
      let text = try decode(content, isExact: !isLong, hasEscapes: tokens[at - 1].flag, range)
      return append(.string, range, text: text)
    }
    try enter()
    defer { depth -= 1 }
    var chain = Chain()
    while true {
      let part = advance()
      let range = part.range
      let opening = part.kind == .stringHead && isLong ? 3 : 1
      let closing = part.kind == .stringTail ? (isLong ? 3 : 1) : 2
      var inside = source[range.lowerBound + opening..<range.upperBound - closing]
      if isLong, part.kind == .stringHead, inside.first == 0x0A { inside = inside.dropFirst() }
      if !inside.isEmpty {
        let text = try decode(inside, isExact: true, hasEscapes: true, range)
        add(append(.string, range, text: text), to: &chain)
      }
      if part.kind == .stringTail { break }
      let isInSelection = isInSelection
      self.isInSelection = false
      add(try parseExpression(), to: &chain)
      self.isInSelection = isInSelection
      guard token.kind == .stringMiddle || token.kind == .stringTail else {
        if isAtEnd { try failOpen(.string, at: start) }
        try failUnexpected()
      }
    }
    return append(.joined, range(from: start), first: chain.first)
  }

  private mutating func decode(
    _ inside: ArraySlice<UInt8>, isExact: Bool, hasEscapes: Bool, _ range: Range<Int>
  ) throws(Abandoned) -> String {
    guard inside.count <= limits.text else {
      try fail(.reached(.text(limits.text, given: inside.count)), at: range)
    }
    guard hasEscapes else { return String(decoding: inside, as: UTF8.self) }
    switch Escape.decode(inside) {
    case .success(let bytes): return String(decoding: bytes, as: UTF8.self)
    case .failure(let escape):
      try fail(.unknownEscape(isNumber: escape.isNumber), at: isExact ? escape.range : range)
    }
  }
}
