import CReadline
import TerminalText

/// The display of the editor: its line, and the output printed above it.
extension Readline {
  // MARK: The line

  /// Draws the line. readline calls it whenever the line may have changed.
  func redisplay() {
    // After the window was cleared, the cursor is in its first row.
    if crl_has_cleared() != 0 {
      screen.reset()
      window?.invalidate()
    }
    TerminalOutput.write(drawn())
  }

  /// Returns the bytes that update the display of the line.
  func drawn() -> [UInt8] {
    var line = line(text)
    suggestion = []
    if crl_is_searching() == 0 { decorator(&line) }
    suggestion = line.suggestion
    return draw(line)
  }

  func drawPlainly() { TerminalOutput.write(drawnPlainly(text)) }

  private func drawnPlainly(_ text: [UInt8]) -> [UInt8] { draw(plainLine(text)) }

  private func plainLine(_ text: [UInt8]) -> EditedLine {
    var line = line(text)
    line.cursor = text.count
    decorator(&line)
    line.suggestion = []
    line.hint = []
    return line
  }

  private func draw(_ line: EditedLine) -> [UInt8] {
    let size = size
    let layout = LineLayout(line, width: size.columns)
    if let drawn = window?.draw(layout, columns: size.columns, rows: size.rows) { return drawn }
    // A key may be read before the signal of a new window size arrives.
    let cleared = screen.follow(width: size.columns, reflows: Terminal.reflows)
    return cleared + screen.draw(layout, height: size.rows)
  }

  /// Returns the bytes that show an entered line and move to the next row.
  func finish(_ text: [UInt8]) -> [UInt8] {
    if window != nil {
      let rows = LineLayout(plainLine(text), width: size.columns).rows
      window?.add(printed: rows.flatMap { $0 + [UInt8(ascii: "\n")] })
      return []
    }
    screen.returnToFirstColumn()
    return drawnPlainly(text) + screen.leave()
  }

  // MARK: Above the line

  /// Writes output to the terminal, wrapped to the window. While a line is edited, the output appears above it.
  func show(_ output: [UInt8]) {
    guard !output.isEmpty else { return }
    let fitted = WordWrap.wrapped(output, to: size.columns)
    let ended = fitted.last == UInt8(ascii: "\n") ? fitted : fitted + [UInt8(ascii: "\n")]
    if window != nil {
      window?.add(printed: ended)
      if isEditing { redisplay() }
      return
    }
    guard isEditing else { return TerminalOutput.write(ended) }
    if drawsItself {
      let cleared = screen.clear()
      return TerminalOutput.write(cleared + ended + drawn())
    }
    rl_clear_visible_line()
    if TerminalAbility.isDumb(Terminal.environment) { rl_crlf() }
    TerminalOutput.write(ended)
    rl_forced_update_display()
    crl_flush()
  }

  /// Writes a long text to the terminal while no line is edited, until `isStopped` returns `true`. Returns whether all
  /// of it was written.
  func show(_ output: [UInt8], until isStopped: () -> Bool) -> Bool {
    guard !isEditing, window == nil, !output.isEmpty else {
      show(output)
      return true
    }
    let ended = output.last == UInt8(ascii: "\n") ? output : output + [UInt8(ascii: "\n")]
    return TerminalOutput.write(ended, until: isStopped)
  }

  /// Restores the terminal before the process stops or another program uses the terminal.
  func pause() {
    guard isEditing else { return }
    giveTerminalBack()
    crl_flush()
    if window != nil { TerminalOutput.write(FullScreen.leave) }
  }

  /// Prepares the terminal for editing again, and shows the line on a new row.
  func resume() {
    guard isEditing else { return }
    giveTerminalBack()
    takeTerminal()
    screen.reset()
    if window != nil {
      TerminalOutput.write(FullScreen.enter)
      window?.invalidate()
    }
    rl_forced_update_display()
    crl_flush()
  }

  // MARK: The window

  /// Enters full-window mode. The line is in the last rows.
  func openWindow() {
    guard window == nil else { return }
    TerminalOutput.write(FullScreen.enter)
    window = FullScreen()
  }

  /// Leaves full-window mode: restores the window, and shows the output that was printed meanwhile.
  func closeWindow() {
    guard let closed = window else { return }
    window = nil
    screen.reset()
    TerminalOutput.write(FullScreen.leave.utf8 + closed.transcript)
    if isEditing { redisplay() }
  }

  /// Draws the window without a line, while a command runs.
  ///
  /// All rows are written, since the terminal echoes keys while no line is edited.
  func drawWindow() {
    guard window != nil else { return }
    window?.invalidate()
    TerminalOutput.write(draw(EditedLine()))
  }

  func resize() {
    if drawsItself {
      rl_reset_screen_size()
      widen()
      window?.invalidate()
      guard isEditing else { return }
      if window != nil { return redisplay() }
      let cleared = screen.follow(width: size.columns, reflows: Terminal.reflows) + screen.clear()
      return TerminalOutput.write(cleared + drawn())
    }
    if Self.windowIsTiny {
      rl_reset_screen_size()
      widen()
      if isEditing { rl_forced_update_display() }
    } else if isEditing {
      rl_resize_terminal()
    } else {
      rl_reset_screen_size()
    }
    crl_flush()
  }

  /// The smallest window that readline supports. In a smaller one, it divides by zero.
  private static let sizeMin: (columns: Int32, rows: Int32) = (8, 2)

  /// A Boolean value that indicates whether the window is smaller than readline supports. Check this before resizing
  /// readline, which draws immediately.
  private static var windowIsTiny: Bool {
    guard let size = TerminalOutput.windowSize else { return false }
    return size.columns < sizeMin.columns || size.rows < sizeMin.rows
  }

  /// Makes readline assume at least the smallest size that it supports.
  func widen() {
    var (rows, columns): (Int32, Int32) = (0, 0)
    rl_get_screen_size(&rows, &columns)
    guard rows < Self.sizeMin.rows || columns < Self.sizeMin.columns else { return }
    rl_set_screen_size(max(rows, Self.sizeMin.rows), max(columns, Self.sizeMin.columns))
  }

  var size: (columns: Int, rows: Int) {
    if drawsItself, let size = TerminalOutput.windowSize { return size }
    var rows: Int32 = 0
    var columns: Int32 = 0
    rl_get_screen_size(&rows, &columns)
    return (Int(columns), Int(rows))
  }
}
