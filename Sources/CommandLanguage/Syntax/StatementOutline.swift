/// One statement of a line, as far as a driver needs to know it.
public struct StatementOutline: Sendable, Equatable {
  /// The statement's place in the line's text, in bytes.
  public var range: Range<Int>
  /// The command's name; `nil` for a statement of the language.
  public var command: String?
  /// The command's traits; empty for a statement of the language.
  public var traits: CommandTraits = []
  /// The command's first argument as it is written.
  public var firstArgument: String?
}
