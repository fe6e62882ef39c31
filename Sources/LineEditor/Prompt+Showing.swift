import CommandLanguage
import Prompting
import TerminalText

/// The output of a command on its way to the terminal.
extension Prompt {
  /// The bytes that are painted and written at once.
  private static let pieceByteCount = 65_536
  /// The bytes that are still shown of a command that was interrupted.
  private static let interruptedByteCountMax = 4_096

  /// Shows a command's output and its progress while it runs; `nil` while the whole window is taken.
  func makeDisplay(_ editor: Readline) -> RunningLineDisplay? {
    guard editor.window == nil else { return nil }
    let progress: (String?) -> Void = { [painter] text in
      // Behind it is room for the `^C` that the terminal shows.
      let shown = text.map { painter.remark(TextWidth.truncated($0, to: editor.size.columns - 3)) }
      TerminalOutput.write("\r\u{1B}[K" + (shown ?? ""))
    }
    return RunningLineDisplay(
      clock: clock, streams: streams, show: { [self] in stream($0, editor) },
      showProgress: editor.drawsItself ? progress : nil)
  }

  /// Shows what has not been shown of a command that has ended.
  func showRest(
    of output: [UInt8], _ display: RunningLineDisplay?, isInterrupted: Bool, _ editor: Readline
  ) {
    let whole = OutputPiece(
      output, 0..<output.count, plain: session.plainRanges, errors: session.errorRanges)
    let (hadProgress, hasStreamed) = (display?.showsProgress ?? false, (display?.shownCount ?? 0) > 0)
    let rest =
      display?.takeRest(of: output, plain: whole.plainRanges, errors: whole.errorRanges) ?? whole
    defer { hasLeftOut = false }
    if isInterrupted || editor.window != nil {
      endBatch(editor)
    } else if !host.holdsOutput || hasStreamed {
      showHeld(editor)
    }
    if isInterrupted {
      // The terminal itself has shown a `^C`, which is no beginning of a line.
      if !hadProgress { editor.show([0x0A]) }
      let end = rest.errorRanges.last?.lowerBound ?? rest.text.count
      let isLong = end > Self.interruptedByteCountMax
      if hasLeftOut || isLong { noteLeftOut(editor) }
      let shown = OutputPiece(
        rest.text, (isLong ? end : 0)..<rest.text.count, plain: rest.plainRanges, errors: rest.errorRanges)
      editor.show(fitted(shown, editor))
    } else if editor.window != nil {
      editor.show(fitted(rest, editor))
    } else if host.holdsOutput, !hasStreamed {
      held.append(rest)
    } else {
      present(rest, isPart: hasStreamed, editor)
    }
  }

  private func present(_ piece: OutputPiece, isPart: Bool = false, _ editor: Readline) {
    if isPart || !page(piece, editor), !write(piece, editor) {
      editor.show([0x0A])
      noteLeftOut(editor)
    }
  }

  /// Shows a beginning of what a command prints that still runs, below what those before it printed.
  private func stream(_ piece: OutputPiece, _ editor: Readline) {
    if !held.isEmpty {
      endBatch(editor)
      host.beginBatch()
    }
    hasLeftOut = !write(piece, editor) || hasLeftOut
  }

  /// Makes durable what ran, and shows what was held back until then.
  func endBatch(_ editor: Readline) {
    var output: [UInt8] = []
    host.endBatch(&output)
    held.append(OutputPiece(output, 0..<output.count, plain: [], errors: []))
    showHeld(editor)
  }

  private func showHeld(_ editor: Readline) {
    for piece in held.takeAll() { present(piece, editor) }
  }

  /// Shows a long text in the pager; `false` for one that needs none.
  private func page(_ piece: OutputPiece, _ editor: Readline) -> Bool {
    let size = editor.size
    let pager = TextPager(rows: size.rows, columns: size.columns)
    guard host.preferences.pages, editor.drawsItself,
      let first = piece.parts(byteCount: Self.pieceByteCount).first, pager.isLong(fitted(first, editor))
    else { return false }
    let text = fitted(piece, editor)
    if !host.page(text) { pager.show(text) }
    return true
  }

  /// Writes a piece until Ctrl-C; whether all of it was written.
  private func write(_ piece: OutputPiece, _ editor: Readline) -> Bool {
    piece.parts(byteCount: Self.pieceByteCount).allSatisfy { part in
      editor.show(fitted(part, editor)) { Signals.isStopRequested }
    }
  }

  /// The piece in its colours and in lines that fit.
  private func fitted(_ piece: OutputPiece, _ editor: Readline) -> [UInt8] {
    WordWrap.wrapped(painter.paint(piece.text, except: piece.plainRanges), to: editor.size.columns)
  }

  private func noteLeftOut(_ editor: Readline) {
    editor.show(Array((painter.remark("… some of the output is left out") + "\n").utf8))
  }
}
