import TerminalText

/// A highlighter that assigns a style to each part of a text that is being typed. The text is parsed as if all open
/// brackets and strings were closed at its end. The cost does not depend on the number of objects.
struct Highlighter {
  private let interpreter: Interpreter
  private let bytes: [UInt8]
  private let tokens: [Token]
  /// The statements with resolved names, as far as they can be parsed.
  private let program: Program
  private let root: Int32
  /// The errors in names and arguments, with ranges in the text.
  private let problems: [Diagnostic]
  /// The styles of the tokens, by index; `nil` means no style.
  private var styles: [HighlightStyle?]

  init(_ interpreter: Interpreter, _ bytes: [UInt8]) {
    self.interpreter = interpreter
    self.bytes = bytes
    let grammar = interpreter.language.grammar
    var lexer = Lexer(grammar, reading: bytes.span)
    let count = lexer.tokens.count
    let closed = bytes + Self.closing(lexer.frames)
    lexer.scan(closed.span, bytes.count..<closed.count)
    var parser = Parser(grammar, interpreter.limits)
    parser.begin(closed)
    root = parser.parse(closed.span, 0..<closed.count, &lexer, line: 1).root
    tokens = Array(lexer.tokens.prefix(count))
    let read = parser.end(closed, 0..<closed.count)
    var declared = Declared()
    declared.add(read, [0...Int32(truncatingIfNeeded: read.nodes.count - 1)], interpreter.language)
    // The copy keeps the names of the text apart from those of the session.
    let variables = Variables(copying: interpreter.variables)
    var resolver = Resolver(read, interpreter.language, variables, declared)
    problems = resolver.resolve(root, checksTypes: false)
    program = resolver.finish()
    styles = Array(repeating: nil, count: count)
    styleTokens()
    styleNodes()
    styleProblems()
  }

  /// Returns the closing delimiters of the frames, innermost first.
  private static func closing(_ frames: [Lexer.Frame]) -> [UInt8] {
    var text = ""
    for frame in frames.reversed() {
      switch frame.kind {
      case .block: text += "}"
      case .parenthesis: text += ")"
      case .bracket: text += "]"
      case .interpolation: text += frame.isLong ? ")\"\"\"" : ")\""
      case .text: text += "\"\"\""
      }
    }
    return Array(text.utf8)
  }

  func highlights() -> [Highlight] {
    var found: [Highlight] = []
    var end = 0
    for (token, style) in zip(tokens, styles) {
      found += comments(in: end..<Int(token.start))
      if let style, !token.range.isEmpty { found.append(Highlight(range: token.range, style: style)) }
      end = Int(token.end)
    }
    return found + comments(in: end..<bytes.count)
  }

  /// Returns the comments between two tokens, where only blanks and comments can occur.
  private func comments(in gap: Range<Int>) -> [Highlight] {
    guard !gap.isEmpty else { return [] }
    var found: [Highlight] = []
    var offset = gap.lowerBound
    while let start = bytes[offset..<gap.upperBound].firstIndex(of: 0x23) {
      let end = bytes[start..<gap.upperBound].firstIndex(of: 0x0A) ?? gap.upperBound
      found.append(Highlight(range: start..<end, style: .comment))
      offset = end
    }
    return found
  }

  // MARK: Tokens

  private mutating func styleTokens() {
    var isFirst = true
    for (offset, token) in tokens.enumerated() {
      styles[offset] =
        isFirst && token.kind == .name ? style(ofFirst: token) : style(of: token)
      isFirst =
        token.kind == .lineEnd
        || token.kind == .sign && (token.sign == .braceOpen || token.sign == .braceClose)
    }
  }

  private func style(ofFirst token: Token) -> HighlightStyle {
    let statement = Int(token.statement)
    if statement >= Keyword.allCases.count {
      return interpreter.isForbidden(statement - Keyword.allCases.count) ? .unknown : .command
    }
    if statement >= 0 || token.word != .other { return .keyword }
    let name = String(decoding: bytes[token.range], as: UTF8.self)
    let offset = interpreter.variables.symbols.definition(named: name)
    if offset.map({ interpreter.variables.parameters(of: $0) != nil }) == true { return .command }
    return isKnown(name) ? .name : .unknown
  }

  private func style(of token: Token) -> HighlightStyle? {
    switch token.kind {
    case .lineEnd: token.range.isEmpty || bytes[Int(token.start)] == 0x0A ? nil : .mark
    case .end, .rest: nil
    case .word: DecimalReader.number(bytes.span.extracting(token.range), as: .word) == nil ? nil : .number
    case .option: .keyword
    case .name: token.word == .other ? .name : .keyword
    case .quotedName, .variable: .name
    case .number: .number
    case .sign: token.sign == .other ? nil : .mark
    case .string, .stringHead, .stringMiddle, .stringTail, .brokenString: .string
    }
  }

  // MARK: Nodes

  private mutating func styleNodes() {
    // The meaning of a later statement may depend on the effect of an earlier one.
    let first = program[root].first
    let sure = first < 0 ? 0..<0 : program[first].range
    for index in program.nodes(of: root) {
      let node = program[index]
      switch node.kind {
      case .callBuiltin, .callHost, .callKind, .callDefinition: style(node.nameRange, .command)
      case .commandOfDefinition: style(node.nameRange, .command)
      case .worldName where sure.contains(node.range.lowerBound):
        if !isInBlock(node.range, of: first), !isKnown(program.texts[node.payload]) {
          style(node.range, .unknown)
        }
      case .command where node.payload >= 0:
        styleArguments(of: node, isSure: sure == node.range)
      default: break
      }
    }
  }

  /// Returns a Boolean value that indicates whether a part of a statement is in a block, which may run later.
  private func isInBlock(_ range: Range<Int>, of statement: Int32) -> Bool {
    return program.children(of: statement).contains { child in
      program[child].kind == .block && program[child].range.contains(range.lowerBound)
    }
  }

  private mutating func styleArguments(of node: Node, isSure: Bool) {
    let command = interpreter.language.commands[node.payload]
    let positional = command.positional
    var position = 0
    for child in program.children(of: node) {
      var argument = child
      var parameter: ParameterInfo?
      if program[child].kind == .option {
        let name = program.text(program[child].nameRange)
        parameter = command.option(named: name)
        argument = program[child].first
      } else {
        if !positional.isEmpty { parameter = positional[min(position, positional.count - 1)] }
        position += 1
      }
      if let parameter, program[argument].kind == .word { style(program[argument].range, parameter, isSure) }
    }
  }

  private mutating func style(_ range: Range<Int>, _ parameter: ParameterInfo, _ isSure: Bool) {
    let bytes = bytes
    let word = bytes.span.extracting(range)
    if let id = parameter.kind, let kind = interpreter.language.kindIndex(id) {
      let isKnown = interpreter.kinds[kind].find(word) != nil
      if isKnown || isSure { style(range, isKnown ? .name : .unknown) }
    } else if let read = parameter.readWord {
      var isUnknown = false
      do { _ = try read(word) } catch { isUnknown = Self.isAboutName(Explanation(of: error)) }
      if isUnknown { style(range, .unknown) }
    }
  }

  private func isKnown(_ name: String) -> Bool {
    if let offset = interpreter.variables.symbols.variable(named: name), interpreter.variables.isSet(offset) {
      return true
    }
    let language = interpreter.language
    if language.constant(name) != nil || language.kinds.contains(where: { $0.name == name }) { return true }
    return interpreter.host.value(named: Array(name.utf8).span) != nil
  }

  // MARK: Problems

  private mutating func styleProblems() {
    for problem in problems where Self.isAboutName(problem.explanation) {
      style(problem.range, .unknown)
    }
  }

  private static func isAboutName(_ explanation: Explanation) -> Bool {
    explanation.isUnknownName && explanation.kind != LanguageError.Kind.unknownProperty.rawValue
  }

  private mutating func style(_ range: Range<Int>, _ style: HighlightStyle) {
    var offset = tokens.partitionIndex { Int($0.start) >= range.lowerBound }
    while offset < tokens.count, Int(tokens[offset].start) < range.upperBound {
      styles[offset] = style
      offset += 1
    }
  }
}
