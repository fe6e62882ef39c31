import CommandLanguage
import Posix
import Prompting
import TerminalText

/// The output of a running script. Errors go to standard error, and the progress of a long line is shown.
///
/// With a store, a line's output is shown only after its changes are on disk. Until the line has ended, only its
/// progress is shown.
final class ScriptOutput {
  let store: StoreSession?
  private let events: EventLog?
  /// The number of columns of the window; `nil` for a file or a pipe, in which lines are not wrapped.
  var columns: Int? { isWatched ? ProgramStreams.outputColumns : nil }

  private let streams: ProgramStreams
  private let painter: Painter
  private let errorPainter: Painter
  private let isWatched = ProgramStreams.isOutputTerminal
  /// The output that has not been removed from the buffer. A prefix of it may have been shown.
  private var output: [UInt8] = []
  /// The ranges of free text and of error messages in `output`, for the lines that have ended.
  private var ranges: (plain: [Range<Int>], errors: [Range<Int>]) = ([], [])
  /// A Boolean value that indicates whether the store or the event log could not be written. The failure has been
  /// reported.
  private var hasFailed = false
  private lazy var display = RunningLineDisplay(
    clock: PosixThreads.now, streams: store == nil,
    show: { [unowned self] in show($0) }, showProgress: makeProgress())

  /// The number of buffered bytes at which output is shown.
  private static let byteCountMax = 65_536

  init(_ settings: ProgramSettings, _ streams: ProgramStreams, _ store: StoreSession?, _ events: EventLog?) {
    self.streams = streams
    self.store = store
    self.events = events
    painter = Painter(isOn: settings.usesColour)
    errorPainter = Painter(isOn: settings.usesColour(onTerminal: ProgramStreams.isErrorTerminal))
  }

  // MARK: Running

  @discardableResult func feed(_ script: inout ScriptRunner, _ chunk: Span<UInt8>) -> Outcome {
    display.lineBegins()
    let outcome = script.feed(chunk, into: &output)
    return showAll(&output) ? outcome : .failed
  }

  /// Ends the script, and shows the remaining output.
  func finish(_ script: inout ScriptRunner) -> Outcome {
    // The rest of the script does not run if its changes cannot be stored.
    if hasFailed || store?.hasFailed == true { return .failed }
    display.lineBegins()
    let outcome = script.finish(into: &output)
    return showAll(&output) ? outcome : .failed
  }

  func update(_ line: RunningLine) {
    var line = line
    line.plainRanges = ranges.plain + line.plainRanges
    line.errorRanges = ranges.errors + line.errorRanges
    display.update(line)
  }

  /// Called after each line.
  ///
  /// - Returns: `false` if the changes so far cannot be written to disk.
  func lineEnded(_ output: inout [UInt8], plain: [Range<Int>], errors: [Range<Int>]) -> Bool {
    if !plain.isEmpty { ranges.plain += plain }
    if !errors.isEmpty { ranges.errors += errors }
    if store?.isHolding != true { events?.keep() }
    let isDue = display.isDue(at: display.lineBegins()) || output.count >= Self.byteCountMax
    // On a terminal, a line's output appears before the next line runs.
    guard isDue || isWatched && store == nil else { return true }
    return showAll(&output)
  }

  // MARK: Showing

  /// Shows the remaining output, after the changes are on disk.
  private func showAll(_ output: inout [UInt8]) -> Bool {
    // If the store cannot be written, this removes the output of lines that are not on disk.
    store?.flush(&output)
    if store?.hasFailed == true { events?.dropRest() }
    let end = output.count
    let rest = display.takeRest(
      of: output, plain: ranges.plain.filter { $0.upperBound <= end },
      errors: ranges.errors.filter { $0.upperBound <= end })
    output.removeAll(keepingCapacity: output.capacity <= 2 * Self.byteCountMax)
    ranges = ([], [])
    if hasFailed { return false }
    show(rest)
    hasFailed = store?.hasFailed == true || events?.hasFailed == true
    return !hasFailed
  }

  /// Shows output in order, with errors on standard error.
  private func show(_ piece: OutputPiece) {
    events?.flush()
    func writeText(_ text: [UInt8]) {
      if events?.takesOutput != true { streams.write(text) }
    }
    var start = 0
    func write(_ range: Range<Int>, _ painter: Painter, _ write: ([UInt8]) -> Void) {
      guard !range.isEmpty else { return }
      let part = OutputPiece(piece.text, range, plain: piece.plainRanges, errors: [])
      let text = painter.paint(part.text, except: part.plainRanges)
      write(columns.map { WordWrap.wrapped(text, to: $0) } ?? text)
    }
    for range in piece.errorRanges where range.lowerBound >= start {
      write(start..<range.lowerBound, painter, writeText)
      write(range, errorPainter, streams.report)
      start = range.upperBound
    }
    write(start..<piece.text.count, painter, writeText)
  }

  /// Returns a closure that shows the progress on one line; `nil` if standard output is not a suitable terminal.
  private func makeProgress() -> ((String?) -> Void)? {
    guard isWatched, !TerminalAbility.isDumb(ProcessState.variable) else { return nil }
    return { [unowned self] text in
      // Three columns are left for the `^C` that the terminal shows.
      let shown = TextWidth.truncated(text ?? "", to: (columns ?? 80) - 3)
      streams.write(Painter.erasedLine + (text == nil ? "" : painter.remark(shown)))
    }
  }
}
