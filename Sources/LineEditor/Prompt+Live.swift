import CommandLanguage
import Prompting
import TerminalText

/// The open screens in the whole window, with the line being typed below: `live`.
///
/// Lines that are typed run as ever, what a feed or another prompt does is seen as it happens, and what was printed
/// meanwhile is shown when the window is given back.
extension Prompt {
  func showLive(_ editor: Readline) {
    guard editor.drawsItself else {
      return editor.show(Array(painter.remark("note: this terminal has no full screen\n").utf8))
    }
    editor.openWindow()
    refresh(editor)
  }

  /// Takes in what the screens show now, if anybody sees them.
  ///
  /// - Parameter isWhole: whether the terminal may show what was not drawn, such as keys that a command did not take.
  func refresh(_ editor: Readline, isWhole: Bool = false) {
    guard editor.window != nil else { return }
    if isWhole { editor.window?.forget() }
    let text = host.screens(columns: editor.size.columns)
    editor.window?.setView(
      text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast().map { Array($0) }
    )
    let parts = ["live", host.status, "q or Ctrl-C goes back"].filter { !$0.isEmpty }
    let status = TextWidth.truncated(Escaping.escaped(parts.joined(separator: "  ")), to: editor.size.columns)
    editor.window?.status = Array(painter.remark(status).utf8)
    if editor.isEditing { editor.redisplay() }
  }

  func resize(_ editor: Readline) {
    editor.resize()
    refresh(editor)
  }
}
