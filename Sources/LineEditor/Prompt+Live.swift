import CommandLanguage
import TerminalText

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension Prompt {
  /// Shows the open screens in the whole window, drawn anew whenever something happens, until `q`, Ctrl-C or Ctrl-D.
  ///
  /// What changed since the last drawing flashes: it is shown in reverse until the next change. What was printed
  /// meanwhile appears above the next line, as ever.
  ///
  /// - Returns: the signal that ends the process, if one came.
  func showLive(_ editor: Readline, _ signals: Signals) -> Int32? {
    TerminalOutput.write("\u{1B}[?1049h\u{1B}[?25l")
    var printed: [UInt8] = []
    let signal = TerminalKey.withRawInput { follow(editor, signals, &printed) }
    TerminalOutput.write("\u{1B}[?25h\u{1B}[?1049l")
    editor.show(painter.paint(printed))
    return signal
  }

  private func follow(_ editor: Readline, _ signals: Signals, _ printed: inout [UInt8]) -> Int32? {
    var shown: [[UInt8]] = []
    while true {
      shown = draw(editor, after: shown)
      let ready = wait(for: [STDIN_FILENO, signals.descriptor] + sources.all.map(\.descriptor))
      if ready.contains(signals.descriptor) {
        for signal in signals.take() {
          if Signals.endings.contains(signal) { return signal }
          if signal == SIGINT {
            Signals.forgetStopRequest()
            return nil
          }
        }
      }
      if ready.contains(STDIN_FILENO) {
        switch TerminalKey.read() {
        case UInt8(ascii: "q")?, UInt8(ascii: "Q")?, 3?, 4?, nil: return nil
        default: break
        }
      }
      printed += heard(ready)
    }
  }

  /// Draws the screens in one piece, and returns their lines.
  private func draw(_ editor: Readline, after former: [[UInt8]]) -> [[UInt8]] {
    let size = editor.size
    let text = host.screens(columns: size.columns)
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .prefix(max(size.rows - 1, 1)).map { Array($0) }
    var bytes = Array("\u{1B}[H".utf8)
    for (index, line) in lines.enumerated() {
      let end = TextWidth.prefix(of: line.span, fitting: size.columns).end
      let isNew = index < former.count && former[index] != line
      if isNew { bytes += "\u{1B}[7m".utf8 }
      bytes += line[..<end]
      if isNew { bytes += "\u{1B}[0m".utf8 }
      bytes += "\u{1B}[K\r\n".utf8
    }
    let status = host.status
    let mark = "live  " + (status.isEmpty ? "" : status + "  ") + "q goes back"
    bytes += "\u{1B}[J".utf8
    bytes += painter.remark(TextWidth.truncated(Escaping.escaped(mark), to: size.columns - 1)).utf8
    TerminalOutput.write(bytes)
    return lines
  }
}
