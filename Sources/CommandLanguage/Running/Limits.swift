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

  /// How deep blocks, calls and expressions may nest while they run, whatever the settings say: the stack
  /// of a thread holds no more.
  static let frames = 1_500
  /// Its name where limits are told apart; no setting has it.
  static let framesName = "frames"

  /// Each limit's name, its place and the most it may be set to, in the order of `set`.
  static var named: [(name: String, summary: String, path: WritableKeyPath<Limits, Int>, most: Int)] {
    [
      ("steps", "commands, rounds and rows per command line", \.steps, .max / 2),
      ("nesting", "how deep a text may nest", \.nesting, 200),
      ("recursion", "how deep definitions and files may call", \.recursion, 500),
      ("name", "bytes of a name", \.name, 1_000),
      ("text", "bytes of a text", \.text, 1 << 30),
      ("list", "elements of a list", \.list, 1 << 30),
      ("variables", "variables, and definitions", \.variables, 1 << 20),
      ("output", "bytes that a command line may print", \.output, 1 << 40),
      ("line", "bytes of a command line", \.line, 1 << 30),
    ]
  }
}
