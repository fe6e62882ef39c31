extension Parser {
  /// `{ statement … }`
  mutating func parseBlock() throws(Abandoned) -> Int32 {
    let start = position
    guard byte() == 0x7B else { try failMissing(.block) }
    try enter()
    defer { depth -= 1 }
    position += 1
    let (brackets, isInSelection) = (brackets, isInSelection)
    self.brackets = 0
    self.isInSelection = false
    let first = parseStatements(isBlock: true)
    self.brackets = brackets
    self.isInSelection = isInSelection
    guard byte() == 0x7D else { try failOpen(.brace, at: start) }
    position += 1
    return append(.block, from: start, first: first)
  }

  /// The text ended within something that began at `start`: told once, for the innermost.
  mutating func failOpen(_ opening: LanguageError.Opening, at start: Int) throws(Abandoned) -> Never {
    if endsOpen { throw Abandoned() }
    endsOpen = true
    try fail(.neverClosed(opening), at: start..<start + 1)
  }

  /// `let name = expression`
  mutating func parseLet(from start: Int) throws(Abandoned) -> Int32 {
    let name = try parseName(Keyword.let.usage)
    skipBlanks()
    guard byte() == 0x3D, byte(ahead: 1) != 0x3D else {
      try failMissing(.sign("="), usage: Keyword.let.usage)
    }
    position += 1
    let value = try parseExpression()
    try expectEnd()
    return append(.assign, from: start, first: link(name, value))
  }

  /// `def name {name} block`
  mutating func parseDefinition(from start: Int) throws(Abandoned) -> Int32 {
    let name = try parseName(Keyword.def.usage, isCommand: true)
    let bytes = UnsafeBufferPointer(rebasing: self.bytes[nodes[Int(name)].range])
    if language.statementNames.index(of: bytes, hash: NameHash.of(bytes)) != nil {
      try fail(.commandExists(String(decoding: bytes, as: UTF8.self)), at: nodes[Int(name)].range)
    }
    var last = name
    skipBlanks()
    while byte().isNameStart {
      let parameter = try parseName(Keyword.def.usage)
      try checkIsNew(parameter, from: name)
      nodes[Int(last)].next = parameter
      last = parameter
      skipBlanks()
    }
    let block = try parseBlock()
    nodes[Int(last)].next = block
    try expectEnd()
    return append(.define, from: start, first: name)
  }

  /// A definition's parameters have names of their own.
  private mutating func checkIsNew(_ parameter: Int32, from name: Int32) throws(Abandoned) {
    let bytes = UnsafeBufferPointer(rebasing: self.bytes[nodes[Int(parameter)].range])
    var earlier = nodes[Int(name)].next
    while earlier >= 0 {
      let node = nodes[Int(earlier)]
      if self.bytes[node.range].elementsEqual(bytes) {
        try fail(.parameterExists(String(decoding: bytes, as: UTF8.self)), at: nodes[Int(parameter)].range)
      }
      earlier = node.next
    }
  }

  /// `if expression block {else if expression block} [else block]`; each `else` hangs on the one before.
  mutating func parseBranch(from start: Int) throws(Abandoned) -> Int32 {
    let condition = try parseCondition()
    let block = try parseBlock()
    let branch = append(.branch, from: start, first: link(condition, block))
    var last = block
    while nextWord(is: "else") {
      skipBlanks()
      position += 4
      skipBlanks()
      guard nextWord(is: "if") else {
        let otherwise = try parseBlock()
        nodes[Int(last)].next = otherwise
        break
      }
      let from = position
      position += 2
      let condition = try parseCondition()
      let block = try parseBlock()
      nodes[Int(last)].next = append(.branch, from: from, first: link(condition, block))
      last = block
    }
    nodes[Int(branch)].end = UInt32(truncatingIfNeeded: position)
    try expectEnd()
    return branch
  }

  /// `repeat expression block`, `while expression block`
  mutating func parseLoop(_ kind: Node.Kind, from start: Int) throws(Abandoned) -> Int32 {
    let condition = try parseCondition()
    let block = try parseBlock()
    try expectEnd()
    return append(kind, from: start, first: link(condition, block))
  }

  /// `for name in selection block`
  mutating func parseFor(from start: Int) throws(Abandoned) -> Int32 {
    let name = try parseName(Keyword.for.usage)
    skipBlanks()
    guard nextWord(is: "in") else { try failMissing(.sign("in"), usage: Keyword.for.usage) }
    position += 2
    let list = try parseCondition()
    let block = try parseBlock()
    try expectEnd()
    return append(.forLoop, from: start, first: link(name, list, block))
  }

  private mutating func parseCondition() throws(Abandoned) -> Int32 {
    let condition = try parseExpression()
    skipBlanks()
    return condition
  }

  /// - Parameter isCommand: a command's name may have `-` in it, which elsewhere subtracts.
  mutating func parseName(_ usage: String, isCommand: Bool = false) throws(Abandoned) -> Int32 {
    skipBlanks()
    let start = position
    guard byte().isNameStart else { try failMissing(.name, usage: usage) }
    while byte().isNamePart || (isCommand && byte() == 0x2D) { position += 1 }
    guard position - start <= limits.name else { try failName(start..<position) }
    let hash = NameHash.of(UnsafeBufferPointer(rebasing: bytes[start..<position]))
    return append(.name, from: start, payload: Int(hash))
  }

  mutating func expectEnd() throws(Abandoned) {
    skipBlanks()
    guard isAtEnd() else { try fail(.unexpected(found()), at: tokenRange()) }
  }

  /// Whether the next word, past blanks, is exactly `word`.
  func nextWord(is word: StaticString) -> Bool {
    var place = position
    while place < bytes.count, bytes[place].isBlank { place += 1 }
    let count = word.utf8CodeUnitCount
    guard count <= bytes.count - place else { return false }
    let isEqual = word.withUTF8Buffer { word in
      for index in 0..<count where bytes[place + index] != word[index] { return false }
      return true
    }
    return isEqual && (place + count >= bytes.count || !bytes[place + count].isNamePart)
  }

  func nextIsAssignment() -> Bool {
    var place = position
    while place < bytes.count, bytes[place].isBlank { place += 1 }
    guard place < bytes.count, bytes[place] == 0x3D else { return false }
    return place + 1 >= bytes.count || bytes[place + 1] != 0x3D
  }

  mutating func failAssignment(_ start: Int) throws(Abandoned) -> Never {
    let name = String(decoding: bytes[start..<position], as: UTF8.self)
    try fail(.unknownCommand(name, suggestion: "let \(name) = …"), at: start..<position)
  }
}
