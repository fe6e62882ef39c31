import TerminalText

/// Checks of the declarations. They run on demand, for a host's test, so that they cost a session no time.
extension Language {
  /// A declared name and a description of its declaration, for messages.
  private struct Declared {
    var name: String
    var origin: String

    /// - Parameter note: distinguishes declarations with the same name, such as a summary.
    init(_ name: String, _ kind: String, _ note: String = "") {
      self.name = name
      origin = note.isEmpty ? kind : "\(kind) (\(note))"
    }
  }

  /// Returns the problems in the declarations.
  ///
  /// - Parameter standard: the names of the commands that every table of the host includes.
  func findProblems(standard: Set<String> = []) -> [String] {
    var problems = Self.repeated(
      Keyword.allCases.map { Declared($0.rawValue, "a word of the language") }
        + commands.map { Declared($0.name, "a command", $0.summary) }, "command",
      own: standard.union(Keyword.allCases.map(\.rawValue)))
    for name in replaced { problems.append("the command “\(name)” is a command of the language") }
    for name in constantNames + kinds.map(\.name) where Language.wordsOfExpressions.contains(name) {
      problems.append("the name “\(name)” is a word of the language")
    }
    // An expression on a line of its own may begin with “any”.
    for command in commands
    where Language.wordsOfExpressions.contains(command.name) || command.name == "any" {
      problems.append("the command “\(command.name)” is a word of the language")
    }
    problems += Self.repeated(declaredConstants, "name")
    problems += Self.repeated(
      functions.map { Declared($0.name, "a function", $0.summary) }
        + kinds.map { Declared($0.name, "a kind", $0.plural) }, "function")
    for kind in kinds {
      problems += Self.repeated(
        kind.properties.map { Declared($0.name, "a field", $0.facts) }, "field of \(kind.name)")
      // “limit” and “desc” are names if a value is expected.
      let words = Language.wordsOfExpressions.subtracting(["limit", "desc"])
      for property in kind.properties where words.contains(property.name) {
        problems.append("the field of \(kind.name) “\(property.name)” is a word of the language")
      }
    }
    // A command takes precedence over a selection. A command that only reads may share its name.
    for command in commands where !command.traits.contains(.direct) {
      if let kind = kinds.first(where: { $0.plural == command.name && !$0.plural.isEmpty }) {
        problems.append(
          "the command “\(command.name)” has the same name as the selection of all \(kind.plural), which it would hide"
        )
      }
    }
    for command in commands {
      let parameters = command.parameters.filter { $0.option == nil }
      for (index, parameter) in parameters.enumerated()
      // An expression ends at the words that introduce the next argument.
      where index + 1 < parameters.count && parameters[index + 1].introduction == nil {
        let takesRest =
          parameter.shape == .expression || parameter.shape == .selection || parameter.shape == .rest
        if takesRest || parameter.occurrence == .repeated {
          problems.append(
            "“\(command.name)”: nothing can follow \(parameter.label), which takes the rest of the line")
        }
      }
      // An option without a name belongs to a field without a name, which has been reported.
      let options = command.parameters.compactMap { parameter in
        parameter.option.map { Declared($0, "an option", parameter.summary) }
      }.filter { !$0.name.isEmpty }
      problems += Self.repeated(options, "option of \(command.name)")
    }
    return problems
  }

  private var declaredConstants: [Declared] {
    let words = vocabulary.filter { !$0.isEmpty }.map { word in
      let owners = kinds.flatMap { kind in
        kind.properties.filter { $0.type.literals.contains(word) }.map { "\(kind.name).\($0.name)" }
      }
      return Declared(word, owners.first.map { "a word of \($0)" } ?? "a word")
    }
    return words + roots.map { Declared($0.name, "the name of one value", $0.summary) }
      + kinds.filter { !$0.plural.isEmpty }.map { Declared($0.plural, "the plural of \($0.name)") }
  }

  private static func repeated(_ declared: [Declared], _ what: String, own: Set<String> = []) -> [String] {
    var origins: [String: String] = [:]
    var problems: [String] = []
    for declared in declared {
      let name = declared.name
      if name.isEmpty {
        problems.append("\(English.article(what)) has an empty name")
        continue
      }
      if let first = origins[name] {
        problems.append(
          own.contains(name)
            ? "the \(what) “\(name)” is a \(what) of the language"
            : "the \(what) “\(name)” is declared twice: \(both(first, declared.origin))")
      } else {
        origins[name] = declared.origin
      }
      let isName =
        name.utf8.first.map(\.isNameStart) == true
        && name.utf8.allSatisfy { $0.isNamePart || (what == "command" && $0 == 0x2D) }
      if !isName { problems.append("the \(what) “\(name)” cannot be typed") }
    }
    return problems
  }

  private static func both(_ first: String, _ second: String) -> String {
    first == second ? "both times as \(first)" : "as \(first) and as \(second)"
  }
}
