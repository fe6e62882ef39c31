/// The progress of a running line, which ``Session/observer`` receives repeatedly.
public struct RunningLine {
  /// The driver's buffer, with the output of the line so far.
  public var output: [UInt8]
  /// The number of bytes of `output` that are final; the bytes after them may still be removed.
  public var finalCount: Int
  /// The ranges of free text in `output`; see ``Session/plainRanges``.
  public var plainRanges: [Range<Int>]
  /// The ranges of diagnostics in `output`; see ``Session/errorRanges``.
  public var errorRanges: [Range<Int>]
  /// The number of steps that the line has spent.
  public var steps: Int
  /// The number of commands that the line has started, including those in blocks and loops.
  public var commands: Int
  /// A Boolean value that indicates whether the line was interrupted and only completes work that a command has begun,
  /// such as updating the watches.
  public var isEnding: Bool

  /// Creates the progress of a line. Without `finalCount`, all of the output is final.
  public init(
    output: [UInt8], finalCount: Int? = nil, plainRanges: [Range<Int>] = [],
    errorRanges: [Range<Int>] = [], steps: Int = 0, commands: Int = 0, isEnding: Bool = false
  ) {
    self.output = output
    self.finalCount = finalCount ?? output.count
    self.plainRanges = plainRanges
    self.errorRanges = errorRanges
    self.steps = steps
    self.commands = commands
    self.isEnding = isEnding
  }
}
