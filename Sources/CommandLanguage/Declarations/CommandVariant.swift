/// A command as it is for one kind of object, for help: `help change card`.
public struct CommandVariant: Sendable {
  /// The word after the command's name that selects the variant: `card`.
  public var name: String
  /// The usage line.
  public var usage: String
  /// Its options with what they may be.
  public var options: [(name: String, text: String)]
  /// Lines that show how it is used.
  public var examples: [String]

  /// A command as it is for one kind of object, with what help says of it.
  public init(
    _ name: String, usage: String, options: [(name: String, text: String)] = [], examples: [String] = []
  ) {
    self.name = name
    self.usage = usage
    self.options = options
    self.examples = examples
  }
}
