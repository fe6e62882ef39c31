/// A command line that was made up of its command's declaration.
public struct Invocation: Sendable, Equatable {
  /// One argument, with the parameter that it is for.
  struct Argument: Sendable, Equatable {
    /// The position of the parameter among the command's.
    var parameter: Int
    /// Stands before the value: `side=` or `= `.
    var prefix = ""
    var value: Value
  }

  enum Value: Sendable, Equatable {
    case text(String)
    /// The one command of a block.
    indirect case block(Invocation)
  }

  /// The index of the command among those to try; -1 for a given line.
  var command: Int
  var name: String
  var arguments: [Argument] = []
  /// A Boolean value that indicates whether an argument is expected to be refused.
  var isExpectedToFail = false
  /// The position of the line in the order in which lines were made up, from 1; 0 where nothing changes that order. A line of a feed
  /// that comes late stands behind greater numbers, and one that comes twice has its number twice.
  var number = 0

  /// A given line.
  init(line: String) {
    command = -1
    name = line
  }

  init(_ command: Int, name: String) {
    self.command = command
    self.name = name
  }

  /// As it is typed.
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

  /// The same with another word instead of one, wherever that is an argument.
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
