public import CommandLanguage

/// A display that decides when the output and the progress of a running line are shown.
///
/// The display writes only through the closures `show` and `showProgress`. Output is shown in whole lines, at intervals
/// of at least 50 ms. A line that runs for a second without output shows its progress, which is erased when output
/// follows.
public final class RunningLineDisplay {
  /// The number of bytes of the driver's buffer that have been shown.
  public private(set) var shownCount = 0
  /// A Boolean value that indicates whether progress is on the terminal.
  public private(set) var showsProgress = false

  private let clock: () -> UInt64
  private let streams: Bool
  private let show: (OutputPiece) -> Void
  private let showProgress: ((String?) -> Void)?
  private var lineStart: UInt64
  private var lastShown: UInt64
  private var lastProgress: UInt64 = 0

  private static let outputInterval: UInt64 = 50_000_000
  private static let progressDelay: UInt64 = 1_000_000_000
  private static let progressInterval: UInt64 = 250_000_000

  /// Creates a display.
  ///
  /// - Parameters:
  ///   - clock: returns the nanoseconds of a monotonic clock.
  ///   - streams: whether output is shown before its line has ended.
  ///   - show: writes a piece of output.
  ///   - showProgress: replaces the shown progress; `nil` erases it. Without a closure, no progress is shown.
  public init(
    clock: @escaping () -> UInt64, streams: Bool = true, show: @escaping (OutputPiece) -> Void,
    showProgress: ((String?) -> Void)? = nil
  ) {
    self.clock = clock
    self.streams = streams
    self.show = show
    self.showProgress = showProgress
    lineStart = clock()
    lastShown = lineStart
  }

  /// Records that a line begins now.
  ///
  /// - Returns: the time.
  @discardableResult public func lineBegins() -> UInt64 {
    lineStart = clock()
    return lineStart
  }

  /// Returns whether buffered output is due at a time.
  public func isDue(at time: UInt64) -> Bool { time &- lastShown >= Self.outputInterval }

  /// Shows the output or the progress that is due.
  public func update(_ line: RunningLine) {
    let time = clock()
    if streams, line.finalCount > shownCount, isDue(at: time),
      let last = line.output[shownCount..<line.finalCount].lastIndex(of: 0x0A)
    {
      wipe()
      let range = shownCount..<last + 1
      shownCount = range.upperBound
      show(OutputPiece(line.output, range, plain: line.plainRanges, errors: line.errorRanges))
      // The time that a slow terminal takes does not count towards the interval.
      lastShown = clock()
    } else if let showProgress, time &- max(lineStart, lastShown) >= Self.progressDelay,
      time &- lastProgress >= Self.progressInterval
    {
      showProgress(Self.text(of: line, after: time &- lineStart))
      showsProgress = true
      lastProgress = time
    }
  }

  /// Erases the progress, and returns the output that has not been shown. The driver must then clear its buffer.
  public func takeRest(
    of output: [UInt8], plain: [Range<Int>], errors: [Range<Int>]
  ) -> OutputPiece {
    wipe()
    defer { shownCount = 0 }
    lastShown = clock()
    return OutputPiece(output, min(shownCount, output.count)..<output.count, plain: plain, errors: errors)
  }

  private func wipe() {
    if showsProgress { showProgress?(nil) }
    showsProgress = false
  }

  /// Returns a text such as `3 s, 120000 steps, 4 commands; Ctrl-C stops it`.
  private static func text(of line: RunningLine, after time: UInt64) -> String {
    let commands = "\(line.commands) command\(line.commands == 1 ? "" : "s")"
    let end = line.isEnding ? "it stops when all views are up to date" : "Ctrl-C stops it"
    return "\(time / 1_000_000_000) s, \(line.steps) steps, \(commands); \(end)"
  }
}

/// A part of the printed output, with the ranges of free text and diagnostics in it.
public struct OutputPiece: Equatable {
  /// The printed bytes.
  public var text: [UInt8]
  /// The ranges of free text in `text`, in order.
  public var plainRanges: [Range<Int>]
  /// The ranges of diagnostics in `text`, in order.
  public var errorRanges: [Range<Int>]

  /// Creates the part of `output` in `range`. The other ranges refer to `output`.
  public init(_ output: [UInt8], _ range: Range<Int>, plain: [Range<Int>], errors: [Range<Int>]) {
    text = Array(output[range])
    func shifted(_ ranges: [Range<Int>]) -> [Range<Int>] {
      ranges.compactMap { part in
        let shared = part.clamped(to: range)
        if shared.isEmpty { return nil }
        return shared.lowerBound - range.lowerBound..<shared.upperBound - range.lowerBound
      }
    }
    plainRanges = shifted(plain)
    errorRanges = shifted(errors)
  }

  /// Divides the piece at line endings into parts of about `byteCount` bytes. No line is divided.
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
