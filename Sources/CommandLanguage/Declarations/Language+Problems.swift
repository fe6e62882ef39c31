/// Checking the declarations: on demand, since a host's test asks for it, and no session has to wait for it.
extension Language {
  /// A name, and what declares it in the words of a message.
  private struct Declared {
    var name: String
    var origin: String

    /// - Parameter note: what tells it from another of the same name, such as its summary.
    init(_ name: String, _ kind: String, _ note: String = "") {
      self.name = name
      origin = note.isEmpty ? kind : "\(kind) (\(note))"
    }
  }

  /// - Parameter standard: the commands that every world of the host has.
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
    // A command goes before a selection; one that only lists the objects may be called so.
    for command in commands where !command.traits.contains(.direct) {
      if let kind = kinds.first(where: { $0.plural == command.name }) {
        problems.append(
          "the command “\(command.name)” is called like the selection of all \(kind.plural), which it would hide"
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

  /// The names that stand for a value, each with what it is.
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
