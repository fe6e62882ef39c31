/// A summary of a statement for drivers.
public struct StatementOutline: Sendable, Equatable {
  /// The range of the statement in the line's text, in bytes.
  public var range: Range<Int>
  /// The command's name; `nil` for a statement of the language.
  public var command: String?
  /// The command's traits; empty for a statement of the language.
  public var traits: CommandTraits = []
  /// The command's first argument as it is written; `nil` if it has none.
  public var firstArgument: String?
}
