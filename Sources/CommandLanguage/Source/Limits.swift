/// The bounds that keep any text from crashing or hanging a session; each is a setting of its name.
public struct Limits: Sendable, Equatable {
  /// Commands, rounds of loops and rows of selections that one command line may take.
  public var steps = 10_000_000
  /// The greatest nesting depth of blocks, parentheses and operators.
  public var nesting = 100
  /// The greatest depth of calls of commands that were defined with `def`, and of files that run files.
  public var recursion = 100
  /// The UTF-8 length of a name.
  public var name = 64
  /// The UTF-8 length of a text.
  public var text = 65_536
  /// The elements of a list.
  public var list = 1_000_000
  /// Variables, and definitions.
  public var variables = 1_000
  /// The bytes of memory that the session may keep, and that the values of one statement may take, about.
  public var memory = 67_108_864
  /// The bytes that one command line may print.
  public var output = 16_777_216
  /// The UTF-8 length of one command line or block.
  public var line = 1_048_576

  /// The bytes of stack that the thread has; no setting moves it.
  var stackBytes = 524_288

  /// The limits of a session that sets none.
  public init() {}

  /// The part of the stack for the language, besides the part for commands and for the session's callers.
  var stackForLanguage: Int { stackBytes - min(stackBytes / 2, 262_144) }

  /// The name of the limit on how deep commands nest while they run; the stack sets it, and no setting.
  static let framesName = "frames"

  /// Each limit's name, its place and the most it may be set to, in the order of `set`.
  static var named: [(name: String, summary: String, path: WritableKeyPath<Limits, Int>, most: Int)] {
    [
      ("steps", "commands, rounds and rows per command line", \.steps, .max / 2),
      ("nesting", "how deep a text may nest", \.nesting, 200),
      ("recursion", "how deep definitions and files may call", \.recursion, 500),
      ("name", "bytes of a name", \.name, 1_000),
      ("text", "bytes of a text", \.text, 1 << 24),
      ("list", "elements of a list", \.list, 1 << 24),
      ("variables", "variables, and definitions", \.variables, 1 << 20),
      ("memory", "bytes of memory that a session may keep", \.memory, 1 << 30),
      ("output", "bytes that a command line may print", \.output, 1 << 40),
      ("line", "bytes of a command line", \.line, 1 << 30),
    ]
  }
}
