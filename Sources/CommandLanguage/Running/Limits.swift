/// The bounds that keep any text from crashing or hanging a session; each is a setting of its name.
public struct Limits: Sendable, Equatable {
  /// Commands, rounds of loops and rows of selections that one command line may take.
  public var steps = 10_000_000
  /// How deep blocks, parentheses and operators may nest.
  public var nesting = 100
  /// How deep commands that were defined with `def`, and files that run files, may call each other.
  public var recursion = 100
  /// The UTF-8 length of a name.
  public var name = 64
  /// The UTF-8 length of a text.
  public var text = 65_536
  /// The elements of a list.
  public var list = 1_000_000
  /// Variables, and definitions.
  public var variables = 1_000
  /// The bytes that one command line may print.
  public var output = 16_777_216
  /// The UTF-8 length of one command line or block.
  public var line = 1_048_576

  public init() {}
}
