import CommandLanguage
import Prompting
import TerminalText

/// The callbacks of the editor while a line is typed: completion, colours, suggestions and history.
extension Prompt {
  func connect(_ editor: Readline) {
    history.isInterrupted = { Signals.isStopRequested }
    editor.completer = { [self] line, cursor in completion(of: line, at: cursor) }
    editor.lister = { [self, unowned editor] in list($0, in: editor.size) }
    editor.decorator = { [self] in decorate(&$0) }
    editor.isOpen = { [self] in isOpen($0) }
    editor.externalEditor = { [self, unowned editor] text in
      do { return try host.edit(text) } catch {
        let note = Array(painter.remark("note: \((error as? Explanation)?.message ?? "\(error)")\n").utf8)
        if editor.window == nil { TerminalOutput.write(note) } else { editor.window?.add(printed: note) }
        return nil
      }
    }
  }

  private func completion(of line: [UInt8], at cursor: Int) -> LineCompletion? {
    let before = open.before
    let text = before + line
    let completions = session.completions(of: text.span, at: before.count + cursor)
    return LineCompletion(completions, line: line, cursor: cursor, before: before.count)
  }

  private func list(_ candidates: [Completions.Candidate], in size: (columns: Int, rows: Int)) -> [String] {
    CandidateList(columns: size.columns, remark: painter.remark).lines(of: candidates)
  }

  private func isOpen(_ text: [UInt8]) -> Bool {
    if open.isOpen || PastedText.isTranscript(text) { return false }
    return session.completeness(of: text.span) == .open
  }

  /// Returns the status, followed by the prompt's mark. The status is cut so that half of the window remains for
  /// typing. If the mark alone is too long for that, returns an empty string.
  func mark(columns: Int) -> String {
    let mark = open.isOpen ? marks.continuation : marks.command
    let room = (columns - 1) / 2 - TextWidth.columns(of: mark)
    guard room >= 0 else { return "" }
    guard !open.isOpen, host.preferences.showsStatus else { return mark }
    return TextWidth.truncated(Escaping.escaped(host.status), to: room) + mark
  }

  // MARK: Colours and suggestions

  private func decorate(_ line: inout EditedLine) {
    line.continuation = line.prompt.isEmpty ? [] : Array(marks.continuation.utf8)
    line.isColoured = painter.isOn
    line.isPainted = painter.isOn || host.preferences.showsHints
    guard host.preferences.showsHints, !open.isOpen else { return }
    line.highlights = session.highlights(of: line.text.span)
    guard line.cursor == line.text.count else { return }
    line.suggestion = suggestion(for: line.text)
    if line.suggestion.isEmpty, !line.text.isEmpty,
      let hint = session.hint(of: line.text.span, at: line.cursor), !hint.isEmpty
    {
      line.hint = Array(((line.text.last ?? 0) > 0x20 ? "  " + hint : hint).utf8)
    }
  }

  /// Returns the suggested continuation of a text: the lesson's next command, the rest of the newest history entry that
  /// begins with the text, or the only continuation that the grammar allows.
  private func suggestion(for text: [UInt8]) -> [UInt8] {
    if let proposal = host.proposal.map({ Array($0.utf8) }), proposal.starts(with: text) {
      return Array(proposal.dropFirst(text.count))
    }
    guard !text.allSatisfy({ $0 <= 0x20 }) else { return [] }
    for entry in entries.reversed() where entry.count > text.count && entry.starts(with: text) {
      return Array(entry.dropFirst(text.count))
    }
    return session.suggestion(of: text.span, at: text.count).map { Array($0.utf8) } ?? []
  }

  // MARK: History

  func recall(with editor: Readline) {
    let (entries, remark) = history.load()
    editor.limitHistory(to: history.limit)
    entries.forEach(editor.addHistoryEntry)
    self.entries = entries
    say(remark, editor)
  }

  func addToHistory(_ command: [UInt8], _ editor: Readline) {
    let (isNew, remark) = history.append(command)
    if isNew {
      editor.addHistoryEntry(command)
      entries.append(command)
      if entries.count > 2 * history.limit { entries.removeFirst(history.limit) }
    }
    say(remark, editor)
  }

  private func say(_ remark: String?, _ editor: Readline) {
    guard let remark else { return }
    editor.show(Array(painter.remark("note: " + remark).utf8))
  }
}
