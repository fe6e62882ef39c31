import TerminalText

/// The help texts, derived from the declarations.
struct Help {
  let interpreter: Interpreter

  private var layout: HelpLayout {
    HelpLayout(columns: interpreter.output.width.map { min(max($0, 20), 160) } ?? 80)
  }

  /// The visible commands, in the order of declaration.
  private var commands: [CommandDescription] {
    interpreter.language.commands.enumerated().compactMap { index, command in
      let isHidden = command.traits.contains(.hidden) || interpreter.isForbidden(index)
      return isHidden ? nil : command
    }
  }

  private static let statements = "language"
  private static let expressions = "expressions"
  private static let selections = "selections"
  private static let functions = "functions"
  private static let ownTopics = [statements, expressions, selections, functions]

  private var topics: [String] {
    var topics = interpreter.language.topics.filter { topic in commands.contains { $0.topic == topic } }
    for command in commands where !topics.contains(topic(command)) { topics.append(topic(command)) }
    return topics + Self.ownTopics
  }

  private func topic(_ command: CommandDescription) -> String {
    command.topic.isEmpty ? "commands" : command.topic
  }

  private var codes: [(code: String, meaning: String)] { interpreter.language.errors.flatMap { $0.codes } }

  /// The fields of all kinds with their qualified names, such as `card.points`.
  private var fields: [(name: String, property: Property)] {
    interpreter.language.kinds.flatMap { kind in kind.properties.map { ("\(kind.name).\($0.name)", $0) } }
  }

  private static func entry(of field: (name: String, property: Property)) -> HelpEntry {
    HelpEntry(field.name, "help \(field.name)", field.property.facts)
  }

  /// The names that `help` accepts.
  var names: [Completions.Candidate] {
    let language = interpreter.language
    var names = commands.map { Completions.Candidate($0.name, summary: $0.summary) }
    names += Keyword.allCases.map { Completions.Candidate($0.rawValue, summary: $0.summary) }
    names += topics.map { Completions.Candidate($0, summary: "a topic") }
    names += interpreter.language.pages.map { Completions.Candidate($0.name, summary: $0.summary) }
    names += [Self.functions, Self.expressions, Self.selections].flatMap { entries(of: $0) }
      .map { Completions.Candidate($0.name, summary: $0.summary) }
    names += language.kinds.map { Completions.Candidate($0.name, summary: $0.summary) }
    names += commands.flatMap { command in
      command.variants.map { Completions.Candidate("\(command.name) \($0.name)", summary: $0.usage) }
    }
    names += interpreter.settings.all.map { Completions.Candidate($0.name, summary: $0.summary) }
    names += codes.map { Completions.Candidate($0.code, summary: "a message code") }
    names += interpreter.variables.definitionNames.map {
      Completions.Candidate($0, summary: "defined with “def”")
    }
    var known = Set(names.map(\.text))
    for (name, property) in fields {
      for name in [property.name, name] where known.insert(name).inserted {
        names.append(Completions.Candidate(name, summary: property.remark))
      }
    }
    return names
  }

  /// Returns all topics with the names of their commands.
  func overview() -> String {
    let topics = topics
    let width = topics.map(\.count).max() ?? 0
    var text = ""
    for topic in topics { text += layout.row(topic, width, entries(of: topic).map(\.name)) }
    let pages = interpreter.language.pages.map { "“help \($0.name)”" }.joined(separator: " and ")
    return text
      + layout.paragraph(
        "“help NAME” explains a command or a topic, “help s*” lists matching names, “help -k WORD” searches for a word"
          + (pages.isEmpty ? "." : "; \(pages) explain more."))
  }

  /// Returns the help for a command, function, kind, field, topic or pattern with `*` or `?`, or with `-k` for
  /// everything that mentions a word; `nil` if nothing matches.
  func text(for name: String) -> String? {
    if name.isEmpty { return nil }
    if name.hasPrefix("-k ") { return texts(about: String(name.dropFirst(3))) }
    // Several kinds may have a field with this name, and something else may have the same name.
    let fields = fields.filter { $0.name == name || $0.property.name == name }.map(layout.text(ofField:))
    let texts = (ownText(for: name).map { [$0] } ?? []) + fields
    return texts.isEmpty ? nil : texts.joined(separator: "\n")
  }

  private func ownText(for name: String) -> String? {
    if let command = commands.first(where: { $0.name == name }) {
      // A topic or a kind may have the same name as a command.
      var texts = [layout.text(of: command)]
      if topics.contains(name) { texts.append(layout.table(entries(of: name))) }
      let kind = interpreter.language.kinds.first { $0.name == name }
      if let kind { texts.append(layout.text(of: kind)) }
      return texts.joined(separator: "\n")
    }
    if let definition = interpreter.variables.definition(named: name) {
      return layout.text(of: definition)
    }
    let page = interpreter.language.pages.first { $0.name == name }
    if topics.contains(name) {
      return layout.table(entries(of: name)) + (page.map { "\n" + layout.page($0.text) } ?? "")
    }
    if let page { return layout.page(page.text) }
    if let variant = variant(name) { return layout.text(of: variant) }
    if let kind = interpreter.language.kinds.first(where: { $0.name == name || $0.plural == name }) {
      return layout.text(of: kind)
    }
    let own = Self.ownTopics.flatMap { entries(of: $0) }
    if let entry = own.first(where: { $0.name == name }) ?? own.first(where: { $0.has(sign: name) }) {
      return layout.text(of: entry)
    }
    if name == Keyword.else.rawValue { return layout.text(of: Self.entry(.else)) }
    if let setting = setting(name) { return layout.text(of: setting) }
    if let code = codes.first(where: { $0.code == name }) {
      return "\(code.code)\n" + layout.paragraph(code.meaning, indent: 2)
    }
    guard name.utf8.contains(where: Glob.isSpecial) else { return text(ofObject: name) }
    let fitting = (topics.flatMap { entries(of: $0) } + fields.map(Self.entry(of:))).filter {
      Glob.matches(name, $0.name)
    }
    return fitting.isEmpty ? nil : layout.table(fitting)
  }

  /// Returns the setting with a name, or with a name after the command that changes it, such as `set history`: a topic
  /// or a command may have the same name.
  private func setting(_ name: String) -> Setting? {
    let command = "set "
    return interpreter.settings.setting(
      named: name.hasPrefix(command) ? String(name.dropFirst(command.count)) : name)
  }

  /// Returns the variant of a command for one kind, such as `change card`.
  private func variant(_ name: String) -> CommandVariant? {
    for command in commands where name.hasPrefix(command.name + " ") {
      let rest = name.dropFirst(command.name.count + 1)
      if let variant = command.variants.first(where: { $0.name == rest }) { return variant }
    }
    return nil
  }

  /// Returns the help for an object, followed by the commands that accept it as their first argument.
  private func text(ofObject name: String) -> String? {
    let host = interpreter.host
    guard case .object(let object) = host.value(named: Array(name.utf8).span),
      let kind = interpreter.language.kinds.first(where: { $0.id == object.kind })
    else { return nil }
    let fitting = commands.filter { command in
      guard let first = command.parameters.first else { return false }
      if let wanted = first.kind { return wanted == kind.id }
      let position = CompletionPosition(arguments: [], prefix: name)
      let candidates = first.placed.map { $0(host, position) } ?? first.candidates(host)
      return candidates.contains { $0.text == name }
    }
    return layout.paragraph(
      "\(Quoting.message(name)) is \(English.article(kind.name)): “help \(kind.name)” lists its fields")
      + (fitting.isEmpty ? "" : layout.row("  accepted by", 13, fitting.map(\.name)))
  }

  /// Returns the help for everything that contains a word in its name or text, ignoring case; `nil` if nothing does.
  private func texts(about word: String) -> String? {
    let wanted = word.lowercased()
    func speaks(_ texts: [String]) -> Bool { texts.contains { $0.lowercased().contains(wanted) } }
    var found = commands.filter { command in
      speaks(
        [command.name, command.usage, command.summary, command.help] + command.parameters.map(\.summary))
    }.map { HelpEntry($0.name, $0.usage, $0.summary) }
    found += Self.ownTopics.flatMap { entries(of: $0) }.filter { speaks([$0.name, $0.usage, $0.summary]) }
    found += interpreter.language.pages.filter { speaks([$0.name, $0.summary, $0.text]) }.map {
      HelpEntry($0.name, "help \($0.name)", $0.summary)
    }
    found += fields.filter { speaks([$0.property.name, $0.property.facts]) }.map(Self.entry(of:))
    found += interpreter.settings.all.filter { speaks([$0.name, $0.summary]) }
      .map { HelpEntry($0.name, "set \($0.name)", $0.summary) }
    found += codes.filter { speaks([$0.code, $0.meaning]) }
      .map { HelpEntry($0.code, "help \($0.code)", $0.meaning) }
    return found.isEmpty ? nil : layout.table(found)
  }

  private func entries(of topic: String) -> [HelpEntry] {
    switch topic {
    case Self.statements:
      return Keyword.allCases.filter { $0 != .else }.map(Self.entry)
    case Self.expressions:
      return HelpEntry.expressions
        + interpreter.language.roots.map { HelpEntry($0.name, $0.name, $0.summary, "print \($0.name)") }
    case Self.selections:
      return HelpEntry.selectionParts
        + interpreter.language.kinds.filter { !$0.plural.isEmpty }.map { kind in
          let properties = kind.properties.map(\.name).joined(separator: " ")
          return HelpEntry(
            kind.plural, kind.plural, kind.summary.isEmpty ? properties : "\(kind.summary): \(properties)")
        }
    case Self.functions:
      return interpreter.language.functions.map { HelpEntry($0.name, $0.name + "(…)", $0.summary) }
        + BuiltinFunction.allCases.map { HelpEntry($0.rawValue, $0.usage, $0.summary, $0.example) }
    default:
      return commands.filter { self.topic($0) == topic }.map { HelpEntry($0.name, $0.usage, $0.summary) }
    }
  }

  private static func entry(_ keyword: Keyword) -> HelpEntry {
    HelpEntry(keyword.rawValue, keyword.usage, keyword.summary, keyword.example)
  }
}
