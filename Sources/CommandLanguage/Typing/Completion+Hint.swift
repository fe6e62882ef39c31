import TerminalText

extension Completion {
  /// The hint about the next word, from its declaration. Candidates are listed only if they depend on the preceding
  /// arguments.
  var hint: String? { expectation.items.lazy.compactMap { hint(of: $0.kind) }.first }

  private func hint(of expected: Expectation.Kind) -> String? {
    switch expected {
    case .argument(let index, let name, let first):
      let given = arguments(first).words
      guard index >= 0 else {
        let definition = interpreter.variables.definition(named: text(name))
        guard let parameter = definition?.parameters.dropFirst(given.count).first else { return nil }
        return parameter.name.uppercased() + (parameter.noun.isEmpty ? "" : ": " + parameter.noun)
      }
      let position = CompletionPosition(arguments: given, prefix: "")
      let parameter = language.commands[index].parameter(at: given.count)
      return parameter?.narrowed(at: position, interpreter.host).hint(isOption: false)
    case .optionValue(let index, let name, _):
      guard index >= 0 else { return nil }
      return language.commands[index].option(named: text(name))?.hint(isOption: true)
    default: return nil
    }
  }
}

extension ParameterInfo {
  /// Returns the parameter restricted to the words that are allowed after the preceding arguments. A parameter that has
  /// neither words nor a summary gets its candidates as words.
  fileprivate func narrowed(at position: CompletionPosition, _ host: any CommandHost) -> ParameterInfo {
    guard !words.isEmpty || summary.isEmpty, let offered = placed?(host, position).map(\.text) else {
      return self
    }
    var parameter = self
    parameter.words = words.isEmpty ? offered : words.filter { offered.contains($0) }
    return parameter.words.isEmpty ? self : parameter
  }

  /// Returns a hint such as `POINTS from 0 to 100`, `SIDE attacker or defender` or `[NAME] a new name`.
  fileprivate func hint(isOption: Bool) -> String {
    [isOption ? label.uppercased() : usage, values].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The possible values, from the declaration: the range, the words if they are few, or else the summary.
  var values: String {
    if let range, range.lowerBound > .min || range.upperBound < .max {
      return LanguageError.bounds(range)
    }
    if !words.isEmpty, words.count <= 8 { return English.choice(words) }
    return summary
  }
}
