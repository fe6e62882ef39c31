import CReadline
import CommandLanguage
import Synchronization
import TerminalText
@preconcurrency import Glibc

/// GNU readline as an object: a line editor that reads whenever its terminal is readable, and never blocks.
///
/// readline keeps its state in global variables, so a process has one line editor at a time. Its callbacks have no
/// context argument. The callbacks use `live`, which is set and used only on the thread that claimed the editor.
final class Readline {
  /// An input that ends the editing of a line.
  enum Input: Equatable {
    case line([UInt8])
    /// Ctrl-D on an empty line, or the end of a closed terminal.
    case end
    /// `q` on an empty line in full-window mode.
    case back
    /// The interrupt key, usually Ctrl-C. The line is not cleared yet.
    case interruption
  }

  // Used only between `claim` and `release`, on the claiming thread. `isClaimed` excludes other threads.
  nonisolated(unsafe) static var live: Readline?
  private static let isClaimed = Atomic<Bool>(false)

  /// Returns the completion at an offset of a text.
  var completer: (_ text: [UInt8], _ cursor: Int) -> LineCompletion? = { _, _ in nil }
  /// Returns the lines that list some candidates.
  var lister: ([Completions.Candidate]) -> [String] = { _ in [] }
  /// Adds highlights, suggestions and hints to a line.
  var decorator: (inout EditedLine) -> Void = { _ in }
  /// Returns whether a text is incomplete and needs more lines.
  var isOpen: (_ text: [UInt8]) -> Bool = { _ in false }
  /// Opens a text in the user's editor, with the terminal in its normal mode, and returns the edited text.
  var externalEditor: (_ text: [UInt8]) -> [UInt8]? = { _ in nil }

  /// A Boolean value that indicates whether this editor draws lines and edits blocks as a whole. On other than ANSI
  /// terminals, and without UTF-8, readline draws.
  private(set) var drawsItself = false
  /// A Boolean value that indicates whether a line is being edited and readline controls the terminal.
  private(set) var isEditing = false
  /// The suggestion in the last drawing of the line.
  var suggestion: [UInt8] = []
  var screen = LineScreen()
  /// The contents of the window in full-window mode; `nil` otherwise.
  var window: FullScreen?
  var listed: [Completions.Candidate] = []
  var input: Input?
  private var prompt: [UInt8] = []
  private var filter = PasteFilter()
  /// The terminal's interrupt key while a line is edited; -1 otherwise, or if there is none.
  private var interruptKey: Int32 = -1

  private init() {}

  /// Returns an editor that owns readline; `nil` if another editor in this process owns it.
  ///
  /// - Parameter name: the application's name, for `$if` in a user's inputrc.
  static func claim(name: String) -> Readline? {
    guard !isClaimed.exchange(true, ordering: .acquiring) else { return nil }
    let readline = Readline()
    live = readline
    UTF8Locale.prepare()
    // readline keeps the pointer.
    crl_set_name(strdup(name))
    crl_leave_signals_alone()
    crl_set_completion(
      { _, _, _ in Readline.live?.matches() },
      { _, _, _ in Readline.live?.showCandidates() })
    crl_set_reader { stream in Readline.live?.readKey(stream) ?? rl_getc(stream) }
    rl_initialize()
    crl_set_terminal({ _ in Readline.live?.takeTerminal() }, { Readline.live?.giveTerminalBack() })
    readline.widen()
    using_history()
    readline.drawsItself =
      crl_is_ansi() != 0 && UTF8Locale.isUTF8 && !TerminalAbility.isDumb(Terminal.environment)
    if readline.drawsItself {
      crl_set_redisplay { Readline.live?.redisplay() }
      bindKeys()
    }
    return readline
  }

  func release() {
    stopEditing()
    rl_clear_history()
    crl_set_completion(nil, nil)
    crl_set_redisplay(nil)
    crl_set_reader(nil)
    crl_set_terminal(nil, nil)
    Self.live = nil
    Self.isClaimed.store(false, ordering: .releasing)
  }

  // MARK: Editing

  /// Shows the prompt and begins a line. The cursor must be in the first column.
  ///
  /// - Parameter painted: the prompt in readline's format, for terminals on which readline draws.
  func edit(prompt: String, painted: String) {
    isEditing = true
    self.prompt = Array(prompt.utf8)
    screen.reset()
    crl_forget_end()
    rl_callback_handler_install(drawsItself ? prompt : painted) { text in
      Readline.live?.lineEnded(text)
      free(text)
    }
  }

  /// Makes readline read the available keys, and returns the input if they end the line.
  func feed() -> Input? {
    guard isEditing else { return nil }
    window?.notice = []
    let wasKill = crl_last_was_kill()
    rl_callback_read_char()
    crl_keep_last_was_kill(wasKill)
    defer { input = nil }
    return input
  }

  /// Ends editing, discards the line and restores the terminal.
  func stopEditing() {
    guard isEditing else { return }
    isEditing = false
    rl_callback_handler_remove()
    crl_flush()
  }

  /// Discards the line but leaves it visible, followed by `mark`, and moves to the next line.
  func abandon(mark: String) {
    guard isEditing else { return }
    // Ends a search or an incomplete key sequence first, so that the line is shown.
    rl_callback_sigcleanup()
    rl_free_line_state()
    crl_set_cursor(crl_line_length())
    if window != nil { return stopEditing() }
    if drawsItself {
      drawPlainly()
      TerminalOutput.write(mark)
      stopEditing()
      TerminalOutput.write(screen.leave())
      return
    }
    rl_redisplay()
    TerminalOutput.write(mark)
    stopEditing()
    TerminalOutput.write("\n")
  }

  /// Moves to the next line after Ctrl-D. readline does this only with bracketed paste.
  func finishLineAtEnd() {
    screen.reset()
    if window != nil { return }
    let setting = rl_variable_value("enable-bracketed-paste").map { String(cString: $0) }
    if setting != "on" { TerminalOutput.write("\n") }
    crl_flush()
  }

  // MARK: The terminal

  /// Makes the terminal deliver single keys. The interrupt key is delivered like other keys, since its signal would
  /// overtake earlier keys and discard unread ones.
  func takeTerminal() {
    if interruptKey < 0 {
      // The key is set before readline enables bracketed paste, which other programs take as the start of editing.
      interruptKey = crl_set_interrupt_key(-1)
      if interruptKey >= 0 {
        crl_bind_key(interruptKey) { _, _ in
          Readline.live?.input = .interruption
          return 0
        }
      }
    }
    rl_prep_terminal(1)
    if drawsItself { Self.bindBackspace() }
  }

  /// Restores the terminal's modes.
  func giveTerminalBack() {
    rl_deprep_terminal()
    if interruptKey >= 0 { _ = crl_set_interrupt_key(interruptKey) }
    interruptKey = -1
  }

  private func readKey(_ stream: UnsafeMutablePointer<FILE>?) -> Int32 {
    while true {
      let key = rl_getc(stream)
      guard let byte = UInt8(exactly: key), !filter.accepts(byte) else { return key }
    }
  }

  private func lineEnded(_ text: UnsafeMutablePointer<CChar>?) {
    // The handler is removed here. Otherwise, readline would show the next prompt before the command has run.
    isEditing = false
    guard let text else {
      rl_callback_handler_remove()
      input = .end
      return
    }
    let bytes = UnsafeBufferPointer(start: text, count: strlen(text)).map { UInt8(bitPattern: $0) }
    if drawsItself { TerminalOutput.write(finish(bytes)) }
    rl_callback_handler_remove()
    input = .line(bytes)
  }

  // MARK: The text

  var text: [UInt8] {
    guard let start = crl_line() else { return [] }
    return UnsafeBufferPointer(start: start, count: Int(crl_line_length())).map { UInt8(bitPattern: $0) }
  }

  /// An offset into ``text``.
  var cursor: Int {
    get { Int(crl_cursor()) }
    set { crl_set_cursor(Int32(clamping: newValue)) }
  }

  /// Returns the line with its prompt, or with readline's message while readline asks for input.
  func line(_ text: [UInt8]) -> EditedLine {
    var line = EditedLine()
    line.text = text
    line.cursor = min(cursor, text.count)
    line.prompt = prompt
    if let shown = crl_display_prompt().map({ String(cString: $0) }), !shown.utf8.elementsEqual(prompt) {
      line.prompt = Array(shown.utf8.filter { $0 > 2 })
    } else {
      line.prompt = Self.mode + prompt
    }
    return line
  }

  /// The mark of the editing mode, if the user's inputrc enables it, without escape codes between `\001` and `\002`.
  private static var mode: [UInt8] {
    guard let mode = crl_mode() else { return [] }
    var shown: [UInt8] = []
    var isCode = false
    for byte in String(cString: mode).utf8 {
      if byte == 1 || byte == 2 { isCode = byte == 1 } else if !isCode { shown.append(byte) }
    }
    return shown
  }

  // MARK: History

  func limitHistory(to limit: Int) {
    stifle_history(Int32(clamping: limit))
  }

  func addHistoryEntry(_ entry: [UInt8]) {
    let text = Self.copy(entry)
    add_history(text)
    free(text)
  }

  /// Returns a C string that the caller must free.
  static func copy(_ text: [UInt8]) -> UnsafeMutablePointer<CChar>? {
    text.withUnsafeBytes { bytes in
      guard let start = bytes.bindMemory(to: CChar.self).baseAddress else { return strdup("") }
      return strndup(start, bytes.count)
    }
  }
}

/// A filter that removes zero bytes from pasted text, and the line feed after a carriage return.
///
/// readline's texts end at a zero byte, so the text after it would be lost. readline inserts a carriage return as a
/// line ending, so each line ending of Windows would add an empty line. Outside a paste, each byte is a key and is
/// kept.
struct PasteFilter {
  private var isPasting = false
  private var last: [UInt8] = []

  private static let begin = Array("\u{1B}[200~".utf8)
  private static let end = Array("\u{1B}[201~".utf8)

  /// Processes the next byte, and returns whether readline should read it.
  mutating func accepts(_ byte: UInt8) -> Bool {
    if byte == 0 { return !isPasting }
    let isSecondEnd = isPasting && byte == UInt8(ascii: "\n") && last.last == UInt8(ascii: "\r")
    last.append(byte)
    if last.count > Self.begin.count { last.removeFirst() }
    if last == Self.begin { isPasting = true }
    if last == Self.end { isPasting = false }
    return !isSecondEnd
  }
}
