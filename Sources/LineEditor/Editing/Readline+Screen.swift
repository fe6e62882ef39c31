import CReadline
import TerminalText

/// The display of the editor: its line, and the output printed above it.
extension Readline {
  // MARK: The line

  /// Called by readline whenever the line may look otherwise.
  func redisplay() {
    // Clearing the window left the cursor in its first row.
    if crl_has_cleared() != 0 {
      screen.forget()
      window?.forget()
    }
    TerminalOutput.write(drawn())
  }

  /// The bytes that show the line as it is now.
  func drawn() -> [UInt8] {
    var line = line(text)
    suggestion = []
    if crl_is_searching() == 0 { decorator(&line) }
    suggestion = line.suggestion
    return draw(line)
  }

  /// Shows the line without what is only suggested.
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
    // A key may be read before the signal of a new size.
    let cleared = screen.follow(width: size.columns, reflows: Terminal.reflows)
    return cleared + screen.draw(layout, height: size.rows)
  }

  /// The bytes that show an entered line for good and go to the next row.
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

  /// Writes to the terminal, in lines that fit; while a line is edited, above it.
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

  /// Writes a long text to the terminal while no line is edited, until `isStopped` says so; whether all was written.
  func show(_ output: [UInt8], until isStopped: () -> Bool) -> Bool {
    guard !isEditing, window == nil, !output.isEmpty else {
      show(output)
      return true
    }
    let ended = output.last == UInt8(ascii: "\n") ? output : output + [UInt8(ascii: "\n")]
    return TerminalOutput.write(ended, until: isStopped)
  }

  /// Puts the terminal back as it was, before the process stops or another program has the terminal.
  func pause() {
    guard isEditing else { return }
    giveTerminalBack()
    crl_flush()
    if window != nil { TerminalOutput.write(FullScreen.leave) }
  }

  /// Takes the terminal again and shows the line, on a row of its own.
  func resume() {
    guard isEditing else { return }
    giveTerminalBack()
    takeTerminal()
    screen.forget()
    if window != nil {
      TerminalOutput.write(FullScreen.enter)
      window?.forget()
    }
    rl_forced_update_display()
    crl_flush()
  }

  // MARK: The window

  /// Takes the whole window, of which the line gets the last rows.
  func openWindow() {
    guard window == nil else { return }
    TerminalOutput.write(FullScreen.enter)
    window = FullScreen()
  }

  /// Gives the window back as it was, and shows what was printed meanwhile.
  func closeWindow() {
    guard let closed = window else { return }
    window = nil
    screen.forget()
    TerminalOutput.write(FullScreen.leave.utf8 + closed.transcript)
    if isEditing { redisplay() }
  }

  /// The window has another size.
  func resize() {
    if drawsItself {
      rl_reset_screen_size()
      widen()
      window?.forget()
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

  /// The least that readline can work in: in less it divides by the columns that are left.
  private static let least: (columns: Int32, rows: Int32) = (8, 2)

  /// Asked before readline looks, which draws at once.
  private static var windowIsTiny: Bool {
    guard let size = TerminalOutput.windowSize else { return false }
    return size.columns < least.columns || size.rows < least.rows
  }

  /// Has readline take the window for no smaller than it can work in.
  func widen() {
    var (rows, columns): (Int32, Int32) = (0, 0)
    rl_get_screen_size(&rows, &columns)
    guard rows < Self.least.rows || columns < Self.least.columns else { return }
    rl_set_screen_size(max(rows, Self.least.rows), max(columns, Self.least.columns))
  }

  /// The window's size in cells.
  var size: (columns: Int, rows: Int) {
    if drawsItself, let size = TerminalOutput.windowSize { return size }
    var rows: Int32 = 0
    var columns: Int32 = 0
    rl_get_screen_size(&rows, &columns)
    return (Int(columns), Int(rows))
  }
}
