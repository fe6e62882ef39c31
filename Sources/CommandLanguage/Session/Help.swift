import TerminalText

/// Help's texts, made of the declarations.
struct Help {
  let interpreter: Interpreter

  init(_ interpreter: Interpreter) { self.interpreter = interpreter }

  /// The commands that are shown, in the order of declaration.
  private var commands: [CommandDescription] {
    interpreter.language.commands.enumerated().compactMap { index, command in
      let isHidden = command.traits.contains(.hidden) || interpreter.marks[index].contains(.forbidden)
      return isHidden ? nil : command
    }
  }

  private static let statements = "language"
  private static let expressions = "expressions"
  private static let selections = "selections"
  private static let functions = "functions"

  private var topics: [String] {
    var topics = interpreter.language.topics.filter { topic in commands.contains { $0.topic == topic } }
    for command in commands where !topics.contains(topic(command)) { topics.append(topic(command)) }
    return topics + [Self.statements, Self.expressions, Self.selections, Self.functions]
  }

  private func topic(_ command: CommandDescription) -> String {
    command.topic.isEmpty ? "commands" : command.topic
  }

  /// What `help` may be asked about.
  var names: [Completions.Candidate] {
    commands.map { Completions.Candidate($0.name, summary: $0.summary) }
      + Keyword.allCases.map { Completions.Candidate($0.name, summary: $0.summary) }
      + topics.map { Completions.Candidate($0, summary: "a topic") }
      + [Self.functions, Self.expressions, Self.selections].flatMap { entries(of: $0) }.map {
        Completions.Candidate($0.name, summary: $0.summary)
      } + interpreter.definitionNames.map { Completions.Candidate($0, summary: "made with “def”") }
  }

  /// Every topic with its commands' names.
  func overview() -> String {
    let topics = topics
    let width = topics.map(\.count).max() ?? 0
    var text = ""
    for topic in topics {
      text += Self.row(topic, width, entries(of: topic).map(\.name))
    }
    return text + "“help NAME” tells about a command or a topic, “help s*” about all that fit.\n"
  }

  /// Help on a command, a function, a topic or a pattern with `*` or `?`; `nil` when nothing fits.
  func text(for name: String) -> String? {
    if let command = commands.first(where: { $0.name == name }) { return text(of: command) }
    if let definition = interpreter.definitions.lazy.compactMap({ $0 }).first(where: { $0.name == name }) {
      return text(of: definition)
    }
    if topics.contains(name) { return table(entries(of: name)) }
    let words = [Self.statements, Self.functions, Self.expressions, Self.selections].flatMap {
      entries(of: $0)
    }
    if let entry = words.first(where: { $0.name == name }) { return text(of: entry) }
    if name == Keyword.else.name { return text(of: Self.entry(.else)) }
    if let setting = Limits.named.first(where: { $0.name == name }) {
      return "set \(setting.name) NUMBER\n  \(setting.summary)\n"
    }
    guard name.utf8.contains(where: Glob.isSpecial) else { return nil }
    let fitting = topics.flatMap { entries(of: $0) }.filter { Glob.matches(name, $0.name) }
    return fitting.isEmpty ? nil : table(fitting)
  }

  private func entries(of topic: String) -> [HelpEntry] {
    switch topic {
    case Self.statements:
      return Keyword.allCases.filter { $0 != .else }.map(Self.entry)
    case Self.expressions:
      return HelpEntry.expressions
        + interpreter.language.roots.map { HelpEntry($0.name, $0.name, $0.summary) }
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

  private func table(_ entries: [HelpEntry]) -> String {
    let width = entries.map(\.usage.count).filter { $0 <= 40 }.max() ?? 0
    return entries.map { entry in
      let words = entry.summary.split(separator: " ").map(String.init)
      // A usage that is too long for the column has a line of its own.
      guard entry.usage.count > width else { return Self.row(entry.usage, width, words) }
      return entry.usage + "\n" + Self.row("", width, words)
    }.joined()
  }

  /// A line of two columns; the words of the second go on below when the line is full.
  private static func row(_ first: String, _ width: Int, _ words: [String]) -> String {
    var text = ""
    var line = Display.pad(first, width) + " "
    for word in words {
      if line.count + 1 + word.count > lineWidth, line.count > width + 1 {
        text += line + "\n"
        line = Display.pad("", width) + " "
      }
      line += " " + word
    }
    return text + line + "\n"
  }

  private static let lineWidth = 80

  private static func entry(_ keyword: Keyword) -> HelpEntry {
    HelpEntry(keyword.name, keyword.usage, keyword.summary, keyword.example)
  }

  private func text(of entry: HelpEntry) -> String {
    var text = "\(entry.usage)\n  \(entry.summary)\n"
    for (index, line) in entry.example.split(separator: "\n").enumerated() {
      text += index == 0 ? "  example: \(line)\n" : "  \(line)\n"
    }
    return text
  }

  /// A definition, with the comment above it.
  private func text(of definition: Interpreter.Definition) -> String {
    var text =
      ([definition.name] + definition.parameters.map { $0.uppercased() }).joined(separator: " ") + "\n"
    for line in definition.comment.split(separator: "\n") { text += "  \(line)\n" }
    return text + "  made with “def”\n"
  }

  private func text(of command: CommandDescription) -> String {
    var text = "\(command.usage)\n  \(command.summary)\n"
    let explained = command.parameters.filter { !$0.summary.isEmpty }
    let width = explained.map(\.usage.count).max() ?? 0
    for parameter in explained { text += "  \(Display.pad(parameter.usage, width))  \(parameter.summary)\n" }
    for line in command.help.split(separator: "\n") { text += "  \(line)\n" }
    for example in command.examples { text += "  example: \(example)\n" }
    return text
  }
}
