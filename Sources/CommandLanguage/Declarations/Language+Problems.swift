import TerminalText

/// Checks of the declarations. A program runs them at each start, so descriptions are computed only for a problem.
extension Language {
  /// Returns the problems in the declarations.
  ///
  /// - Parameter standard: the names of the commands that every table of the host includes.
  func findProblems(standard: Set<String> = []) -> [String] {
    let keywords = Keyword.allCases.map(\.rawValue)
    var problems = Self.repeated(keywords + commands.map(\.name), "command", own: standard.union(keywords)) {
      $0 < keywords.count
        ? "a reserved word" : Self.origin("a command", commands[$0 - keywords.count].summary)
    }
    for name in replaced { problems.append("the command “\(name)” replaces a built-in command") }
    for name in constantNames + kinds.map(\.name) where Language.expressionKeywords.contains(name) {
      problems.append("the name “\(name)” is a reserved word")
    }
    // An expression on a line of its own may begin with “any”.
    for command in commands
    where Language.expressionKeywords.contains(command.name) || command.name == "any" {
      problems.append("the command “\(command.name)” is a reserved word")
    }
    problems += repeatedConstants
    problems += Self.repeated(functions.map(\.name) + kinds.map(\.name), "function") {
      $0 < functions.count
        ? Self.origin("a function", functions[$0].summary)
        : Self.origin("a kind", kinds[$0 - functions.count].plural)
    }
    // “limit” and “desc” are names if a value is expected.
    let words = Language.expressionKeywords.subtracting(["limit", "desc"])
    for kind in kinds {
      problems += Self.repeated(kind.properties.map(\.name), "field of \(kind.name)") {
        Self.origin("a field", kind.properties[$0].facts)
      }
      for property in kind.properties where words.contains(property.name) {
        problems.append("the field “\(property.name)” of \(kind.name) is a reserved word")
      }
    }
    // A command takes precedence over a selection. A command that only reads may share the selection's name.
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
      let options = command.parameters.filter { !($0.option ?? "").isEmpty }
      problems += Self.repeated(options.compactMap(\.option), "option of \(command.name)") {
        Self.origin("an option", options[$0].summary)
      }
    }
    return problems
  }

  private var repeatedConstants: [String] {
    let words = vocabulary.filter { !$0.isEmpty }
    let selected = kinds.filter { !$0.plural.isEmpty }
    return Self.repeated(words + roots.map(\.name) + selected.map(\.plural), "name") { index in
      if index < words.count { return originOfWord(words[index]) }
      let index = index - words.count
      return index < roots.count
        ? Self.origin("the name of one value", roots[index].summary)
        : "the plural of \(selected[index - roots.count].name)"
    }
  }

  private func originOfWord(_ word: String) -> String {
    for kind in kinds {
      for property in kind.properties where property.type.literals.contains(word) {
        return "a word of \(kind.name).\(property.name)"
      }
    }
    return "a word"
  }

  /// Returns the description of a declaration, with a note that distinguishes it from others with the same name.
  private static func origin(_ kind: String, _ note: String) -> String {
    note.isEmpty ? kind : "\(kind) (\(note))"
  }

  /// Returns the problems of names that are empty, are declared twice or cannot be typed.
  ///
  /// - Parameters:
  ///   - what: the noun for the names.
  ///   - origin: returns the description of the declaration with an index.
  private static func repeated(
    _ names: [String], _ what: @autoclosure () -> String, own: Set<String> = [], origin: (Int) -> String
  ) -> [String] {
    var indices: [String: Int] = Dictionary(minimumCapacity: names.count)
    var problems: [String] = []
    for (index, name) in names.enumerated() {
      if name.isEmpty {
        problems.append("\(English.article(what())) has an empty name")
        continue
      }
      if let first = indices[name] {
        problems.append(
          own.contains(name)
            ? "the \(what()) “\(name)” replaces a built-in \(what())"
            : "the \(what()) “\(name)” is declared twice: \(both(origin(first), origin(index)))")
      } else {
        indices[name] = index
      }
      let isName =
        name.utf8.first.map(\.isNameStart) == true
        && name.utf8.allSatisfy { $0.isNamePart || ($0 == 0x2D && what() == "command") }
      if !isName { problems.append("the \(what()) “\(name)” cannot be typed") }
    }
    return problems
  }

  private static func both(_ first: String, _ second: String) -> String {
    first == second ? "both times as \(first)" : "as \(first) and as \(second)"
  }
}
