/// A subcommand of a program, or the main way to call it.
public struct Subcommand<Settings: Sendable>: Sendable {
  /// The word that selects it; empty for the main one.
  public var name: String
  /// The effect of the subcommand, in a sentence without a full stop.
  public var summary: String
  /// The operands in the form of help, such as `FILE…`; empty for none.
  public var operands: String
  /// The allowed number of operands.
  public var operandCount: ClosedRange<Int>
  /// Its own options, besides the common ones.
  public var options: [ProgramOption<Settings>]
  /// The words for the first operand that select an action; empty if the first operand is any text.
  public var actions: [String] = []
  /// A Boolean value that indicates whether all arguments from the first operand on are operands, even with dashes, as for
  /// programs that run others.
  public var stopsAtOperand = false
  /// The paragraphs at the end of its help.
  public var details = ""
  /// Puts the operands into the settings. Returns a message if they are not valid (`“x” is no URL`), otherwise `nil`.
  public var take: @Sendable (inout Settings, [[UInt8]]) -> String?

  /// Creates a subcommand.
  ///
  /// - Parameters:
  ///   - name: the word that selects it; empty for the main one.
  ///   - summary: the effect of the subcommand, in a sentence without a full stop.
  ///   - operands: the operands in the form of help, such as `FILE…`.
  ///   - operandCount: the allowed number of operands; any other number is a usage error.
  ///   - options: its own options.
  ///   - take: puts the operands into the settings. Returns a message if they are not valid, otherwise `nil`.
  public init(
    _ name: String, _ summary: String, operands: String = "", operandCount: ClosedRange<Int> = 0...0,
    options: [ProgramOption<Settings>] = [], take: @escaping @Sendable (inout Settings, [[UInt8]]) -> String?
  ) {
    self.name = name
    self.summary = summary
    self.operands = operands
    self.operandCount = operandCount
    self.options = options
    self.take = take
  }
}
