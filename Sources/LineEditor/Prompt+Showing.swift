import CommandLanguage
import Prompting
import TerminalText

/// The display of a command's output.
extension Prompt {
  /// The number of bytes that are painted and written at once.
  private static let pieceByteCount = 65_536
  /// The maximum number of bytes that are still shown after a command was interrupted.
  private static let interruptedByteCountMax = 4_096

  /// Returns a display of a command's output and progress while it runs.
  func makeDisplay(_ editor: Readline) -> RunningLineDisplay {
    let progress: (String?) -> Void = { [self] text in
      if editor.window != nil {
        setStatus(text, editor)
        return editor.drawWindow()
      }
      // Three columns are left for the `^C` that the terminal shows.
      let shown = text.map { painter.remark(TextWidth.truncated($0, to: editor.size.columns - 3)) }
      TerminalOutput.write(Painter.erasedLine + (shown ?? ""))
    }
    return RunningLineDisplay(
      clock: clock, streams: streams, show: { [self] in stream($0, editor) },
      showProgress: editor.drawsItself ? progress : nil)
  }

  func showRest(
    of output: [UInt8], _ display: RunningLineDisplay, isInterrupted: Bool, _ editor: Readline
  ) {
    let (hadProgress, hasStreamed) = (display.showsProgress, display.shownCount > 0)
    let rest = display.takeRest(of: output, plain: session.plainRanges, errors: session.errorRanges)
    defer { hasLeftOut = false }
    if isInterrupted || editor.window != nil {
      endBatch(editor)
    } else if !host.holdsOutput || hasStreamed {
      showHeld(editor)
    }
    if isInterrupted {
      // The terminal has shown a `^C`, so the cursor is not at the beginning of a line.
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

  /// Shows output of a running command, after the output of the commands before it.
  private func stream(_ piece: OutputPiece, _ editor: Readline) {
    if !held.isEmpty {
      endBatch(editor)
      host.beginBatch()
    }
    hasLeftOut = !write(piece, editor) || hasLeftOut
    editor.drawWindow()
  }

  /// Makes the commands of a batch durable, and shows the output that was held back.
  func endBatch(_ editor: Readline) {
    var output: [UInt8] = []
    host.endBatch(&output)
    held.append(OutputPiece(output, 0..<output.count, plain: [], errors: []))
    showHeld(editor)
  }

  private func showHeld(_ editor: Readline) {
    for piece in held.takeAll() { present(piece, editor) }
  }

  /// Shows a long text in the pager. Returns `false`, and shows nothing, if the text fits the window or paging is off.
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

  /// Writes a piece until Ctrl-C is pressed. Returns whether all of it was written.
  private func write(_ piece: OutputPiece, _ editor: Readline) -> Bool {
    piece.parts(byteCount: Self.pieceByteCount).allSatisfy { part in
      editor.show(fitted(part, editor)) { Signals.isStopRequested }
    }
  }

  /// Returns a piece with colours, wrapped to the window.
  private func fitted(_ piece: OutputPiece, _ editor: Readline) -> [UInt8] {
    WordWrap.wrapped(painter.paint(piece.text, except: piece.plainRanges), to: editor.size.columns)
  }

  private func noteLeftOut(_ editor: Readline) {
    editor.show(Array((painter.remark("… some of the output is omitted") + "\n").utf8))
  }
}

/// The command `live`: the open screens in the whole window, with the line being typed below.
///
/// Typed lines run as usual, and changes by a feed or another prompt appear immediately. Output that was printed
/// meanwhile is shown when the window is restored.
extension Prompt {
  func showLive(_ editor: Readline) {
    guard editor.drawsItself else {
      return editor.show(Array(painter.remark("note: this terminal has no full screen\n").utf8))
    }
    editor.openWindow()
    refresh(editor)
  }

  /// Updates the screens in full-window mode.
  ///
  /// - Parameter isWhole: whether to draw all rows. This is necessary if the terminal may show other text, such as
  ///   echoed keys.
  func refresh(_ editor: Readline, isWhole: Bool = false) {
    guard editor.window != nil else { return }
    if isWhole { editor.window?.invalidate() }
    let text = host.screens(columns: editor.size.columns)
    editor.window?.setView(
      text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast().map { Array($0) }
    )
    setStatus(nil, editor)
    if editor.isEditing { editor.redisplay() }
  }

  /// Sets the text of the status row in full-window mode: the progress of a running command, or otherwise the keys that
  /// leave the mode.
  private func setStatus(_ progress: String?, _ editor: Readline) {
    let parts = ["live", host.status, progress ?? "q or Ctrl-C goes back"].filter { !$0.isEmpty }
    let status = TextWidth.truncated(Escaping.escaped(parts.joined(separator: "  ")), to: editor.size.columns)
    editor.window?.status = Array(painter.remark(status).utf8)
  }

  func resize(_ editor: Readline) {
    editor.resize()
    refresh(editor)
  }
}
