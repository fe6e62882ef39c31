import TerminalText

extension Completion {
  mutating func addArgument(_ index: Int, _ name: Range<Int>, _ first: Int32, _ scope: ParserScope) {
    let given = arguments(first)
    guard index >= 0 else { return addDefinedArgument(text(name), given, scope) }
    let command = language.commands[index]
    let place = CompletionPlace(arguments: given.words, prefix: unquoted(prefix))
    if let parameter = command.parameter(at: given.words.count) { add(parameter, place, scope) }
    for parameter in command.parameters {
      guard let option = parameter.option, !given.options.contains(option),
        parameter.isOffered(interpreter.host, place)
      else { continue }
      offer(option + "=", parameter.summary, isFinal: false)
    }
    // A kind may be called like the command.
    if given.words.isEmpty, given.options.isEmpty,
      language.kinds.contains(where: { $0.plural == text(name) })
    {
      addParts([.where, .by, .limit], of: .unknown)
      addFormats()
    }
  }

  private mutating func addDefinedArgument(
    _ name: String, _ given: (words: [String], options: [String]), _ scope: ParserScope
  ) {
    if let definition = interpreter.variables.definition(named: name) {
      guard given.words.count < definition.parameters.count else { return }
      allow(.anything)
      if prefix.utf8.first == 0x24 { return addVariables(scope) }
      let type = definition.parameters[given.words.count].type
      if type != .unknown {
        for word in type.literals { offer(word) }
        if let kind = type.kind, let place = language.kindIndex(kind) {
          for name in names(ofKind: place) { offer(Quoting.word(name), language.kinds[place].name) }
        }
        return
      }
      if listsNames {
        for name in interpreter.host.valueNames().prefix(NearNames.countMax) { offer(Quoting.word(name)) }
      }
      for word in language.vocabulary { offer(word) }
      return
    }
    allow(.anything)
    guard given.words.isEmpty else { return }
    let value =
      interpreter.variables.global(named: name) ?? interpreter.host.value(named: Array(name.utf8).span)
    if case .list? = value {
      addParts([.where, .by, .limit], of: .unknown)
    }
  }

  mutating func addOptionValue(_ index: Int, _ name: Range<Int>, _ first: Int32, _ scope: ParserScope) {
    guard index >= 0, let parameter = language.commands[index].option(named: text(name)) else {
      return allow(.anything)
    }
    let place = CompletionPlace(arguments: arguments(first).words, prefix: unquoted(prefix))
    addWords(of: parameter, place, scope)
  }

  private mutating func add(_ parameter: ParameterInfo, _ place: CompletionPlace, _ scope: ParserScope) {
    if parameter.isAssigned { return offer("=") }
    if let introduction = parameter.introduction { return offer(introduction) }
    switch parameter.shape {
    case .expression: addValue(scope)
    case .selection: addKinds()
    case .block: offer("{")
    case .word, .rest: addWords(of: parameter, place, scope)
    }
  }

  private mutating func addWords(
    of parameter: ParameterInfo, _ place: CompletionPlace, _ scope: ParserScope
  ) {
    if parameter.shape != .rest {
      if prefix.utf8.first == 0x24 { return addVariables(scope) }
      for name in scope.names.reversed() { offer("$" + name) }
    }
    var found = known(parameter.names, place)
    if let place = parameter.kind.flatMap({ language.kindIndex($0) }) {
      found += names(ofKind: place).map { Completions.Candidate($0, summary: language.kinds[place].name) }
    }
    let isListed = listsNames || !parameter.words.isEmpty
    if isListed {
      found += parameter.placed?(interpreter.host, place) ?? parameter.candidates(interpreter.host)
    }
    if !parameter.isClosed { allow(.anything) }
    offer(
      found.map { candidate in
        var candidate = candidate
        if let property = parameter.property(of: candidate.text, behind: prefix) {
          candidate.text = property
        } else if parameter.shape != .rest, !parameter.isNumber {
          candidate.text = Quoting.word(candidate.text)
        }
        // A quoted folder's path goes on.
        if !candidate.isFinal, candidate.text.hasPrefix("\"") { candidate.text.removeLast() }
        return candidate
      })
  }

  private func known(_ names: ParameterInfo.KnownNames?, _ place: CompletionPlace) -> [Completions.Candidate]
  {
    switch names {
    case .topics: interpreter.helpNames()
    case .settings:
      [Completions.Candidate("--save", summary: "keep what was changed for the prompts to come")]
        + interpreter.settings.all.map { Completions.Candidate($0.name, summary: $0.summary) }
    case .settingValues:
      (interpreter.settings.setting(named: place.arguments.last ?? "")?.words ?? []).map {
        Completions.Candidate($0)
      }
    case .variables:
      (interpreter.variables.variableNames + interpreter.variables.definitionNames).map {
        Completions.Candidate($0)
      }
    case .paths: listsNames ? interpreter.paths(beginningWith: place.prefix) : []
    case nil: []
    }
  }

  // MARK: What stands before

  private func unquoted(_ text: String) -> String {
    if let name = ParameterInfo.quotedName(of: text) {
      return String(name.dropFirst().dropLast()) + text[name.endIndex...]
    }
    return text.utf8.first == 0x22 ? String(text.dropFirst()) : text
  }
}

extension CommandDescription {
  /// The parameter that an option is for; `nil` when there is none.
  func option(named name: String) -> ParameterInfo? { parameters.first { $0.option == name } }

  /// The parameter that the positional argument at a place is for; `nil` when there is none.
  func parameter(at place: Int) -> ParameterInfo? {
    let positional = positional
    if place < positional.count { return positional[place] }
    guard let last = positional.last, last.occurrence == .repeated, last.shape == .word else { return nil }
    return last
  }
}

extension ParameterInfo {
  /// A Boolean value that indicates whether only known words are allowed.
  var isClosed: Bool { kind != nil || !words.isEmpty || names == .settings || names == .variables }

  /// `two words.points` behind `"two words".p` as it is to be written; `nil` where no name in quotes is begun so.
  func property(of candidate: String, behind prefix: String) -> String? {
    guard takesProperties, let name = Self.quotedName(of: prefix) else { return nil }
    let inner = name.dropFirst().dropLast() + "."
    return candidate.hasPrefix(inner) ? name + "." + candidate.dropFirst(inner.count) : nil
  }

  /// The `"two words"` that `"two words".p` begins with.
  static func quotedName(of text: String) -> Substring? {
    guard let quote = text.first, quote == "\"" || quote == "`",
      let end = text.dropFirst().firstIndex(of: quote)
    else { return nil }
    let name = text[...end]
    return text[name.endIndex...].hasPrefix(".") ? name : nil
  }

  /// A Boolean value that indicates whether it is identified by a number, which has no quotes.
  var isNumber: Bool {
    switch content {
    case .number, .smallNumber: true
    case .words, .newName, .text: false
    }
  }
}

extension Interpreter {
  /// The files and folders whose path begins so, as candidates.
  public func paths(beginningWith prefix: String) -> [Completions.Candidate] {
    (files?.paths(beginningWith: prefix) ?? []).map { Completions.Candidate($0, isFinal: !$0.hasSuffix("/")) }
  }

  /// The programs whose name begins so, as candidates.
  public func programs(beginningWith prefix: String) -> [Completions.Candidate] {
    (files?.programs(beginningWith: prefix) ?? []).map {
      Completions.Candidate($0, isFinal: !$0.hasSuffix("/"))
    }
  }
}
