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
      Keyword.allCases.map { Declared($0.name, "a word of the language") }
        + commands.map { Declared($0.name, "a command", $0.summary) }, "command",
      own: standard.union(Keyword.allCases.map(\.name)))
    for name in constantNames + kinds.map(\.name) where Language.wordsOfExpressions.contains(name) {
      problems.append("the name “\(name)” is a word of the language")
    }
    problems += Self.repeated(declaredConstants, "name")
    problems += Self.repeated(
      functions.map { Declared($0.name, "a function", $0.summary) }
        + kinds.map { Declared($0.name, "a kind", $0.plural) }, "function")
    for kind in kinds {
      problems += Self.repeated(
        kind.properties.map { Declared($0.name, "a field", $0.facts) }, "field of \(kind.name)")
    }
    // A command takes precedence over a selection. A command that only reads may share its name.
    for command in commands where !command.traits.contains(.direct) {
      if let kind = kinds.first(where: { $0.plural == command.name }) {
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
      let options = command.parameters.compactMap { parameter in
        parameter.option.map { Declared($0, "an option", parameter.summary) }
      }
      problems += Self.repeated(options, "option of \(command.name)")
    }
    return problems
  }

  /// The names that refer to values, with descriptions.
  private var declaredConstants: [Declared] {
    let words = vocabulary.map { word in
      let owners = kinds.flatMap { kind in
        kind.properties.filter { $0.type.literals.contains(word) }.map { "\(kind.name).\($0.name)" }
      }
      return Declared(word, owners.first.map { "a word of \($0)" } ?? "a word")
    }
    return words + roots.map { Declared($0.name, "the name of one value", $0.summary) }
      + kinds.map { Declared($0.plural, "the plural of \($0.name)") }
  }

  private static func repeated(_ declared: [Declared], _ what: String, own: Set<String> = []) -> [String] {
    var origins: [String: String] = [:]
    var problems: [String] = []
    for declared in declared where !declared.name.isEmpty {
      let name = declared.name
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
