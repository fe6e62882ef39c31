import CReadline
import TerminalText

/// Keys beyond readline's own: a block is edited as a whole, and a suggestion can be accepted.
///
/// Each function stands where readline's own was bound, by default or by a person's inputrc.
extension Readline {
  static func bindKeys() {
    crl_rebind(rl_newline) { count, key in
      if let editor = Readline.live, editor.opensLine() { return 0 }
      return rl_newline(count, key)
    }
    crl_rebind(rl_forward_char) { count, key in
      if let editor = Readline.live, editor.takesSuggestion() { return 0 }
      return rl_forward_char(count, key)
    }
    crl_rebind(rl_end_of_line) { count, key in
      guard let editor = Readline.live else { return rl_end_of_line(count, key) }
      if !editor.takesSuggestion() { editor.cursor = editor.lineEnd(from: editor.cursor) }
      return 0
    }
    crl_rebind(rl_beg_of_line) { count, key in
      guard let editor = Readline.live else { return rl_beg_of_line(count, key) }
      editor.cursor = editor.lineStart(before: editor.cursor)
      return 0
    }
    crl_rebind(rl_get_previous_history) { count, key in
      if let editor = Readline.live, editor.movesUp() { return 0 }
      return rl_get_previous_history(count, key)
    }
    crl_rebind(rl_get_next_history) { count, key in
      if let editor = Readline.live, editor.movesDown() { return 0 }
      return rl_get_next_history(count, key)
    }
    crl_rebind(rl_delete) { count, key in
      // Ctrl-D at the end of a block that is open enters it as it stands.
      if let editor = Readline.live, key == 4, editor.isAtEndOfBlock { return rl_newline(count, key) }
      return rl_delete(count, key)
    }
    crl_rebind_key(Int32(UInt8(ascii: "q")), rl_insert) { count, key in
      guard let editor = Readline.live, editor.window != nil, editor.text.isEmpty else {
        return rl_insert(count, key)
      }
      editor.input = .back
      return 0
    }
    crl_bind_external_editor { _, _ in
      Readline.live?.editOutside()
      return 0
    }
  }

  /// Binds Backspace; readline binds the terminal's own key for it again whenever it takes the terminal.
  static func bindBackspace() {
    crl_rebind(rl_rubout) { count, key in
      if let editor = Readline.live, count == 1, editor.deletesCluster() { return 0 }
      return rl_rubout(count, key)
    }
  }

  private static let newline = UInt8(ascii: "\n")

  // MARK: Lines of a block

  /// Enter: a new line in a block that is open, or that is edited before its end.
  private func opensLine() -> Bool {
    let text = text
    let rest = text[min(cursor, text.count)...]
    let isInside = text.contains(Self.newline) && !rest.allSatisfy { $0 <= 0x20 }
    guard isInside || isOpen(text) else { return false }
    rl_insert_text("\n")
    return true
  }

  private var isAtEndOfBlock: Bool {
    let text = text
    return cursor == text.count && text.contains(Self.newline)
  }

  /// Returns the start of the line that contains an offset.
  private func lineStart(before offset: Int) -> Int {
    let text = text
    return (text[..<min(offset, text.count)].lastIndex(of: Self.newline) ?? -1) + 1
  }

  /// Returns the end of the line that contains an offset.
  private func lineEnd(from offset: Int) -> Int {
    let text = text
    return text[min(offset, text.count)...].firstIndex(of: Self.newline) ?? text.count
  }

  private func movesUp() -> Bool {
    let start = lineStart(before: cursor)
    guard start > 0 else { return false }
    let above = lineStart(before: start - 1)
    cursor = place(cursor - start, from: above, to: start - 1)
    return true
  }

  private func movesDown() -> Bool {
    let end = lineEnd(from: cursor)
    guard end < text.count else { return false }
    cursor = place(cursor - lineStart(before: cursor), from: end + 1, to: lineEnd(from: end + 1))
    return true
  }

  /// So many bytes into a line, but never into a character.
  private func place(_ count: Int, from start: Int, to end: Int) -> Int {
    let text = text
    var place = min(start + count, end)
    while place > start, place < text.count, text[place] & 0xC0 == 0x80 { place -= 1 }
    return place
  }

  /// Deletes what is shown as one character before the cursor, where that is several to readline, such as a flag.
  private func deletesCluster() -> Bool {
    let text = text
    let cursor = min(cursor, text.count)
    var (start, end) = (lineStart(before: cursor), lineStart(before: cursor))
    while end < cursor { (start, end) = (end, TextWidth.cluster(of: text.span, at: end).end) }
    guard end == cursor, text[start..<end].count(where: { $0 & 0xC0 != 0x80 }) > 1 else { return false }
    rl_delete_text(Int32(start), Int32(end))
    self.cursor = start
    return true
  }

  // MARK: Suggestions

  private func takesSuggestion() -> Bool {
    guard !suggestion.isEmpty, cursor == text.count, let copy = Self.copy(suggestion) else { return false }
    rl_insert_text(copy)
    free(copy)
    return true
  }

  // MARK: An editor of the person's own

  private func editOutside() {
    if window == nil { TerminalOutput.write(finish(text)) }
    pause()
    let edited = externalEditor(text)
    if var edited, !edited.contains(0) {
      while edited.last == Self.newline { edited.removeLast() }
      if let copy = Self.copy(edited) {
        rl_replace_line(copy, 0)
        free(copy)
      }
      cursor = text.count
    }
    resume()
  }
}
