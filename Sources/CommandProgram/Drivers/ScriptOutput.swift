import CommandLanguage
import Posix
import Prompting
import TerminalText

/// Shows what a script prints: as it comes, errors on standard error, and of a line that takes long what it is doing.
///
/// With a store, a line's output is shown once what the line did is on disk, so nothing is shown before the line has
/// ended but its progress.
final class ScriptOutput {
  let store: StoreSession?
  private let events: EventLog?
  /// The columns of the window that shows the output; `nil` for a file and a pipe, which get lines as they are.
  var columns: Int? { isWatched ? ProgramStreams.outputColumns : nil }

  private let streams: ProgramStreams
  private let painter: Painter
  private let errorPainter: Painter
  private let isWatched = ProgramStreams.isOutputTerminal
  /// The output that has not been taken away; a beginning of it may have been shown.
  private var output: [UInt8] = []
  /// The places of free text and of error messages in it, of lines that have ended.
  private var places: (plain: [Range<Int>], errors: [Range<Int>]) = ([], [])
  /// A Boolean value that indicates whether something that was done is in no store or event log, which has been said.
  private var hasFailed = false
  private lazy var display = RunningLineDisplay(
    clock: PosixThreads.now, streams: store == nil,
    show: { [unowned self] in show($0) }, showProgress: makeProgress())

  /// So many bytes are not kept for the next ones.
  private static let byteCountMax = 65_536

  init(_ settings: ProgramSettings, _ streams: ProgramStreams, _ store: StoreSession?, _ events: EventLog?) {
    self.streams = streams
    self.store = store
    self.events = events
    painter = Painter(isOn: settings.usesColour)
    errorPainter = Painter(isOn: settings.usesColour(onTerminal: ProgramStreams.isErrorTerminal))
  }

  // MARK: Running

  /// Feeds a chunk, and shows what it printed.
  @discardableResult func feed(_ script: inout ScriptRunner, _ chunk: Span<UInt8>) -> Outcome {
    display.lineBegins()
    let outcome = script.feed(chunk, into: &output)
    return showAll(&output) ? outcome : .failed
  }

  /// Ends the script, and shows what is left.
  func finish(_ script: inout ScriptRunner) -> Outcome {
    // What cannot be kept stops the script, and nothing more of it runs.
    if hasFailed || store?.hasFailed == true { return .failed }
    display.lineBegins()
    let outcome = script.finish(into: &output)
    return showAll(&output) ? outcome : .failed
  }

  /// Called while a line runs.
  func update(_ line: RunningLine) {
    var line = line
    line.plainRanges = places.plain + line.plainRanges
    line.errorRanges = places.errors + line.errorRanges
    display.update(line)
  }

  /// Called after each line.
  ///
  /// - Returns: whether what was done is on disk, as far as that is known.
  func lineEnded(_ output: inout [UInt8], plain: [Range<Int>], errors: [Range<Int>]) -> Bool {
    if !plain.isEmpty { places.plain += plain }
    if !errors.isEmpty { places.errors += errors }
    if store?.isHolding != true { events?.keep() }
    let isDue = display.isDue(at: display.lineBegins()) || output.count >= Self.byteCountMax
    // On a terminal, a line's output appears before the next line runs.
    guard isDue || isWatched && store == nil else { return true }
    return showAll(&output)
  }

  // MARK: Showing

  /// Shows what has not been shown, once what was done is on disk.
  private func showAll(_ output: inout [UInt8]) -> Bool {
    // A store that cannot be written removes what is not on disk from the output.
    store?.flush(&output)
    if store?.hasFailed == true { events?.dropRest() }
    let end = output.count
    let rest = display.takeRest(
      of: output, plain: places.plain.filter { $0.upperBound <= end },
      errors: places.errors.filter { $0.upperBound <= end })
    output.removeAll(keepingCapacity: output.capacity <= 2 * Self.byteCountMax)
    places = ([], [])
    if hasFailed { return false }
    show(rest)
    hasFailed = store?.hasFailed == true || events?.hasFailed == true
    return !hasFailed
  }

  /// Writes errors to standard error, each behind what was printed before it.
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
      write(range, errorPainter, streams.tell)
      start = range.upperBound
    }
    write(start..<piece.text.count, painter, writeText)
  }

  /// Writes the progress on one row, from which the cursor does not go; `nil` where there is no such terminal.
  private func makeProgress() -> ((String?) -> Void)? {
    guard isWatched, !TerminalAbility.isDumb(ProcessState.variable) else { return nil }
    return { [unowned self] text in
      // Behind it is room for the `^C` that the terminal shows.
      let shown = TextWidth.truncated(text ?? "", to: (columns ?? 80) - 3)
      streams.write("\r\u{1B}[K" + (text == nil ? "" : painter.remark(shown)))
    }
  }
}
