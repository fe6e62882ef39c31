extension Parser {
  /// Parses `"…"` or `"""…"""`, with or without `\(expression)`.
  mutating func parseString() throws(Abandoned) -> Int32 {
    let start = Int(token.start)
    let isLong = source[start...].starts(with: [0x22, 0x22, 0x22])
    var parts = [takePart(isLong)]
    if parts[0].isLast { return append(.string, parts[0].range, text: try decode(parts, isLong)[0]) }
    try enter()
    defer { depth -= 1 }
    var chain = Chain()
    repeat {
      add(append(.string, parts[parts.count - 1].range, text: ""), to: &chain)
      let outer = scope.isInSelection
      scope.isInSelection = false
      add(try parseExpression(), to: &chain)
      scope.isInSelection = outer
      guard token.kind == .stringMiddle || token.kind == .stringTail else {
        if isAtEnd { try failOpen(.string, at: start) }
        try failUnexpected()
      }
      parts.append(takePart(isLong))
    } while !parts[parts.count - 1].isLast
    add(append(.string, parts[parts.count - 1].range, text: ""), to: &chain)
    // Only the last part determines the indentation of the lines.
    var node = chain.first
    for text in try decode(parts, isLong) {
      texts[nodes[Int(node)].payload] = text
      let value = nodes[Int(node)].next
      node = value >= 0 ? nodes[Int(value)].next : -1
    }
    return append(.joined, range(from: start), first: chain.first)
  }

  /// The text between two delimiters: a quote or the `)` of an interpolation, and the next `\(` or quote.
  private struct Part {
    var range: Range<Int>
    var inside: Range<Int>
    var hasEscapes: Bool
    var isFirst: Bool
    var isLast: Bool
  }

  private mutating func takePart(_ isLong: Bool) -> Part {
    let token = advance()
    let quotes = isLong ? 3 : 1
    let isFirst = token.kind == .string || token.kind == .stringHead
    let isLast = token.kind == .string || token.kind == .stringTail
    let range = token.range
    let inside = range.lowerBound + (isFirst ? quotes : 1)..<range.upperBound - (isLast ? quotes : 2)
    return Part(range: range, inside: inside, hasEscapes: token.flag, isFirst: isFirst, isLast: isLast)
  }

  private mutating func decode(_ parts: [Part], _ isLong: Bool) throws(Abandoned) -> [String] {
    let indentation = isLong ? parts.last.flatMap { Escape.indentation(before: source[$0.inside]) } : nil
    var texts: [String] = []
    for part in parts {
      var content = source[part.inside]
      if isLong, content.contains(0x0D) { content = Escape.withLineFeeds(content)[...] }
      if let indentation {
        content = Escape.unindented(content, by: indentation, isFirst: part.isFirst, isLast: part.isLast)[...]
      }
      texts.append(
        try decode(
          content, hasEscapes: part.hasEscapes, at: part.range, isExact: content.indices == part.inside))
    }
    return texts
  }

  /// - Parameter isExact: whether the content is identical to the source, so that offsets in it are valid.
  private mutating func decode(
    _ content: ArraySlice<UInt8>, hasEscapes: Bool, at range: Range<Int>, isExact: Bool
  ) throws(Abandoned) -> String {
    guard content.count <= limits.text else {
      try fail(.reached(.text(limits.text, given: content.count)), at: range)
    }
    guard hasEscapes else { return String(decoding: content, as: UTF8.self) }
    do { return String(decoding: try Escape.decode(content), as: UTF8.self) } catch {
      try fail(.unknownEscape(isNumber: error.isNumber), at: isExact ? error.range : range)
    }
  }
}
