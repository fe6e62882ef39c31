/// A subcommand of a program, or the main subcommand, which needs no name.
public struct Subcommand<Settings: Sendable>: Sendable {
  /// The word that selects the subcommand; empty for the main one.
  public var name: String
  /// The effect of the subcommand, in a sentence without a full stop.
  public var summary: String
  /// The operands in the form of help, such as `FILE…`; empty for none.
  public var operands: String
  /// The allowed number of operands.
  public var operandCount: ClosedRange<Int>
  /// The subcommand's own options, besides the common ones.
  public var options: [ProgramOption<Settings>]
  /// The words that select an action as the first operand; empty if the first operand can be any text.
  public var actions: [String] = []
  /// A Boolean value that indicates whether all arguments from the first operand on are operands, even if they begin
  /// with a dash, as for programs that run others.
  public var stopsAtOperand = false
  /// The paragraphs at the end of the subcommand's help.
  public var details = ""
  /// Stores the operands in the settings. Returns a message, such as `“x” is not a URL`, if they are not valid, and
  /// `nil` otherwise.
  public var take: @Sendable (inout Settings, [[UInt8]]) -> String?

  /// Creates a subcommand.
  ///
  /// - Parameters:
  ///   - name: the word that selects the subcommand; empty for the main one.
  ///   - summary: the effect of the subcommand, in a sentence without a full stop.
  ///   - operands: the operands in the form of help, such as `FILE…`.
  ///   - operandCount: the allowed number of operands; any other number is a usage error.
  ///   - options: the subcommand's own options.
  ///   - take: stores the operands in the settings. Returns a message if they are not valid, and `nil` otherwise.
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
