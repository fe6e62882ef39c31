import TerminalText

/// Expressions. The binding strengths are: `or` 1, `and` 2, comparisons 3, `in` 4, sums 5, products 6.
extension Parser {
  /// Parses an expression with operators of at least the given strength.
  mutating func parseExpression(_ least: Int = 1) throws(Abandoned) -> Int32 {
    try enter()
    defer { depth -= 1 }
    return try parseOperators(least)
  }

  private mutating func parseOperators(_ least: Int) throws(Abandoned) -> Int32 {
    let start = Int(token.start)
    var left = try parsePrefix()
    var most = 6
    while let strength = try nextStrength(), strength >= least {
      left = try parseChain(of: left, strength, from: start)
      most = Self.chains(strength) ? strength : strength - 1
    }
    if selectionEnd.token == at { most = min(most, selectionEnd.most) }
    expect(.operators(behind: left, least: least, most: most))
    return left
  }

  private static func chains(_ strength: Int) -> Bool { strength != 3 && strength != 4 }

  /// Parses `operand {mark operand}` with operators of one strength, without recursion for each operand.
  private mutating func parseChain(
    of first: Int32, _ strength: Int, from start: Int
  ) throws(Abandoned) -> Int32 {
    var chain = Chain(first: first, last: first)
    while try nextStrength() == strength {
      let sign = advance()
      if sign.sign == .operation(.less), isSign(.operation(.greater)), !token.isSpaced {
        try fail(.notAnOperator("<>", suggestion: "!="), at: Int(sign.start)..<Int(token.end))
      }
      if strength > 2 {
        var kind = sign.word == .is ? Operator.isCase : .contains
        if case .operation(let operation) = sign.sign { kind = operation }
        add(append(.mark, sign.range, payload: kind.rawValue), to: &chain)
        if kind == .isCase {
          add(try parseCaseName(of: first), to: &chain)
          continue
        }
      }
      let compared = scope.compared
      scope.compared = Self.chains(strength) ? -1 : first
      add(try parseOperators(strength + 1), to: &chain)
      scope.compared = compared
      if !Self.chains(strength), try nextStrength() == strength {
        try fail(.chainedComparison, at: token.range)
      }
    }
    return append(
      strength == 1 ? .or : strength == 2 ? .and : .binary, start..<end(of: chain.last), first: first)
  }

  /// Parses the name of a case after `is`, which is a literal.
  private mutating func parseCaseName(of state: Int32) throws(Abandoned) -> Int32 {
    expect(.caseName(of: state))
    if token.kind == .string { return try parseString() }
    if token.word == .not { try fail(.notAnOperator("is not", suggestion: "not … is"), at: token.range) }
    guard token.kind == .name else { try failMissing(.caseName) }
    let range = advance().range
    return append(.string, range, text: text(range))
  }

  /// Returns the binding strength of the next operator; `nil` if there is none.
  private mutating func nextStrength() throws(Abandoned) -> Int? {
    if token.kind == .name {
      switch token.word {
      case .or: return 1
      case .and: return 2
      case .in: return 4
      case .is: return 3
      default: return nil
      }
    }
    guard token.kind == .sign else { return nil }
    switch token.sign {
    case .assign: try fail(.assignmentAsComparison, at: token.range)
    case .bang: try fail(.notAnOperator("!", suggestion: "not"), at: token.range)
    case .ampersand: try fail(.notAnOperator("&", suggestion: "and"), at: token.range)
    case .bar: try fail(.notAnOperator("|", suggestion: "or"), at: token.range)
    case .operation(let operation): return operation.strength
    default: return nil
    }
  }

  private mutating func parsePrefix() throws(Abandoned) -> Int32 {
    let start = Int(token.start)
    if take(.not) {
      try enter()
      defer { depth -= 1 }
      let operand = try parseOperators(3)
      return append(.not, start..<end(of: operand), first: operand)
    }
    if isAny { return try parseAny() }
    guard isSign(.operation(.subtract)) else { return try parsePostfix() }
    try enter()
    defer { depth -= 1 }
    at += 1
    if token.kind == .number, !token.isSpaced { return try parseNumber(from: start) }
    let operand = try parsePrefix()
    return append(.negate, start..<end(of: operand), first: operand)
  }

  /// A Boolean value that indicates whether `any` precedes a selection; elsewhere it is an ordinary name.
  private var isAny: Bool {
    guard token.word == .any, following.isSpaced else { return false }
    if following.kind == .end { return expectation != nil }
    switch following.kind {
    case .variable, .quotedName, .number, .string, .stringHead: return true
    case .name: return !following.word.continues
    case .sign: return following.sign == .parenthesisOpen || following.sign == .bracketOpen
    default: return false
    }
  }

  /// Parses `any SELECTION`, which means `not empty(SELECTION)`.
  private mutating func parseAny() throws(Abandoned) -> Int32 {
    let word = advance()
    try enter()
    defer { depth -= 1 }
    let outer = scope.isInSelection
    scope.isInSelection = false
    defer { scope.isInSelection = outer }
    let selection = try parsePostfix()
    let range = Int(word.start)..<end(of: selection)
    texts.append("empty")
    let call = append(
      .call, range, payload: texts.count - 1, first: selection, nameCount: word.range.count)
    return append(.not, range, first: call, flag: true)
  }

  /// Parses `primary { "." property | "[" index "]" }` and the parts of a selection, if any.
  mutating func parsePostfix() throws(Abandoned) -> Int32 {
    let start = Int(token.start)
    let first = try parsePrimary()
    var chain = Chain(first: first, last: first)
    while true {
      if isSign(.dot) {
        at += 1
        expect(.property(first: first, last: chain.last))
        guard token.kind == .name else { try failMissing(.property) }
        let range = advance().range
        add(append(.member, range, text: text(range)), to: &chain)
      } else if isSign(.bracketOpen), !token.isSpaced {
        add(try parseIndex(), to: &chain)
      } else {
        break
      }
    }
    let value = chain.last == first ? first : append(.path, range(from: start), first: first)
    return try parseSelectionParts(of: value, from: start)
  }

  /// Parses `[index]`, `[from:to]`, `[from:]` or `[:to]`.
  private mutating func parseIndex() throws(Abandoned) -> Int32 {
    let open = Int(advance().start)
    let outer = scope.isInSelection
    scope.isInSelection = false
    defer { scope.isInSelection = outer }
    // An omitted bound is `none`.
    let from = isSign(.colon) ? append(.nothing, lastEnd..<lastEnd) : try parseExpression()
    guard take(.colon) else {
      try expectBracketClosed(at: open)
      return append(.index, range(from: open), first: from)
    }
    let to = isSign(.bracketClose) ? append(.nothing, lastEnd..<lastEnd) : try parseExpression()
    try expectBracketClosed(at: open)
    return append(.slice, range(from: open), first: link(from, to))
  }

  private mutating func expectBracketClosed(at open: Int) throws(Abandoned) {
    if take(.bracketClose) { return }
    try checkIsOpen(.bracketClose, at: open)
    try failBroken()
    try fail(.expected(.sign("]"), insteadOf: found), at: token.range)
  }

  private mutating func checkIsOpen(_ close: Sign, at open: Int) throws(Abandoned) {
    if isAtEnd || isSign(.braceOpen) {
      try failOpen(close == .parenthesisClose ? .parenthesis : .bracket, at: open)
    }
  }

  /// Parses `number | string | $name | name | name( … ) | ( … ) | [ … ]`.
  private mutating func parsePrimary() throws(Abandoned) -> Int32 {
    switch token.kind {
    case .number: return try parseNumber(from: Int(token.start))
    case .string, .stringHead: return try parseString()
    case .variable: return try parseVariable()
    case .quotedName:
      let range = advance().range
      return append(.name, range, text: text(range.dropFirst().dropLast()))
    case .name where !token.word.joins: return try parseName()
    case .sign:
      switch token.sign {
      case .parenthesisOpen, .bracketOpen: return try parseBracketed()
      case .bang: try fail(.notAnOperator("!", suggestion: "not"), at: token.range)
      default: try failMissing(.value)
      }
    default: try failMissing(.value)
    }
  }

  private mutating func parseName() throws(Abandoned) -> Int32 {
    let name = advance()
    try checkName(name.range)
    if isSign(.parenthesisOpen), !token.isSpaced {
      let list = try parseList(.parenthesisClose)
      texts.append(text(name.range))
      nodes[Int(list)].kind = .call
      nodes[Int(list)].payload = texts.count - 1
      nodes[Int(list)].start = name.start
      nodes[Int(list)].nameCount = UInt16(truncatingIfNeeded: name.end - name.start)
      return list
    }
    switch name.word {
    case .all where token.kind == .name && grammar.kinds.index(of: source.span, token.range) != nil:
      // `all cards` is the kind even if a row has a field with that name.
      let kind = advance().range
      return append(.name, Int(name.start)..<kind.upperBound, text: text(kind), flag: true)
    case .true, .false: return append(.truth, name.range, payload: name.word == .true ? 1 : 0)
    case .none: return append(.nothing, name.range)
    default: return append(.name, name.range, text: text(name.range))
    }
  }

  mutating func parseVariable() throws(Abandoned) -> Int32 {
    let range = token.range
    guard range.count > 1, source[range.lowerBound + 1].isNameStart else {
      try fail(.missing(.name, after: "$"), at: range.lowerBound..<range.lowerBound + 1)
    }
    at += 1
    try checkName(range.dropFirst())
    return append(.variable, range, text: text(range.dropFirst()))
  }

  private mutating func parseNumber(from start: Int) throws(Abandoned) -> Int32 {
    let number = advance()
    var range = start..<Int(number.end)
    if !token.isSpaced, token.kind == .name || token.kind == .number {
      let whole = start..<token.range.upperBound
      let literal: Value?
      do { literal = try Value(literal: source.span.extracting(whole)) } catch {
        try fail(.durationTooLarge, at: whole)
      }
      guard literal != nil else { try fail(.unexpected(found, after: .number), at: token.range) }
      _ = advance()
      range = whole
    }
    let value: Value?
    do { value = try Value(literal: source.span.extracting(range)) } catch {
      let isWhole = !source[range].contains { $0 == 0x2E || $0 | 0x20 == 0x65 }
      try fail(.numberTooLarge(isWhole: isWhole), at: range)
    }
    switch value {
    case .number(let number): return append(.number, range, payload: number)
    case .decimal(let number):
      return append(.decimal, range, payload: Int(truncatingIfNeeded: number.bitPattern))
    case .duration(let seconds): return append(.duration, range, payload: seconds)
    default: try fail(.unexpected(.token("_"), after: .number), at: range.upperBound - 1..<range.upperBound)
    }
  }

  // MARK: Brackets

  /// Parses `( expression )`, a list in parentheses, or `[ … ]`.
  private mutating func parseBracketed() throws(Abandoned) -> Int32 {
    let isGroup = isSign(.parenthesisOpen)
    let list = try parseList(isGroup ? .parenthesisClose : .bracketClose)
    let first = nodes[Int(list)].first
    if isGroup, first >= 0, nodes[Int(first)].next < 0 { nodes[Int(list)].kind = .group }
    return list
  }

  /// Parses expressions between two brackets, separated by commas, or `[ expression for name in list ]`.
  private mutating func parseList(_ close: Sign) throws(Abandoned) -> Int32 {
    let open = Int(advance().start)
    let outer = scope.isInSelection
    scope.isInSelection = false
    defer { scope.isInSelection = outer }
    var chain = Chain()
    while !isSign(close) {
      expect(.wanted(.value, usage: nil))
      try checkIsOpen(close, at: open)
      add(try parseExpression(), to: &chain)
      if close == .bracketClose, chain.first == chain.last {
        expect(.wanted(.sign(Keyword.for.rawValue), usage: nil))
        if take(.for) { return try parseComprehension(of: chain.first, from: open) }
      }
      if take(.comma) || isSign(close) { continue }
      try checkIsOpen(close, at: open)
      try failBroken()
      let sign = close == .parenthesisClose ? ")" : "]"
      try fail(.expected(.commaOr(sign), insteadOf: found, suggestion: nearWord), at: token.range)
    }
    at += 1
    return append(.list, range(from: open), first: chain.first)
  }

  private mutating func parseComprehension(of body: Int32, from open: Int) throws(Abandoned) -> Int32 {
    let usage = "[EXPRESSION for NAME in LIST]"
    let name = try parseElementName(usage)
    guard take(.in) else { try failMissing(.sign("in"), usage: usage) }
    let source = try parseExpression()
    try expectBracketClosed(at: open)
    return append(.comprehension, range(from: open), first: link(body, name, source))
  }
}
