/// One way to call a program, declared once.
public struct Subcommand<Settings: Sendable>: Sendable {
  /// The word that chooses it; empty for the way that needs none.
  public var name: String
  /// The effect of the subcommand, in a sentence without a full stop.
  public var summary: String
  /// The operands as help shows them, such as `FILE…`; empty for none.
  public var operands: String
  /// The allowed number of operands.
  public var operandCount: ClosedRange<Int>
  /// Its own options, besides those of every subcommand.
  public var options: [ProgramOption<Settings>]
  /// A Boolean value that indicates whether all words from the first operand on are operands, dashes or not, as for
  /// programs that run others.
  public var stopsAtOperand = false
  /// Paragraphs at the end of its help.
  public var details = ""
  /// Puts the operands, as many as `operandCount` says, into the settings; returns what is wrong with them
  /// (`“x” is no URL`), or `nil`.
  public var take: @Sendable (inout Settings, [[UInt8]]) -> String?

  /// A way to call a program.
  ///
  /// - Parameters:
  ///   - name: the word that chooses it; empty for the way that needs none.
  ///   - summary: what it does, in a sentence without a full stop.
  ///   - operands: how its operands are shown, such as `FILE…`.
  ///   - operandCount: how many operands it takes; any other count is misuse.
  ///   - options: its own options.
  ///   - take: puts the operands into the settings; returns what is wrong with them, or `nil`.
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
