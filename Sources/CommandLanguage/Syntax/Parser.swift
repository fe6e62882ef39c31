/// Turns a text into a flat tree in one pass; a problem is noted and parsing resumes at the next
/// statement, so that every problem of a text is found.
struct Parser {
  let bytes: UnsafeBufferPointer<UInt8>
  let language: Language
  private let limitsPointer: UnsafePointer<Limits>
  var limits: Limits { @inline(__always) get { limitsPointer.pointee } }
  var position = 0
  var nodes: [Node] = []
  var diagnostics: [Diagnostic] = []
  /// How many blocks, brackets and operators are open.
  var depth = 0
  /// Inside brackets a line end is a blank.
  var brackets = 0
  /// Whether `where`, `by` and `limit` belong to a selection further out.
  var isInSelection = false
  /// Whether the text ended within a block, a bracket or a string.
  var endsOpen = false

  /// Ends a statement; what is wrong is already noted.
  struct Abandoned: Error {}

  /// - Parameter limits: must stay where they are as long as the parser is used.
  init(_ bytes: UnsafeBufferPointer<UInt8>, language: Language, limits: UnsafePointer<Limits>) {
    self.bytes = bytes
    self.language = language
    limitsPointer = limits
  }

  /// Parses the whole text as statements; the root, a block, is the last node.
  mutating func parseScript() -> Int32 {
    guard acceptsText() else { return append(.block, from: 0) }
    let first = parseStatements(isBlock: false)
    return append(.block, from: 0, first: first)
  }

  /// Parses the whole text as one expression, selection or block, for syntax that a host kept as text.
  mutating func parseWhole(_ shape: ParameterInfo.Shape) -> Int32? {
    guard acceptsText() else { return nil }
    do {
      skipBlanks()
      let root =
        switch shape {
        case .block: try parseBlock()
        case .selection: try parseSelection()
        default: try parseExpression()
        }
      skipBlanks()
      if position < bytes.count { try fail(.unexpected(found()), at: tokenRange()) }
      return diagnostics.isEmpty ? root : nil
    } catch { return nil }
  }

  // MARK: Statements

  /// Statements up to the end of the text or, in a block, its `}`; the index of the first, or -1.
  mutating func parseStatements(isBlock: Bool) -> Int32 {
    var first: Int32 = -1
    var last: Int32 = -1
    while true {
      skipSeparators()
      if position >= bytes.count { return first }
      if bytes[position] == 0x7D {
        if isBlock { return first }
        note(.neverOpened(.brace), at: position..<position + 1)
        position += 1
        continue
      }
      do throws(Abandoned) {
        let statement = try parseStatement()
        if last >= 0 { nodes[Int(last)].next = statement } else { first = statement }
        last = statement
      } catch {
        recover()
      }
    }
  }

  mutating func parseStatement() throws(Abandoned) -> Int32 {
    let start = position
    guard bytes[position].isNameStart else {
      try fail(.notACommand(found()), at: tokenRange())
    }
    var hash = NameHash.seed
    var place = start
    while place < bytes.count, bytes[place].isNamePart || bytes[place] == 0x2D {
      hash = NameHash.combine(hash, bytes[place])
      place &+= 1
    }
    position = place
    let name = UnsafeBufferPointer(rebasing: bytes[start..<position])
    guard let index = language.statementNames.index(of: name, hash: hash) else {
      guard name.count <= limits.name else { try failName(start..<position) }
      if byte() == 0x3D || nextIsAssignment() { try failAssignment(start) }
      return try parseCommand(from: start, payload: ~Int(hash), description: nil)
    }
    if index >= Keyword.allCases.count {
      let command = index - Keyword.allCases.count
      let description = language.isPlain[command] ? nil : language.commands[command].description
      return try parseCommand(from: start, payload: command, description: description)
    }
    return try parseKeyword(Keyword.allCases[index], from: start)
  }

  mutating func parseKeyword(_ keyword: Keyword, from start: Int) throws(Abandoned) -> Int32 {
    switch keyword {
    case .let: return try parseLet(from: start)
    case .def: return try parseDefinition(from: start)
    case .if: return try parseBranch(from: start)
    case .repeat: return try parseLoop(.repeatLoop, from: start)
    case .while: return try parseLoop(.whileLoop, from: start)
    case .for: return try parseFor(from: start)
    case .else: try fail(.elseWithoutIf, at: start..<position)
    }
  }

  // MARK: Nodes

  @inline(__always)
  mutating func append(
    _ kind: Node.Kind, from start: Int, to end: Int? = nil, payload: Int = 0, first: Int32 = -1,
    flag: Bool = false, nameCount: Int = 0
  ) -> Int32 {
    let index = Int32(truncatingIfNeeded: nodes.count)
    nodes.append(
      Node(
        payload: payload, first: first, next: -1, start: UInt32(truncatingIfNeeded: start),
        end: UInt32(truncatingIfNeeded: end ?? position), kind: kind, flag: flag,
        nameCount: UInt16(truncatingIfNeeded: nameCount)))
    return index
  }

  /// Makes each node of `chain` the sibling of the one before; gives the first.
  mutating func link(_ chain: Int32...) -> Int32 {
    for index in chain.indices.dropFirst() { nodes[Int(chain[index - 1])].next = chain[index] }
    return chain.first ?? -1
  }
}
