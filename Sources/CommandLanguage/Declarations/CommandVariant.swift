/// A variant of a command for one kind of object, for help: `help change card`.
public struct CommandVariant: Sendable {
  /// The word after the command's name that selects the variant: `card`.
  public var name: String
  /// The usage line.
  public var usage: String
  /// The options, with descriptions of their possible values.
  public var options: [(name: String, text: String)]
  /// Example lines.
  public var examples: [String]

  /// Creates a variant with its help.
  public init(
    _ name: String, usage: String, options: [(name: String, text: String)] = [], examples: [String] = []
  ) {
    self.name = name
    self.usage = usage
    self.options = options
    self.examples = examples
  }
}
