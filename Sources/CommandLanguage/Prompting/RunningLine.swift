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

/// A part of what lines printed, with the places of free text and diagnostics in it.
public struct OutputPiece: Equatable {
  /// The bytes as they were printed.
  public var text: [UInt8]
  /// The places of free text, as offsets of `text`, in order.
  public var plainRanges: [Range<Int>]
  /// The places of diagnostics, as offsets of `text`, in order.
  public var errorRanges: [Range<Int>]

  /// The part of `output` in `range`; the places are offsets of `output`.
  public init(_ output: [UInt8], _ range: Range<Int>, plain: [Range<Int>], errors: [Range<Int>]) {
    text = Array(output[range])
    func shifted(_ places: [Range<Int>]) -> [Range<Int>] {
      places.compactMap { place in
        let shared = place.clamped(to: range)
        if shared.isEmpty { return nil }
        return shared.lowerBound - range.lowerBound..<shared.upperBound - range.lowerBound
      }
    }
    plainRanges = shifted(plain)
    errorRanges = shifted(errors)
  }

  /// The piece cut at line ends into parts of about `byteCount` bytes; a line stays whole.
  public func parts(byteCount: Int) -> [OutputPiece] {
    var parts: [OutputPiece] = []
    var start = 0
    while start < text.count {
      let least = min(start + byteCount, text.count)
      let end = text[(least - 1)...].firstIndex(of: 0x0A).map { $0 + 1 } ?? text.count
      parts.append(OutputPiece(text, start..<end, plain: plainRanges, errors: errorRanges))
      start = end
    }
    return parts
  }
}
