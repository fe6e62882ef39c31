extension Parser {
  /// Parses `name {argument}`.
  ///
  /// - Parameter index: the index of the command in the grammar; -1 for a command that may be defined with `def`.
  mutating func parseCommand(_ index: Int) throws(Abandoned) -> Int32 {
    let name = advance()
    let isPlain = index < 0 || grammar.commands[index].isPlain
    if index < 0 { try checkName(name.range) }
    if !token.isSpaced, !isAtEnd { try checkGlue(after: name) }
    var chain = Chain()
    var hasOptions = false
    var positional = 0
    while !isAtEnd {
      if token.kind == .option {
        add(try parseOption(of: index, behind: chain.first), to: &chain)
        hasOptions = true
        continue
      }
      if !isPlain, positional < grammar.commands[index].slots.count {
        add(try parseArgument(for: positional, of: grammar.commands[index]), to: &chain)
      } else {
        add(try parseArgument(), to: &chain)
      }
      if index >= 0 { readWord(chain.last, grammar.commands[index].slots, positional) }
      positional += 1
      if !isAtEnd, !token.isSpaced {
        let rest = index < 0 ? nil : grammar.commands[index].slots.dropFirst(positional).first
        try checkGlue(after: nil, before: rest?.shape, usage: index < 0 ? "" : grammar.commands[index].usage)
      }
    }
    expect(.argument(command: index, name: name.range, first: chain.first))
    return append(
      .command, range(from: Int(name.start)), payload: index, first: chain.first, flag: hasOptions,
      nameCount: name.range.count)
  }

  /// Stores the value of a plain word whose meaning doesn't depend on the host. Invalid words are reported later.
  private mutating func readWord(_ index: Int32, _ slots: [ParameterInfo], _ position: Int) {
    guard nodes[Int(index)].kind == .word, let last = slots.indices.last,
      // A repeated parameter accepts all remaining arguments.
      let read = slots[min(position, last)].readWord,
      let meaning = try? read(source.span.extracting(nodes[Int(index)].range))
    else { return }
    nodes[Int(index)].payload = meaning
    nodes[Int(index)].flag = true
  }

  /// Fails because the token follows a word without a blank, unless the token begins a block or, after a command's
  /// name, a string or an expression in parentheses.
  ///
  /// - Parameter next: the syntax of the argument after the word; a missing expression or selection is explained by
  ///   `usage`.
  private mutating func checkGlue(
    after name: Token?, before next: ArgumentShape? = nil, usage: String = ""
  ) throws(Abandoned) {
    try failBroken()
    let first = source[Int(token.start)]
    if name != nil {
      if [0x7B, 0x28, 0x22].contains(first) { return }
      try fail(.unexpected(found, after: .command), at: token.range)
    }
    if first == 0x7B { return }
    if token.kind == .sign, token.sign == .parenthesisClose { try failUnexpected() }
    let sign = String(decoding: source[Int(token.start)...Int(token.start)], as: UTF8.self)
    // In `constraint count(units) < 3`, the name is missing, so a note about joining words would mislead.
    let isUsage = next == .expression || next == .selection
    let range = Int(token.start)..<Int(token.start) + 1
    try fail(
      .gluedToWord(.token(sign), isSelectionNext: next == .selection, usage: isUsage ? usage : nil), at: range
    )
  }

  private mutating func parseArgument(
    for position: Int, of command: CommandGrammar
  ) throws(Abandoned) -> Int32 {
    let slot = command.slots[position]
    if slot.isAssigned {
      guard take(.assign) else { try failMissing(.sign("="), usage: command.usage) }
    }
    let next = position + 1 < command.slots.count ? command.slots[position + 1].introduction : nil
    if let introduction = slot.introduction {
      guard take(introduction) else { try failMissing(.sign(introduction), usage: command.usage) }
      if slot.shape == .word {
        // The words of a plain argument have been read as names and numbers.
        let start = Int(token.start)
        while !isAtEnd, token.kind == .name || token.kind == .number { at += 1 }
        expect(.plainWord)
        if isAtEnd, start == Int(token.start) {
          try fail(.missing(.value, usage: command.usage), at: lastEnd..<lastEnd)
        }
        if !isAtEnd || start == Int(token.start) { try failUnexpected() }
        return append(.word, start..<Int(tokens[at - 1].end))
      }
      if isAtEnd { try failMissing(.value, usage: command.usage) }
    }
    switch slot.shape {
    // `constraint few = …`
    case .expression where isSign(.assign): try failMissing(.value, usage: command.usage)
    case .expression:
      return try parseToEnd(isList: slot.occurrence == .repeated, before: next, usage: command.usage)
    case .selection:
      let start = token.range
      if token.kind != .name { try failMissing(.selection, usage: command.usage) }
      let selection = try parseSelection()
      // A function returns a value, not a selection: `watch n = count(units)`.
      if isSign(.parenthesisOpen) {
        try fail(.expected(.selection, insteadOf: .token(text(start)), usage: command.usage), at: start)
      }
      if !isAtEnd { try failUnexpected() }
      return selection
    case .rest:
      let range = advance().range
      return append(.rest, range)
    case .block: return try parseBlock()
    case .word: return try parseArgument()
    }
  }

  /// Parses `word | number | string | path | block`, where a path begins with `$name`, `( expression )` or `[ … ]`.
  private mutating func parseArgument() throws(Abandoned) -> Int32 {
    switch token.kind {
    case .word:
      let word = advance()
      if word.flag { try checkVisible(word.range) }
      return append(.word, word.range)
    case .string, .stringHead: return try parseString()
    case .variable: return try parsePath()
    case .sign:
      switch token.sign {
      case .parenthesisOpen, .bracketOpen: return try parsePath()
      case .braceOpen: return try parseBlock()
      case .parenthesisClose: try fail(.neverOpened(.parenthesis), at: token.range)
      default: try failUnexpected()
      }
    default: try failUnexpected()
    }
  }

  /// Parses a value with its properties and indices. A selection cannot continue among words.
  private mutating func parsePath() throws(Abandoned) -> Int32 {
    let outer = scope.isInSelection
    scope.isInSelection = true
    defer { scope.isInSelection = outer }
    return try parsePostfix()
  }

  private mutating func parseOption(of command: Int, behind first: Int32) throws(Abandoned) -> Int32 {
    let name = advance()
    try checkName(name.range.dropLast(1))
    guard !isAtEnd, !token.isSpaced else {
      expect(.optionValue(command: command, name: name.range.dropLast(1), first: first))
      try fail(.missing(.value, after: "="), at: Int(name.end) - 1..<Int(name.end))
    }
    let value = try parseArgument()
    return append(
      .option, range(from: Int(name.start)), first: value, nameCount: name.range.count - 1)
  }

  /// Parses an expression up to the end of the statement or, with `isList`, several separated by commas.
  ///
  /// - Parameter introduction: the words that introduce the next argument, if there is one.
  private mutating func parseToEnd(
    isList: Bool, before introduction: String?, usage: String
  ) throws(Abandoned) -> Int32 {
    let start = Int(token.start)
    let first = try parseExpression()
    if let introduction {
      expect(.wanted(.sign(introduction), usage: usage))
      if isAt(introduction) { return first }
    }
    guard isList, isSign(.comma) else {
      if !isAtEnd { try failUnexpected() }
      return first
    }
    var chain = Chain(first: first, last: first)
    while take(.comma) { add(try parseExpression(), to: &chain) }
    if !isAtEnd { try failUnexpected() }
    return append(.list, range(from: start), first: first, flag: true)
  }

  private func isAt(_ words: String) -> Bool {
    var index = at
    for word in words.utf8.split(separator: 0x20) {
      guard index < tokens.count, tokens[index].kind == .name,
        source[tokens[index].range].elementsEqual(word)
      else { return false }
      index += 1
    }
    return true
  }

  private mutating func take(_ words: String) -> Bool {
    guard isAt(words) else { return false }
    at += words.utf8.count { $0 == 0x20 } + 1
    return true
  }
}
