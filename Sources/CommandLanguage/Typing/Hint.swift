/// What comes next at a place of a text, as its declaration says. Nothing is listed for it.
struct Hint {
  let text: String?

  init(_ interpreter: Interpreter, _ context: CompletionContext) {
    let commands = interpreter.language.commands
    for item in context.expectation.items {
      switch item.kind {
      case .argument(let index, let name, let first):
        let given = context.arguments(first).words
        if index >= 0 {
          let place = CompletionPlace(arguments: given, prefix: "")
          text = commands[index].parameter(at: given.count).map { parameter in
            Self.text(of: parameter.narrowed(at: place, interpreter.world))
          }
        } else {
          text = Self.parameter(of: context.text(name), at: given.count, interpreter)
        }
        return
      case .optionValue(let name):
        guard item.scope.command >= 0 else { continue }
        let option = context.text(name)
        text = commands[item.scope.command].parameters.first { $0.option == option }.map {
          Self.value(of: $0)
        }
        return
      default: continue
      }
    }
    text = nil
  }

  /// `POINTS from 0 to 100`, `SIDE attacker or defender`, `[NAME] a name that nothing else has`.
  private static func text(of parameter: ParameterInfo) -> String { joined(parameter.usage, parameter) }

  private static func value(of parameter: ParameterInfo) -> String {
    joined(parameter.label.uppercased(), parameter)
  }

  private static func joined(_ usage: String, _ parameter: ParameterInfo) -> String {
    let values = parameter.values
    return values.isEmpty ? usage : usage + " " + values
  }

  private static func parameter(of name: String, at place: Int, _ interpreter: Interpreter) -> String? {
    let definition = interpreter.definitions.lazy.compactMap { $0 }.first { $0.name == name }
    guard let parameters = definition?.parameters, place < parameters.count else { return nil }
    return parameters[place].uppercased()
  }
}

extension ParameterInfo {
  /// The parameter with those words alone that may stand behind the arguments before it; one of which nothing else
  /// is said has what completes it for words.
  fileprivate func narrowed(at place: CompletionPlace, _ world: any CommandWorld) -> ParameterInfo {
    guard !words.isEmpty || summary.isEmpty, let offered = placed?(world, place).map(\.text) else {
      return self
    }
    var parameter = self
    parameter.words = words.isEmpty ? offered : words.filter { offered.contains($0) }
    return parameter.words.isEmpty ? self : parameter
  }

  /// What it may be, as its declaration says: its range, its words if they are few, or else its summary.
  var values: String {
    if let range, range.lowerBound > .min || range.upperBound < .max {
      return LanguageError.bounds(range)
    }
    if !words.isEmpty, words.count <= 8 { return Self.either(words) }
    return summary
  }

  /// `red, green or blue`
  private static func either(_ words: [String]) -> String {
    words.count < 2
      ? words.joined() : words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
  }
}
