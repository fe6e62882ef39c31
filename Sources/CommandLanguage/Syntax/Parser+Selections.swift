extension Parser {
  /// Parses `kind [as NAME] [where …] [by …] [limit …]`.
  mutating func parseSelection() throws(Abandoned) -> Int32 {
    guard token.kind == .name, token.word != .where else { try failMissing(.selection) }
    let range = advance().range
    let base = append(.name, range, text: text(range))
    return try parseSelectionParts(of: base, from: range.lowerBound)
  }

  mutating func parseSelectionParts(of base: Int32, from start: Int) throws(Abandoned) -> Int32 {
    if !scope.isInSelection { expect(.parts([.as, .where, .by, .limit], base: base)) }
    guard !scope.isInSelection, token.kind == .name else { return base }
    var chain = Chain(first: base, last: base)
    scope.isInSelection = true
    defer { scope.isInSelection = false }
    var offset = Int(token.start)
    let compared = scope.compared
    scope.compared = -1
    let names = scope.names
    if take(.as) {
      let name = try parseNewName(Self.selectionUsage)
      scope.names.append(texts[nodes[Int(name)].payload])
      add(append(.alias, offset..<end(of: name), first: name), to: &chain)
      expect(.parts([.where, .by, .limit], base: base))
      offset = Int(token.start)
    }
    scope.rows.append(base)
    let isKey = scope.isKey
    scope.isKey = false
    if take(.where) {
      let condition = try parseExpression()
      add(append(.filter, offset..<end(of: condition), first: condition), to: &chain)
      expect(.parts([.by, .limit], base: base))
    }
    if take(.by) {
      scope.isKey = true
      repeat { add(try parseKey(), to: &chain) } while take(.comma)
      expect(.parts([.limit], base: base))
    }
    scope.rows.removeLast()
    scope.isKey = isKey
    scope.names = names
    scope.compared = compared
    offset = Int(token.start)
    if take(.limit) {
      let count = try parseExpression(5)
      add(append(.limit, offset..<end(of: count), first: count), to: &chain)
    }
    if chain.last == base { return base }
    selectionEnd = (at, nodes[Int(chain.last)].kind == .filter ? 0 : 4)
    return append(.selection, start..<end(of: chain.last), first: base)
  }

  private static let selectionUsage = "KIND as NAME [where …] [by …] [limit …]"

  private mutating func parseKey() throws(Abandoned) -> Int32 {
    let start = Int(token.start)
    let value = try parseExpression(5)
    expect(.parts([.desc, .asc], base: value))
    let isDescending = take(.desc)
    if !isDescending { _ = take(.asc) }
    return append(.key, range(from: start), first: value, flag: isDescending)
  }
}
