import TerminalText

extension Resolver {
  mutating func resolveCommand(_ index: Int32, _ node: Node) {
    if node.payload < 0 {
      resolveDefinedCommand(index, node)
    } else {
      checkArguments(node)
    }
    var position = 0
    for child in program.children(of: node) {
      let kind = self[child].kind
      if kind == .option {
        resolveArgument(self[child].first)
        continue
      }
      if kind != .word {
        resolveArgument(child)
        if node.payload >= 0 { captureIfSelection(child, node.payload, position) }
      }
      position += 1
    }
  }

  private mutating func resolveArgument(_ index: Int32) {
    switch self[index].kind {
    case .word, .rest, .string: break
    // The command may run the block later, so `break`, `continue` and `return` cannot refer to a loop or definition
    // around it.
    case .block:
      let (loops, isReturning) = (scope.loops, scope.isReturning)
      (scope.loops, scope.isReturning) = (0, false)
      resolveBlock(index)
      (scope.loops, scope.isReturning) = (loops, isReturning)
    default: resolveExpression(index)
    }
  }

  /// Makes a selection argument capture the values that global variables have when the command runs.
  private mutating func captureIfSelection(_ index: Int32, _ command: Int, _ position: Int) {
    let slots = language.grammar.commands[command].slots
    guard position < slots.count, slots[position].shape == .selection else { return }
    var first = index
    while self[first].first >= 0 { first = self[first].first }
    for offset in first...index where self[offset].kind == .global {
      let global = self[offset].payload
      captures.append(.init(node: index, local: scope.size, global: global))
      set(offset, .local, scope.size)
      scope.size += 1
    }
  }

  // MARK: Declared commands

  private mutating func checkArguments(_ node: Node) {
    if node.flag || isUpdating || !isSound(node) { noteProblems(node) }
  }

  /// Returns a Boolean value that indicates whether arguments without options are certainly correct, which is the
  /// common case.
  private func isSound(_ node: Node) -> Bool {
    let (counts, slots) = (
      language.grammar.commands[node.payload].counts, language.grammar.commands[node.payload].slots
    )
    var position = 0
    for child in program.children(of: node) {
      let argument = self[child]
      if position >= counts.upperBound || argument.kind == .block { return false }
      // A repeated parameter accepts all remaining arguments.
      if argument.kind == .word && !argument.flag || argument.kind == .string,
        slots[min(position, slots.count - 1)].readWord != nil
      {
        return false
      }
      position += 1
    }
    return position >= counts.lowerBound
  }

  private func positionalCount(_ node: Node) -> Int {
    program.children(of: node).count { self[$0].kind != .option }
  }

  private mutating func noteProblems(_ node: Node) {
    let grammar = language.grammar.commands[node.payload]
    let description = language.commands[node.payload]
    let positional = description.positional
    let count = positionalCount(node)
    if count < grammar.counts.lowerBound {
      if noteUnknownChoice(node, description) || noteEarlyBlock(node, description) { return }
      let end = node.range.upperBound
      let label = (positional.dropFirst(count).first ?? positional.last)?.label
      note(LanguageError.missingArgument(label: label, usage: description.usage), end..<end)
      return
    }
    var given: [String] = []
    var position = 0
    for child in program.children(of: node) {
      if self[child].kind == .option {
        if former?.reusedProperties.isEmpty == false, noteReuse(by: self[child], of: node, description) {
          continue
        }
        checkOption(self[child], description, &given)
      } else if position >= grammar.counts.upperBound {
        let isSelection = language.kinds.contains { $0.plural == description.name }
        let near = isSelection ? Language.nearContinuation(to: program.text(self[child].range)) : nil
        let error = LanguageError.leftOverArgument(usage: description.usage, suggestion: near)
        note(program.guessing(error, from: child, in: node), self[child].range)
        return
      } else {
        if position < positional.count, positional[position].shape == .block, self[child].kind != .block {
          let found = LanguageError.Found.token(program.text(self[child].range))
          return note(LanguageError.expected(.block, insteadOf: found), self[child].range)
        }
        if !positional.isEmpty { check(child, positional[min(position, positional.count - 1)], in: node) }
        position += 1
      }
    }
  }

  /// Notes the first argument that is not one of its parameter's words, for a command that lacks arguments:
  /// in `spawn Arthur`, the type is missing. Returns `false` if there is none.
  private mutating func noteUnknownChoice(_ node: Node, _ description: CommandDescription) -> Bool {
    var parameters = description.positional[...]
    for child in program.children(of: node) where self[child].kind != .option {
      guard let parameter = parameters.popFirst() else { return false }
      let count = diagnostics.count
      if !parameter.words.isEmpty { check(child, parameter, in: node) }
      if diagnostics.count > count {
        diagnostics[count].explanation.notes += LanguageError.usage(description.usage)
        return true
      }
    }
    return false
  }

  /// Notes the argument that is missing before a block: in `after { … }`, the number of ticks. Returns `false` if none
  /// is missing.
  private mutating func noteEarlyBlock(_ node: Node, _ description: CommandDescription) -> Bool {
    var parameters = description.positional[...]
    for child in program.children(of: node) where self[child].kind != .option {
      guard let parameter = parameters.popFirst() else { return false }
      guard self[child].kind == .block, parameter.shape != .block else { continue }
      let start = self[child].range.lowerBound
      note(
        LanguageError.missingArgument(label: parameter.label, usage: description.usage), start..<start + 1)
      return true
    }
    return false
  }

  private mutating func checkOption(_ node: Node, _ description: CommandDescription, _ given: inout [String])
  {
    let name = program.text(node.nameRange)
    if given.contains(name) { return note(LanguageError.optionTwice(name), node.nameRange) }
    given.append(name)
    if let parameter = description.parameters.first(where: { $0.option == name }) {
      return check(node.first, parameter, in: node)
    }
    if let present = description.parameters.first(where: { $0.formerNames.contains(name) })?.option {
      return note(LanguageError.renamed(name, present: present), node.nameRange)
    }
    let near = NearNames.nearest(to: name, among: description.parameters.compactMap(\.option))
    note(
      LanguageError.unknownOption(
        command: description.name, name, suggestion: near, usage: description.usage), node.nameRange)
  }

  private mutating func check(_ index: Int32, _ parameter: ParameterInfo, in command: Node) {
    let node = self[index]
    if node.kind == .block, parameter.shape == .word {
      return note(LanguageError.unexpectedBlock, node.range)
    }
    if isUpdating, noteFormerWord(index, parameter) { return }
    guard let read = parameter.readWord else { return }
    do {
      switch node.kind {
      case .word:
        let source = program.source
        _ = try read(source.span.extracting(node.range))
      case .string: _ = try read(Array(texts[node.payload].utf8).span)
      default: break
      }
    } catch {
      if noteFormerWord(index, parameter) { return }
      var explanation = program.guessing(Explanation(of: error), from: index, in: command)
      let word = node.kind == .word ? program.text(node.range) : ""
      if local(word) != nil || isVariable(word) {
        explanation.notes.append("for the variable, write “$\(word)”")
      }
      note(explanation, node.range)
    }
  }

  private mutating func noteFormerWord(_ index: Int32, _ parameter: ParameterInfo) -> Bool {
    let isString = self[index].kind == .string
    guard self[index].kind == .word || isString && isUpdating else { return false }
    let word = isString ? texts[self[index].payload] : program.text(self[index].range)
    let present = parameter.formerWords()[word]
    let isKnown =
      parameter.words.contains(word) || isUpdating && parameter.formerWords().values.contains(word)
    if isKnown, let names = former?.reusedWords[word] {
      guard let present, names == [present] else {
        if ambiguity == nil { ambiguity = "the word “\(word)” of a command has another meaning now" }
        return false
      }
    } else if isKnown {
      return false
    }
    guard let present else { return false }
    let text = isString ? Quoting.literal(present) : present
    note(LanguageError.renamed(word, present: text), self[index].range)
    return true
  }

  /// Reports the current name of an option whose former name now belongs to another field. An argument of the command
  /// determines the kind; without one, the use is ambiguous. Returns `false` if the option must be checked like any
  /// other.
  private mutating func noteReuse(
    by option: Node, of command: Node, _ description: CommandDescription
  ) -> Bool {
    let name = program.text(option.nameRange)
    guard let former, former.reusedProperties.contains(name),
      description.parameters.contains(where: { $0.option == name })
    else { return false }
    for child in program.children(of: command) where self[child].kind != .option {
      guard let kind = formerKind(of: child) else { continue }
      guard let present = try? former.presentProperty(name, of: kind) else { return false }
      guard description.parameters.contains(where: { $0.option == present }) else { break }
      note(LanguageError.renamed(name, present: present), option.nameRange)
      return true
    }
    if ambiguity == nil {
      ambiguity = "the option “\(name)” of “\(description.name)” has another meaning now"
    }
    return true
  }

  /// Returns the former kind that an argument names, or the former kind of the object that it names.
  private func formerKind(of index: Int32) -> KindID? {
    let node = self[index]
    switch node.kind {
    case .word:
      let word = program.text(node.range)
      if word.hasPrefix("$") { return capturedKind(String(word.dropFirst())) }
      if let kind = language.kinds.first(where: { $0.name == word }) { return kind.id }
      return kindOfFormerObject?(word).map { KindID($0) }
    case .variable: return capturedKind(texts[node.payload])
    default: return nil
    }
  }

  private func capturedKind(_ name: String) -> KindID? {
    guard let slot = local(name), slot < localTypes.count, case .object(let kind) = localTypes[slot] else {
      return nil
    }
    return kind
  }

  // MARK: Defined commands

  private mutating func resolveDefinedCommand(_ index: Int32, _ node: Node) {
    let name = program.text(node.nameRange)
    if isUpdating, known.symbols.definition(named: name) == nil,
      let present = language.presentCommand(name) ?? language.presentPlural(name)
    {
      return note(LanguageError.renamed(name, present: present), node.nameRange)
    }
    guard let parameters = parameters(of: name) else { return noteUnknownCommand(name, node) }
    set(index, .commandOfDefinition, known.symbols.definition(making: name))
    var count = 0
    for child in program.children(of: node) {
      switch self[child].kind {
      case .option: return note(LanguageError.definitionWithOption, self[child].range)
      case .block: return note(LanguageError.unexpectedBlock, self[child].range)
      default: count += 1
      }
    }
    if let wanted = parameters, wanted.count != count {
      let usage = ([name] + wanted.map { $0.name.uppercased() }).joined(separator: " ")
      let error = LanguageError.wrongCount(
        of: name, wanted.count...wanted.count, given: count, usage: usage)
      let sign = program.children(of: index).first { program.isSign($0) }
      note(sign.map { program.guessing(error, from: $0, in: node) } ?? error.explanation, node.range)
    }
  }

  func parameters(of name: String) -> [DefinitionParameter]?? { declared.parameters(of: name, known) }

  private mutating func noteUnknownCommand(_ name: String, _ node: Node) {
    // A selection cannot continue with this argument: `cards > file`.
    if node.first >= 0, language.kinds.contains(where: { $0.plural == name }) {
      let word = program.text(self[node.first].range)
      let near = Language.nearContinuation(to: word)
      return note(LanguageError.unexpected(.token(word), suggestion: near), self[node.first].range)
    }
    if let present = language.presentCommand(name) ?? language.presentPlural(name) {
      return note(LanguageError.renamed(name, present: present), node.nameRange)
    }
    // `cuont(units)` calls a function.
    if node.first >= 0, self[node.first].range.lowerBound == node.nameRange.upperBound,
      let near = nearestFunction(to: name)
    {
      return note(LanguageError.unknownFunction(name, suggestion: near), node.nameRange)
    }
    let near =
      NearNames.nearest(to: name, among: commandNames) ?? Suggestion.usual(name) { commandNames.contains($0) }
    note(LanguageError.unknownCommand(name, suggestion: near), node.nameRange)
  }

  private var commandNames: [String] {
    Keyword.allCases.map(\.rawValue) + known.definitionNames + declared.definitions.keys.sorted()
      + language.commands.filter { !$0.traits.contains(.hidden) }.map(\.name)
      + language.plurals
  }
}
