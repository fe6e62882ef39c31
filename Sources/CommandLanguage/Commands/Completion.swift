/// What may stand at a place of a text, from the declarations: the statement that the place is in, the
/// words before it, and the word that is being typed.
struct Completion {
  let interpreter: Interpreter
  private let bytes: UnsafeBufferPointer<UInt8>
  private let cursor: Int
  private var context = CompletionContext()

  init(_ interpreter: Interpreter, _ bytes: UnsafeBufferPointer<UInt8>, _ cursor: Int) {
    self.interpreter = interpreter
    self.bytes = bytes
    self.cursor = min(max(0, cursor), bytes.count)
    context = CompletionContext(UnsafeBufferPointer(rebasing: bytes[..<self.cursor]))
  }

  func completions() -> Completions {
    if context.isInComment { return Completions(replaced: cursor..<cursor, candidates: []) }
    var replaced = context.wordStart..<cursor
    var prefix = text(replaced)
    var candidates: [Completions.Candidate]
    let statement = context.words
    if statement.isEmpty, context.brackets == 0 {
      candidates = statements()
    } else if let option = option(replaced) {
      replaced = replaced.lowerBound + option.nameCount..<cursor
      prefix = text(replaced)
      candidates = self.candidates(for: option.info, prefix)
    } else {
      candidates = arguments(prefix, &replaced)
      prefix = text(replaced)
    }
    let fitting = candidates.filter { Self.begins($0.text, prefix) }
    return Completions(replaced: replaced, candidates: fitting)
  }

  /// The usage of the command that is being typed, and its summary.
  func hint() -> String {
    guard let word = context.words.first else { return "" }
    let name = text(word)
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
    let language = interpreter.language
    var candidates: [Completions.Candidate] = []
    for (index, command) in language.commands.enumerated() {
      let description = command.description
      if description.traits.contains(.hidden) || interpreter.flags[index].isForbidden { continue }
      candidates.append(
        Completions.Candidate(
          description.name, summary: description.summary, isFinal: true))
    }
    candidates += Keyword.allCases.map { Completions.Candidate($0.name, summary: $0.summary) }
    candidates += interpreter.definitions.map {
      Completions.Candidate(String(decoding: $0.name, as: UTF8.self), summary: "made with “def”")
    }
    return candidates
  }

  private func arguments(_ prefix: String, _ replaced: inout Range<Int>) -> [Completions.Candidate] {
    if context.brackets > 0 { return expression(&replaced) }
    guard let first = context.words.first else { return [] }
    guard let command = interpreter.language.command(named: text(first)) else {
      return Keyword.allCases.contains { $0.name == text(first) } ? expression(&replaced) : names()
    }
    let positional = command.parameters.filter { $0.option == nil }
    let given = context.words.dropFirst().filter { !isOption(text($0)) }.count
    let index = min(given, positional.count - 1)
    var candidates: [Completions.Candidate] = []
    if let wide = positional.prefix(given + 1).first(where: {
      $0.shape == .expression || $0.shape == .selection
    }) {
      return wide.shape == .selection && given <= positional.count - 1 && !wide.isAssigned
        ? kinds() : expression(&replaced)
    }
    if positional.indices.contains(index),
      given < positional.count || positional[index].occurrence == .repeated
    {
      candidates = self.candidates(for: positional[index], prefix)
    }
    let used = context.words.map { text($0) }
    for parameter in command.parameters {
      guard let option = parameter.option, !used.contains(where: { $0.hasPrefix(option + "=") }) else {
        continue
      }
      candidates.append(Completions.Candidate(option + "=", summary: parameter.summary, isFinal: false))
    }
    return candidates
  }

  private func candidates(for info: ParameterInfo, _ prefix: String) -> [Completions.Candidate] {
    if info.shape == .block { return [Completions.Candidate("{")] }
    var candidates =
      info.names?(interpreter, prefix.hasPrefix("\"") ? String(prefix.dropFirst()) : prefix) ?? []
    if let id = info.kind, let kind = interpreter.language.kind(id) {
      for row in kind.ids(in: interpreter.world).prefix(Suggestion.most) {
        candidates.append(Completions.Candidate(interpreter.name(of: ObjectReference(kind: id, id: row))))
      }
    }
    candidates += info.candidates(interpreter.world)
    return candidates.map { candidate in
      var candidate = candidate
      candidate.text = Self.word(candidate.text)
      // A quoted folder's path goes on.
      if !candidate.isFinal, candidate.text.hasPrefix("\"") { candidate.text.removeLast() }
      return candidate
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
    if let kind = context.words.reversed().compactMap({ kind(plural: text($0)) }).first {
      candidates += kind.properties.map { Completions.Candidate($0.name, summary: $0.summary) }
      candidates += (HelpEntry.selectionParts.map(\.name) + ["desc"]).map { Completions.Candidate($0) }
    }
    candidates += names()
    candidates += interpreter.language.functions.map {
      Completions.Candidate($0.name + "(", summary: $0.summary, isFinal: false)
    }
    candidates += interpreter.language.kinds.map {
      Completions.Candidate($0.name + "(", summary: "the \($0.name) of a name", isFinal: false)
    }
    candidates += ["and", "or", "not", "in", "true", "false", "none"].map { Completions.Candidate($0) }
    return candidates
  }

  private func names() -> [Completions.Candidate] {
    let language = interpreter.language
    let roots = language.roots.map { Completions.Candidate($0.name, summary: $0.summary) }
    let worlds = interpreter.world.valueNames().prefix(Suggestion.most).map {
      Completions.Candidate(Self.word($0))
    }
    let variables = interpreter.variableNames()
    return variables.map { Completions.Candidate($0) } + roots + kinds() + worlds
      + language.vocabulary.map { Completions.Candidate($0) }
      + variables.map { Completions.Candidate("$" + $0) }
  }

  private func kinds() -> [Completions.Candidate] {
    interpreter.language.kinds.filter { !$0.plural.isEmpty }
      .map { Completions.Candidate($0.plural, summary: $0.summary) }
  }

  private func properties(of path: String) -> [Completions.Candidate] {
    guard let expression = try? interpreter.expression(path), !path.contains("("),
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

  private func kind(plural name: String) -> (any ErasedKind)? {
    interpreter.language.kinds.first { $0.plural == name }
  }

  private func isOption(_ word: String) -> Bool { word.contains("=") && word != "=" }

  /// The option whose value is being typed.
  private func option(_ word: Range<Int>) -> (info: ParameterInfo, nameCount: Int)? {
    guard let first = context.words.first, let equals = bytes[word].firstIndex(of: 0x3D),
      let command = interpreter.language.command(named: text(first))
    else { return nil }
    let name = text(word.lowerBound..<equals)
    guard let info = command.parameters.first(where: { $0.option == name }) else { return nil }
    return (info, equals + 1 - word.lowerBound)
  }

  private static func begins(_ text: String, _ prefix: String) -> Bool {
    text.utf8.starts(with: prefix.utf8)
      || (prefix.hasPrefix("\"") && text.utf8.starts(with: prefix.utf8.dropFirst()))
      // What needs quotes may have been begun without.
      || (text.hasPrefix("\"") && text.utf8.dropFirst().starts(with: prefix.utf8))
  }

  /// A name as it is to be typed: in quotes when a word cannot hold it.
  static func word(_ name: String) -> String {
    let isWord =
      !name.isEmpty && !name.utf8.contains { $0.endsWord || $0 < 0x20 || $0 == 0x3D || $0 == 0x5C }
      && name.utf8.first != 0x23
    return isWord && Display.escaped(name) == name ? name : Display.literal(name)
  }
}

/// Where a cursor stands: the words of its statement before it, and where its own word begins.
struct CompletionContext {
  /// The complete words of the statement that the text ends in.
  var words: [Range<Int>] = []
  var wordStart = 0
  /// How many parentheses are open in the statement.
  var brackets = 0
  var isInComment = false

  init() {}

  init(_ text: UnsafeBufferPointer<UInt8>) {
    var place = 0
    var outer: [[Range<Int>]] = []
    while place < text.count {
      switch text[place] {
      case 0x22:
        guard let end = Self.endOfString(text, place) else { return }
        place = end
        continue
      case 0x23 where place == wordStart:
        while place < text.count, text[place] != 0x0A { place += 1 }
        isInComment = place == text.count
        wordStart = place
        continue
      case 0x7B:
        outer.append(words)
        (words, brackets, wordStart) = ([], 0, place + 1)
      case 0x7D:
        words = outer.popLast() ?? []
        words.append(place..<place + 1)
        wordStart = place + 1
      case 0x3B, 0x0A:
        (words, brackets, wordStart) = ([], 0, place + 1)
      case 0x28, 0x5B:
        endWord(place)
        brackets += 1
      case 0x29, 0x5D:
        endWord(place)
        brackets = max(0, brackets - 1)
      case 0x2C: endWord(place)
      case let byte where byte.isBlank: endWord(place)
      default: break
      }
      place += 1
    }
    wordStart = min(wordStart, text.count)
  }

  private mutating func endWord(_ place: Int) {
    if place > wordStart { words.append(wordStart..<place) }
    wordStart = place + 1
  }

  private static func endOfString(_ text: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int? {
    var place = start + 1
    while place < text.count {
      if text[place] == 0x22 { return place + 1 }
      place += text[place] == 0x5C ? 2 : 1
    }
    return nil
  }
}
