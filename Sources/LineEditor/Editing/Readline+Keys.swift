import CReadline
import TerminalText

/// Key functions for editing a block as a whole and for accepting a suggestion.
///
/// Each one replaces a function of readline on all keys to which that function is bound, by default or by an inputrc.
extension Readline {
  static func bindKeys() {
    crl_rebind(rl_newline) { count, key in
      if let editor = Readline.live, editor.insertNewline() { return 0 }
      return rl_newline(count, key)
    }
    crl_bind_meta_return { _, _ in
      rl_insert_text("\n")
      return 0
    }
    crl_rebind(rl_forward_char) { count, key in
      if let editor = Readline.live, editor.acceptSuggestion() { return 0 }
      return rl_forward_char(count, key)
    }
    crl_rebind(rl_end_of_line) { count, key in
      guard let editor = Readline.live else { return rl_end_of_line(count, key) }
      if !editor.acceptSuggestion() { editor.cursor = editor.lineEnd(from: editor.cursor) }
      return 0
    }
    crl_rebind(rl_beg_of_line) { count, key in
      guard let editor = Readline.live else { return rl_beg_of_line(count, key) }
      editor.cursor = editor.lineStart(before: editor.cursor)
      return 0
    }
    crl_rebind(rl_get_previous_history) { count, key in
      if let editor = Readline.live, editor.moveUp() { return 0 }
      return rl_get_previous_history(count, key)
    }
    crl_rebind(rl_get_next_history) { count, key in
      if let editor = Readline.live, editor.moveDown() { return 0 }
      return rl_get_next_history(count, key)
    }
    crl_rebind(rl_delete) { count, key in
      // Ctrl-D at the end of an incomplete block enters it.
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

  /// Binds Backspace. Call this method again after `rl_prep_terminal`, which binds the terminal's own key for it.
  static func bindBackspace() {
    crl_rebind(rl_rubout) { count, key in
      if let editor = Readline.live, count == 1, editor.deleteCluster() { return 0 }
      return rl_rubout(count, key)
    }
  }

  private static let newline = UInt8(ascii: "\n")

  // MARK: Lines of a block

  /// Handles Return. Inserts a new line if the block is incomplete, or if text follows the cursor in a block of several
  /// lines. In a complete block that was just recalled from the history, inserts none, wherever the cursor is. Returns
  /// whether a line was inserted.
  private func insertNewline() -> Bool {
    let text = text
    if crl_is_recalled() != 0, !isOpen(text) { return false }
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

  private func lineStart(before offset: Int) -> Int {
    let text = text
    return (text[..<min(offset, text.count)].lastIndex(of: Self.newline) ?? -1) + 1
  }

  private func lineEnd(from offset: Int) -> Int {
    let text = text
    return text[min(offset, text.count)...].firstIndex(of: Self.newline) ?? text.count
  }

  private func moveUp() -> Bool {
    let start = lineStart(before: cursor)
    guard start > 0 else { return false }
    let above = lineStart(before: start - 1)
    cursor = index(cursor - start, from: above, to: start - 1)
    return true
  }

  private func moveDown() -> Bool {
    let end = lineEnd(from: cursor)
    guard end < text.count else { return false }
    cursor = index(cursor - lineStart(before: cursor), from: end + 1, to: lineEnd(from: end + 1))
    return true
  }

  /// Returns the offset `count` bytes into a line, moved back to the beginning of a character.
  private func index(_ count: Int, from start: Int, to end: Int) -> Int {
    let text = text
    var index = min(start + count, end)
    while index > start, index < text.count, text[index] & 0xC0 == 0x80 { index -= 1 }
    return index
  }

  /// Deletes the character before the cursor if it consists of several scalars, such as a flag. readline would delete
  /// only the last one.
  private func deleteCluster() -> Bool {
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

  private func acceptSuggestion() -> Bool {
    guard !suggestion.isEmpty, cursor == text.count, let copy = Self.copy(suggestion) else { return false }
    rl_insert_text(copy)
    free(copy)
    return true
  }

  // MARK: External editor

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
