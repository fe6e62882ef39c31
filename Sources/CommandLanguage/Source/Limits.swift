/// The limits that prevent a text from crashing or hanging a session. Each public limit has a setting of the same name.
public struct Limits: Sendable, Equatable {
  /// The maximum number of commands, loop iterations and rows of selections for one command line.
  public var steps = 10_000_000
  /// The maximum nesting depth of blocks, parentheses and operators.
  public var nesting = 100
  /// The maximum depth of calls of definitions and of files that run files.
  public var recursion = 100
  /// The maximum length of a name in UTF-8 bytes.
  public var name = 64
  /// The maximum length of a text in UTF-8 bytes.
  public var text = 65_536
  /// The maximum number of elements of a list.
  public var list = 1_000_000
  /// The maximum number of global variables, and of definitions.
  public var variables = 1_000
  /// The approximate maximum memory in bytes that the session may retain, and that the values of one statement may use.
  public var memory = 67_108_864
  /// The maximum number of bytes that one command line may print.
  public var output = 16_777_216
  /// The maximum length of one command line or block in UTF-8 bytes.
  public var line = 1_048_576

  /// The size of the thread's stack in bytes; no setting changes it.
  var stackBytes = 524_288

  /// Creates the default limits.
  public init() {}

  /// The part of the stack for the language; the rest is for commands and the session's callers.
  var stackForLanguage: Int { stackBytes - min(stackBytes / 2, 262_144) }

  /// The name of the limit on the nesting of running commands, which depends on the stack and has no setting.
  static let framesName = "frames"

  /// The minimum of the setting `line`. A line of this length can still change the setting.
  static let lineMin = 20

  /// The settings of the limits with their maximum values, in the order of `set`.
  static var named:
    [(name: String, summary: String, path: any WritableKeyPath<Limits, Int> & Sendable, most: Int)]
  {
    [
      ("steps", "commands, iterations and rows per command line", \.steps, .max / 2),
      ("nesting", "levels of nesting in a text", \.nesting, 200),
      ("recursion", "levels of nested calls of definitions and files", \.recursion, 500),
      ("name", "bytes in a name", \.name, 1_000),
      ("text", "bytes in a text", \.text, 1 << 24),
      ("list", "elements in a list", \.list, 1 << 24),
      ("variables", "variables and definitions", \.variables, 1 << 20),
      ("memory", "bytes of memory per session", \.memory, 1 << 30),
      ("output", "bytes of output per command line", \.output, 1 << 40),
      ("line", "bytes in a command line", \.line, 1 << 30),
    ]
  }
}
