import TerminalText

/// The completions at a position: what the parser would accept there, with names from the declarations and the host.
struct Completion {
  let interpreter: Interpreter
  let bytes: [UInt8]
  let word: Range<Int>
  /// The continuations that the parser would accept in place of the word.
  let expectation: Expectation
  /// The range of the name of the function whose first argument is the word, if the word is a string; otherwise `nil`.
  let callee: Range<Int>?
  let listsNames: Bool
  private(set) var candidates: [Completions.Candidate] = []
  var others = Completions.Others.none

  init(_ interpreter: Interpreter, _ text: [UInt8], _ cursor: Int, listsNames: Bool = true) {
    self.interpreter = interpreter
    self.listsNames = listsNames
    let grammar = interpreter.language.grammar
    let typed = Array(text[..<min(max(0, cursor), text.count)])
    let lexer = Lexer(grammar, reading: typed.span)
    var parser = Parser(grammar, interpreter.limits)
    var start = typed.count
    var found = Expectation()
    callee = Self.callee(lexer.tokens)
    if lexer.isInComment || lexer.frames.last.map({ $0.kind == .text }) == true {
      // Nothing is completed in a comment or a text.
    } else if let path = Self.variablePath(lexer.tokens, typed) {
      found = parser.expectation(of: Array(typed[path]), as: .expression)
    } else {
      start = Self.wordStart(lexer.tokens, typed.count)
      found = parser.expectation(of: Array(typed[..<start]))
    }
    bytes = typed
    word = start..<typed.count
    expectation = found
  }

  var language: Language { interpreter.language }

  mutating func completions() -> Completions {
    for item in expectation.items { add(item) }
    var seen: Set<String> = []
    let fitting = candidates.filter { Self.begins($0.text, prefix) && seen.insert($0.text).inserted }
    return Completions(replaced: word, candidates: fitting, others: others)
  }

  /// Returns the rest of the only candidate, if nothing else is allowed.
  mutating func onlyContinuation() -> String? {
    let found = completions()
    guard found.others == .none, found.candidates.count == 1, let only = found.candidates.first,
      only.text.utf8.starts(with: prefix.utf8), only.text.utf8.count > prefix.utf8.count
    else { return nil }
    return String(decoding: Array(only.text.utf8.dropFirst(prefix.utf8.count)), as: UTF8.self)
  }

  mutating func offer(_ text: String, _ summary: String = "", isFinal: Bool = true) {
    candidates.append(Completions.Candidate(text, summary: summary, isFinal: isFinal))
  }

  mutating func offer(_ more: [Completions.Candidate]) { candidates += more }

  mutating func allow(_ more: Completions.Others) {
    if others == .none || more == .anything { others = more }
  }

  // MARK: Expected tokens

  private mutating func add(_ item: Expectation.Item) {
    switch item.kind {
    case .statement: addStatements(item.scope)
    case .plainWord: allow(.anything)
    case .elseBranch: offer(Keyword.else.rawValue, Keyword.else.summary)
    case .argument(let command, let name, let first): addArgument(command, name, first, item.scope)
    case .optionValue(let command, let name, let first):
      addOptionValue(command, name, first, item.scope)
    case .wanted(let wanted, let usage): add(wanted, usage, item.scope)
    case .property(let first, let last):
      let type = self.type(ofPath: first, through: last, item.scope)
      addProperties(of: type == .unknown ? self.type(ofValueFrom: first, through: last, item.scope) : type)
    case .operators(let operand, let least, let most):
      addOperators(behind: operand, least, most, item.scope)
    case .caseName(let state):
      for name in self.type(of: state, item.scope).caseNames { offer(name) }
    case .parts(let words, let base): addParts(words, of: self.type(of: base, item.scope))
    case .format: addFormats()
    }
  }

  /// Returns the type of the current value of a path, for properties that the host creates at run time.
  private func type(ofValueFrom first: Int32, through last: Int32, _ scope: ParserScope) -> ValueType {
    let nodes = expectation.nodes
    let start = nodes[Int(first)]
    guard listsNames, scope.rows.isEmpty, start.kind == .name,
      !scope.names.contains(expectation.texts[start.payload]),
      let path = try? interpreter.expression(
        text(start.range.lowerBound..<nodes[Int(last)].range.upperBound)),
      !path.kept.program.nodes.contains(where: { $0.kind == .call }),
      let value = try? interpreter.evaluate(path)
    else { return .unknown }
    return self.type(of: value)
  }

  private mutating func add(_ wanted: LanguageError.Wanted, _ usage: String?, _ scope: ParserScope) {
    switch wanted {
    case .value: addValue(scope)
    case .selection: addKinds()
    case .block: offer("{")
    case .sign(let sign): offer(sign)
    case .name:
      let isOuter = usage == Keyword.outer.usage
      if isOuter || usage == Keyword.let.usage {
        for name in interpreter.variables.variableNames { offer(name) }
      }
      if !isOuter { allow(.anything) }
    case .property, .caseName, .commaOr: break
    }
  }

  private mutating func addStatements(_ scope: ParserScope) {
    for (index, command) in language.commands.enumerated()
    where !command.traits.contains(.hidden) && !interpreter.isForbidden(index) {
      offer(command.name, command.summary)
    }
    for keyword in Keyword.allCases {
      switch keyword {
      // The executor records whether the previous line ended in a branch that `else` can follow.
      case .else: if interpreter.executor.lastBranch == nil || !isAtBeginning { continue }
      case .break, .continue: if scope.loops == 0 { continue }
      case .return: if !scope.isDefinition { continue }
      default: break
      }
      offer(keyword.rawValue, keyword.summary)
    }
    for name in interpreter.variables.definitionNames { offer(name, "defined with “def”") }
    addKinds()
  }

  /// A Boolean value that indicates whether the surrounding command has a condition that may compare states.
  var isInRule: Bool {
    let separators: [UInt8] = [0x0A, 0x3B, 0x7B, 0x7D]
    let start = bytes.lastIndex { separators.contains($0) }.map { $0 + 1 } ?? 0
    let words = bytes[start...].split(separator: 0x20, maxSplits: 1)
    return words.first.flatMap { language.command(named: String(decoding: $0, as: UTF8.self)) }?
      .traits.contains(.comparing) ?? false
  }

  private var isAtBeginning: Bool { bytes[..<word.lowerBound].allSatisfy { $0 <= 0x20 } }

  mutating func addKinds() {
    for kind in language.kinds where !kind.plural.isEmpty { offer(kind.plural, kind.summary) }
  }

  static func begins(_ text: String, _ prefix: String) -> Bool {
    if text.utf8.starts(with: prefix.utf8) { return true }
    // A name that needs quotes may have been started without them.
    guard let quote = text.utf8.first, quote == 0x22 || quote == 0x60 else { return false }
    return text.utf8.dropFirst().starts(with: prefix.utf8)
  }
}
