/// A line while it runs, as its driver sees it from time to time: ``Session/observer``.
public struct RunningLine {
  /// The driver's buffer, with what the line has printed so far.
  public var output: [UInt8]
  /// The number of bytes of `output` that stay; those behind them may still be taken back.
  public var finalCount: Int
  /// The places of free text in `output`, as ``Session/plainRanges`` has them.
  public var plainRanges: [Range<Int>]
  /// The places of diagnostics in `output`, as ``Session/errorRanges`` has them.
  public var errorRanges: [Range<Int>]
  /// The steps that the line has spent of its limit.
  public var steps: Int
  /// The commands that the line has begun, also in blocks and loops.
  public var commands: Int

  /// A running line; without a count, all of its output stays.
  public init(
    output: [UInt8], finalCount: Int? = nil, plainRanges: [Range<Int>] = [],
    errorRanges: [Range<Int>] = [], steps: Int = 0, commands: Int = 0
  ) {
    self.output = output
    self.finalCount = finalCount ?? output.count
    self.plainRanges = plainRanges
    self.errorRanges = errorRanges
    self.steps = steps
    self.commands = commands
  }
}
