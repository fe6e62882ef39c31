import CommandLanguage

/// A command line that was generated from the declaration of its command.
public struct Invocation: Sendable, Equatable {
  /// An argument with its parameter.
  struct Argument: Sendable, Equatable {
    /// The index of the parameter in the command.
    var parameter: Int
    /// The text before the value: `side=` or `= `.
    var prefix = ""
    var value: Value
  }

  enum Value: Sendable, Equatable {
    case text(String)
    /// A block with one command.
    indirect case block(Invocation)
  }

  /// The index of the command among those to try; -1 for a line that is given as text.
  var command: Int
  var name: String
  var arguments: [Argument] = []
  /// A Boolean value that indicates whether an argument is expected to be refused.
  var isExpectedToFail = false
  /// The number of the line in the order of generation, from 1; 0 if the line is not numbered. A delayed line of a feed
  /// comes after lines with greater numbers, and a duplicated line has the same number twice.
  var number = 0
  /// The lines of the commands of a line that has several.
  private(set) var parts: [Invocation] = []

  init(line: String) {
    command = -1
    name = line
  }

  /// Creates a line of several commands, which are one step.
  init(joining parts: [Invocation]) {
    self.init(line: parts.map(\.text).joined(separator: "; "))
    self.parts = parts
  }

  init(_ command: Int, name: String) {
    self.command = command
    self.name = name
  }

  /// Creates a line with one argument, for the first parameter of a command.
  init(_ command: Int, of commands: [CommandDescription], argument: String) {
    self.init(command, name: commands[command].name)
    arguments = [Argument(parameter: 0, value: .text(argument))]
  }

  /// The line as it is typed.
  public var text: String {
    var text = name
    for argument in arguments {
      switch argument.value {
      case .text(let value):
        if value.isEmpty { continue }
        text += " "
        text += argument.prefix
        text += value
      case .block(let inner):
        text += " "
        text += argument.prefix
        text += "{ "
        text += inner.text
        text += " }"
      }
    }
    return text
  }

  /// Returns the positional arguments among the first `count` arguments, without quotes. An argument with escapes
  /// remains as it is written.
  func positional(_ count: Int) -> [String] {
    arguments.prefix(count).compactMap { argument in
      guard case .text(let text) = argument.value, argument.prefix.isEmpty else { return nil }
      return text.hasPrefix("\"") && !text.utf8.contains(0x5C) ? String(text.dropFirst().dropLast()) : text
    }
  }

  /// Returns the line with `new` in place of each argument that equals `old`.
  func replacing(_ old: String, by new: String) -> Invocation {
    var renamed = self
    for index in arguments.indices {
      switch arguments[index].value {
      case .text(let text): if text == old { renamed.arguments[index].value = .text(new) }
      case .block(let inner): renamed.arguments[index].value = .block(inner.replacing(old, by: new))
      }
    }
    return renamed
  }
}

extension Invocation {
  /// The line with `true` for the condition of a constraint, in blocks too, so that steps keep their numbers. A line
  /// that is given as text becomes a comment if it declares a constraint or removes an object.
  var withoutConstraint: Invocation {
    if command < 0 {
      let isMeant = name.hasPrefix("constraint ") || name.hasPrefix("remove ")
      return isMeant ? Invocation(line: "# \(name)") : self
    }
    var line = self
    for index in arguments.indices {
      if case .block(let inner) = arguments[index].value {
        line.arguments[index].value = .block(inner.withoutConstraint)
      } else if name == "constraint", arguments[index].parameter == 1 {
        line.arguments[index].value = .text("true")
      }
    }
    return line
  }

  /// Returns a Boolean value that indicates whether the line is given as text and declares an invariant with this name.
  func declares(_ rule: String) -> Bool { command < 0 && name.hasPrefix("invariant \(rule) ") }

  /// Returns the arguments that are names of objects, including new names.
  ///
  /// - Parameter commands: the commands to try, which contain the line's command.
  func objectNames(_ commands: [CommandDescription]) -> [String] {
    guard commands.indices.contains(command) else { return [] }
    let parameters = commands[command].parameters
    return arguments.compactMap { argument in
      guard case .text(let text) = argument.value, parameters.indices.contains(argument.parameter) else {
        return nil
      }
      let parameter = parameters[argument.parameter]
      return parameter.kindName != nil || parameter.content == .newName ? text : nil
    }
  }
}
