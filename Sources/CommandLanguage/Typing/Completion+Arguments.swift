import TerminalText

extension Completion {
  mutating func addArgument(_ index: Int, _ name: Range<Int>, _ first: Int32, _ scope: ParserScope) {
    let given = arguments(first)
    guard index >= 0 else { return addDefinedArgument(text(name), given, scope) }
    let command = language.commands[index]
    let position = CompletionPosition(arguments: given.words, prefix: unquoted(prefix))
    if let parameter = command.parameter(at: given.words.count) { add(parameter, position, scope) }
    for parameter in command.parameters {
      guard let option = parameter.option, !given.options.contains(option),
        parameter.isOffered(interpreter.host, position)
      else { continue }
      offer(option + "=", parameter.summary, isFinal: false)
    }
    // A kind's plural may have the same name as the command.
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
        for word in type.literals { offer(argument(word)) }
        if let kind = type.kind, let position = language.kindIndex(kind) {
          for name in names(ofKind: position) { offer(argument(name), language.kinds[position].name) }
        }
        return
      }
      if listsNames {
        for name in interpreter.host.valueNames().prefix(NearNames.countMax) { offer(argument(name)) }
      }
      for word in language.vocabulary { offer(argument(word)) }
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
    let position = CompletionPosition(arguments: arguments(first).words, prefix: unquoted(prefix))
    addWords(of: parameter, position, scope)
  }

  private mutating func add(_ parameter: ParameterInfo, _ position: CompletionPosition, _ scope: ParserScope)
  {
    if parameter.isAssigned { return offer("=") }
    if let introduction = parameter.introduction { return offer(introduction) }
    switch parameter.shape {
    case .expression: addValue(scope)
    case .selection: addKinds()
    case .block: offer("{")
    case .word, .rest: addWords(of: parameter, position, scope)
    }
  }

  private mutating func addWords(
    of parameter: ParameterInfo, _ position: CompletionPosition, _ scope: ParserScope
  ) {
    if parameter.shape != .rest {
      if prefix.utf8.first == 0x24 { return addVariables(scope) }
      for name in scope.names.reversed() { offer("$" + name) }
    }
    var found = known(parameter.names, position)
    if let position = parameter.kind.flatMap({ language.kindIndex($0) }) {
      found += names(ofKind: position).map {
        Completions.Candidate($0, summary: language.kinds[position].name)
      }
    }
    let isListed = listsNames || !parameter.words.isEmpty
    if isListed {
      found += parameter.placed?(interpreter.host, position) ?? parameter.candidates(interpreter.host)
    }
    if !parameter.isClosed { allow(.anything) }
    offer(
      found.map { candidate in
        var candidate = candidate
        if let property = parameter.property(of: candidate.text, behind: prefix) {
          candidate.text = property
        } else if parameter.shape == .rest ? isText && parameter.names == .topics : !parameter.isNumber {
          candidate.text = argument(candidate.text)
        }
        // The path of a quoted folder stays open so that it can continue.
        if !candidate.isFinal, candidate.text.hasPrefix("\"") { candidate.text.removeLast() }
        return candidate
      })
  }

  private func known(_ names: ParameterInfo.KnownNames?, _ position: CompletionPosition) -> [Completions
    .Candidate]
  {
    switch names {
    case .topics:
      Help(interpreter: interpreter).names + [
        Completions.Candidate("-k", summary: "search for a word in all texts")
      ]
    case .settings:
      [Completions.Candidate("--save", summary: "save the changed settings for future prompts")]
        + interpreter.settings.all.map { Completions.Candidate($0.name, summary: $0.summary) }
    case .settingValues:
      (interpreter.settings.setting(named: position.arguments.last ?? "")?.words ?? []).map {
        Completions.Candidate($0)
      }
    case .variables:
      (interpreter.variables.variableNames + interpreter.variables.definitionNames).map {
        Completions.Candidate($0)
      }
    case .paths: listsNames ? interpreter.paths(beginningWith: position.prefix) : []
    case nil: []
    }
  }

  // MARK: The text before the cursor

  private func unquoted(_ text: String) -> String {
    if let name = ParameterInfo.quotedName(of: text) {
      return String(name.dropFirst().dropLast()) + text[name.endIndex...]
    }
    return text.utf8.first == 0x22 ? String(text.dropFirst()) : text
  }
}

extension CommandDescription {
  func option(named name: String) -> ParameterInfo? { parameters.first { $0.option == name } }

  func parameter(at position: Int) -> ParameterInfo? {
    let positional = positional
    if position < positional.count { return positional[position] }
    guard let last = positional.last, last.occurrence == .repeated, last.shape == .word else { return nil }
    return last
  }
}

extension ParameterInfo {
  var isClosed: Bool { kind != nil || !words.isEmpty || names == .settings || names == .variables }

  /// Returns `two words.points` with the quotes of the prefix `"two words".p`; `nil` if no quoted name begins the
  /// prefix.
  func property(of candidate: String, behind prefix: String) -> String? {
    guard takesProperties, let name = Self.quotedName(of: prefix) else { return nil }
    let inner = name.dropFirst().dropLast() + "."
    return candidate.hasPrefix(inner) ? name + "." + candidate.dropFirst(inner.count) : nil
  }

  /// Returns the quoted name at the beginning of a text such as `"two words".p`.
  static func quotedName(of text: String) -> Substring? {
    guard let quote = text.first, quote == "\"" || quote == "`",
      let end = text.dropFirst().firstIndex(of: quote)
    else { return nil }
    let name = text[...end]
    return text[name.endIndex...].hasPrefix(".") ? name : nil
  }

  var isNumber: Bool {
    switch content {
    case .number, .decimal, .smallNumber: true
    case .words, .duration, .newName, .text: false
    }
  }
}

extension Interpreter {
  /// Returns the files and folders whose path begins with `prefix`, as candidates.
  public func paths(beginningWith prefix: String) -> [Completions.Candidate] {
    (files?.paths(beginningWith: prefix) ?? []).map { Completions.Candidate($0, isFinal: !$0.hasSuffix("/")) }
  }

  /// Returns the programs whose name begins with `prefix`, as candidates.
  public func programs(beginningWith prefix: String) -> [Completions.Candidate] {
    (files?.programs(beginningWith: prefix) ?? []).map {
      Completions.Candidate($0, isFinal: !$0.hasSuffix("/"))
    }
  }
}
