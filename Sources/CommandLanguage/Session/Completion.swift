import TerminalText

/// What may stand at a place of a text, from the declarations: the statement that the place is in, the
/// words before it, and the word that is being typed. The lexer alone says what these are.
struct Completion {
  private let interpreter: Interpreter
  private let bytes: [UInt8]
  private let cursor: Int
  /// The whole words of the statement before the cursor.
  private var words: [Token] = []
  private var wordStart: Int
  private var isInBrackets = false
  private var isNowhere = false

  init(_ interpreter: Interpreter, _ bytes: [UInt8], _ cursor: Int) {
    self.interpreter = interpreter
    self.cursor = min(max(0, cursor), bytes.count)
    self.bytes = Array(bytes[..<self.cursor])
    wordStart = self.cursor
    var lexer = Lexer(interpreter.language.grammar)
    lexer.scan(self.bytes.span, 0..<self.cursor)
    isInBrackets = lexer.frames.last.map { $0.kind != .block } ?? false
    isNowhere = lexer.isInComment || lexer.frames.last?.kind == .text
    words = Array(lexer.tokens[min(lexer.statement.first, lexer.tokens.count)...])
    findWord()
  }

  /// Takes the word that the cursor stands behind from the words before it.
  private mutating func findWord() {
    guard let last = words.last, Int(last.end) == cursor, last.kind != .lineEnd else { return }
    switch last.kind {
    case .sign:
      if last.sign == .other || last.sign == .minus { return }
      // `name.` is still one word.
      if last.sign == .dot { takePath(words.count - 1) }
    case .option:
      wordStart = Int(last.start)
      words.removeLast()
    default:
      wordStart = Int(last.start)
      let place = words.count - 1
      if place > 0, words[place - 1].kind == .option, !last.isSpaced {
        wordStart = Int(words[place - 1].start)
        words.removeLast(2)
      } else if place > 1, words[place - 1].sign == .dot, !last.isSpaced {
        takePath(place - 1)
      } else {
        words.removeLast()
      }
    }
  }

  /// Takes `name.name.` with the dot at `place` as the beginning of the word.
  private mutating func takePath(_ place: Int) {
    var first = place
    while first > 0, !words[first].isSpaced,
      words[first].sign == .dot || words[first].kind == .name || words[first].kind == .variable
        || words[first].kind == .quotedName
    {
      first -= 1
      if words[first].isSpaced { break }
    }
    if words[first].kind == .sign, words[first].sign != .dot { first += 1 }
    wordStart = Int(words[first].start)
    words.removeSubrange(first...)
  }

  func completions() -> Completions {
    var replaced = wordStart..<cursor
    if isNowhere { return Completions(replaced: cursor..<cursor, candidates: []) }
    var prefix = text(replaced)
    let candidates: [Completions.Candidate]
    if words.isEmpty, !isInBrackets {
      candidates = statements()
    } else if let option = option(replaced) {
      replaced = replaced.lowerBound + option.nameCount..<cursor
      prefix = text(replaced)
      candidates = self.candidates(for: option.info, prefix)
    } else {
      candidates = arguments(prefix, &replaced)
      prefix = text(replaced)
    }
    return Completions(replaced: replaced, candidates: candidates.filter { Self.begins($0.text, prefix) })
  }

  /// The usage of the command that is being typed, and its summary.
  func hint() -> String {
    guard let word = words.first else { return "" }
    let name = text(word.range)
    if let command = interpreter.language.command(named: name) {
      return command.usage + "  " + command.summary
    }
    if let keyword = Keyword.allCases.first(where: { $0.name == name }) {
      return keyword.usage + "  " + keyword.summary
    }
    return ""
  }

  // MARK: What fits

  private func statements() -> [Completions.Candidate] {
    var candidates: [Completions.Candidate] = []
    for (index, command) in interpreter.language.commands.enumerated()
    where !command.traits.contains(.hidden) && !interpreter.marks[index].contains(.forbidden) {
      candidates.append(Completions.Candidate(command.name, summary: command.summary))
    }
    candidates += Keyword.allCases.map { Completions.Candidate($0.name, summary: $0.summary) }
    return candidates
      + interpreter.definitionNames.map { Completions.Candidate($0, summary: "made with “def”") }
  }

  private func arguments(_ prefix: String, _ replaced: inout Range<Int>) -> [Completions.Candidate] {
    if isInBrackets { return expression(&replaced) }
    guard let first = words.first else { return [] }
    guard let command = interpreter.language.command(named: text(first.range)) else {
      return Keyword.allCases.contains { $0.name == text(first.range) }
        ? expression(&replaced) : argumentNames()
    }
    let positional = command.positional
    let given = givenCount
    var candidates: [Completions.Candidate] = []
    if let wide = positional.prefix(given + 1).first(where: {
      $0.shape == .expression || $0.shape == .selection
    }) {
      return wide.shape == .selection && given <= positional.count - 1 && !wide.isAssigned
        ? kinds() : expression(&replaced)
    }
    if let last = positional.last, given < positional.count || last.occurrence == .repeated {
      candidates = self.candidates(for: positional[min(given, positional.count - 1)], prefix)
    }
    let used = words.filter { $0.kind == .option }.map { text($0.range) }
    for parameter in command.parameters {
      guard let option = parameter.option, !used.contains(option + "=") else { continue }
      candidates.append(Completions.Candidate(option + "=", summary: parameter.summary, isFinal: false))
    }
    return candidates
  }

  /// How many positional arguments stand before the word.
  private var givenCount: Int {
    var count = 0
    for (index, token) in words.enumerated().dropFirst() where token.isSpaced {
      if token.kind != .option, !(token.kind == .sign && token.sign == .assign) { count += 1 }
      _ = index
    }
    return count
  }

  private func candidates(for info: ParameterInfo, _ prefix: String) -> [Completions.Candidate] {
    if info.shape == .block { return [Completions.Candidate("{")] }
    var candidates = known(info.names, prefix.hasPrefix("\"") ? String(prefix.dropFirst()) : prefix)
    if let id = info.kind, let kind = interpreter.language.kindIndex(id) {
      for row in interpreter.kinds[kind].ids().prefix(NearNames.countMax) {
        candidates.append(Completions.Candidate(interpreter.name(of: ObjectReference(kind: id, id: row))))
      }
    }
    candidates += info.candidates(interpreter.world)
    return candidates.map { candidate in
      var candidate = candidate
      candidate.text = info.shape == .rest ? candidate.text : Quoting.word(candidate.text)
      // A quoted folder's path goes on.
      if !candidate.isFinal, candidate.text.hasPrefix("\"") { candidate.text.removeLast() }
      return candidate
    }
  }

  private func known(_ names: ParameterInfo.KnownNames?, _ prefix: String) -> [Completions.Candidate] {
    switch names {
    case .topics: interpreter.helpNames()
    case .settings: interpreter.settingNames.map { Completions.Candidate($0) }
    case .variables:
      (interpreter.variableNames + interpreter.definitionNames).map { Completions.Candidate($0) }
    case .paths:
      (interpreter.files?.paths(beginningWith: prefix) ?? []).map {
        Completions.Candidate($0, isFinal: !$0.hasSuffix("/"))
      }
    case nil: []
    }
  }

  /// Everything that may stand in an expression; after a `.` the properties of what is before it.
  private func expression(_ replaced: inout Range<Int>) -> [Completions.Candidate] {
    if let dot = bytes[replaced].lastIndex(of: 0x2E) {
      let path = text(replaced.lowerBound..<dot)
      replaced = dot + 1..<replaced.upperBound
      return properties(of: path)
    }
    var candidates: [Completions.Candidate] = []
    let kinds = interpreter.language.kinds
    if let kind = words.reversed().lazy.compactMap({ word in kinds.first { $0.plural == text(word.range) } })
      .first
    {
      candidates += kind.properties.map { Completions.Candidate($0.name, summary: $0.summary) }
    }
    candidates += (HelpEntry.selectionParts.map(\.name) + ["desc"]).map { Completions.Candidate($0) }
    candidates += names()
    candidates += interpreter.language.functions.map { function($0.name, $0.summary) }
    candidates += BuiltinFunction.allCases.map { function($0.rawValue, $0.summary) }
    candidates += kinds.map { function($0.name, "the \($0.name) of a name") }
    candidates += interpreter.definitionNames.map { function($0, "made with “def”") }
    return candidates
      + ["and", "or", "not", "any", "in", "true", "false", "none"].map { Completions.Candidate($0) }
  }

  private func function(_ name: String, _ summary: String) -> Completions.Candidate {
    Completions.Candidate(name + "(", summary: summary, isFinal: false)
  }

  /// The names that have a value, as an expression writes them.
  private func names() -> [Completions.Candidate] {
    let language = interpreter.language
    let variables = interpreter.variableNames
    return variables.map { Completions.Candidate($0) }
      + language.roots.map { Completions.Candidate($0.name, summary: $0.summary) } + kinds()
      + interpreter.world.valueNames().prefix(NearNames.countMax).map {
        Completions.Candidate(Quoting.name($0))
      }
      + language.vocabulary.map { Completions.Candidate($0) }
      + variables.map { Completions.Candidate("$" + $0) }
  }

  /// The names that may be an argument of a command that `def` made.
  private func argumentNames() -> [Completions.Candidate] {
    interpreter.world.valueNames().prefix(NearNames.countMax).map { Completions.Candidate(Quoting.word($0)) }
      + interpreter.language.vocabulary.map { Completions.Candidate($0) }
      + interpreter.variableNames.map { Completions.Candidate("$" + $0) }
  }

  private func kinds() -> [Completions.Candidate] {
    interpreter.language.kinds.filter { !$0.plural.isEmpty }
      .map { Completions.Candidate($0.plural, summary: $0.summary) }
  }

  private func properties(of path: String) -> [Completions.Candidate] {
    guard !path.contains("("), let expression = try? interpreter.expression(path),
      let value = try? interpreter.evaluate(expression)
    else { return [] }
    var object = value
    if case .list(let elements) = value { object = elements.first ?? .none }
    guard case .object(let reference) = object, let kind = interpreter.language.kind(reference.kind) else {
      return []
    }
    return kind.properties.map { Completions.Candidate($0.name, summary: $0.summary) }
  }

  // MARK: Words

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// The option whose value is being typed.
  private func option(_ word: Range<Int>) -> (info: ParameterInfo, nameCount: Int)? {
    guard let first = words.first, let equals = bytes[word].firstIndex(of: 0x3D),
      let command = interpreter.language.command(named: text(first.range))
    else { return nil }
    let name = text(word.lowerBound..<equals)
    guard let info = command.parameters.first(where: { $0.option == name }) else { return nil }
    return (info, equals + 1 - word.lowerBound)
  }

  private static func begins(_ text: String, _ prefix: String) -> Bool {
    let prefix = Array(prefix.utf8)
    let quotes: [UInt8] = [0x22, 0x60]
    if text.utf8.starts(with: prefix) { return true }
    if let first = prefix.first, quotes.contains(first), text.utf8.starts(with: prefix.dropFirst()) {
      return true
    }
    // What needs quotes may have been begun without.
    guard let quote = text.utf8.first, quotes.contains(quote) else { return false }
    return text.utf8.dropFirst().starts(with: prefix)
  }
}
