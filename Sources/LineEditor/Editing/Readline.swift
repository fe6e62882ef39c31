import CReadline
import CommandLanguage
import Synchronization
import TerminalText

#if canImport(Darwin)
  import Darwin
#else
  @preconcurrency import Glibc
#endif

/// GNU readline as one object: a line editor that is fed whenever its terminal is readable and never waits.
///
/// readline keeps its state in C globals, so a process has one line editor at a time. Its callbacks carry
/// no context; they reach the editor through `live`, which is set and used on the thread that claimed it.
final class Readline {
  /// The input of the person.
  enum Input: Equatable {
    case line([UInt8])
    /// Ctrl-D on an empty line, or the end of a closed terminal.
    case end
    /// `q` on an empty line, while the whole window is taken.
    case back
    /// Ctrl-C, or what else the terminal has for it. The line is still there.
    case interruption
  }

  // Only touched between `claim` and `release`, on the thread that claimed; `isClaimed` keeps others out.
  nonisolated(unsafe) static var live: Readline?
  private static let isClaimed = Atomic<Bool>(false)

  /// Says what fits at a place of a text.
  var completer: (_ text: [UInt8], _ cursor: Int) -> LineCompletion? = { _, _ in nil }
  /// Says how candidates are listed.
  var lister: ([Completions.Candidate]) -> [String] = { _ in [] }
  /// Adds to the line what is to be seen of it besides its text.
  var decorator: (inout EditedLine) -> Void = { _ in }
  /// Returns a Boolean value that indicates whether a text waits for more lines.
  var isOpen: (_ text: [UInt8]) -> Bool = { _ in false }
  /// Has the person change a text in a program of theirs, with the terminal as that program expects it.
  var externalEditor: (_ text: [UInt8]) -> [UInt8]? = { _ in nil }

  /// A Boolean value that indicates whether this editor draws lines and edits blocks as a whole; on terminals that
  /// are not ANSI terminals, readline draws.
  private(set) var drawsItself = false
  /// A Boolean value that indicates whether a line is being edited and readline controls the terminal.
  private(set) var isEditing = false
  /// The suggestion when the line was last drawn.
  var suggestion: [UInt8] = []
  var screen = LineScreen()
  /// The whole window, while it is taken.
  var window: FullScreen?
  var listed: [Completions.Candidate] = []
  var input: Input?
  private var prompt: [UInt8] = []
  private var filter = PasteFilter()
  /// The terminal's own key for an interruption, while a line is edited.
  private var interruptKey: Int32 = -1

  private init() {}

  /// Takes ownership of readline, or returns `nil` if another object in this process has it.
  ///
  /// - Parameter name: the application's name, for `$if` in a person's inputrc.
  static func claim(name: String) -> Readline? {
    guard !isClaimed.exchange(true, ordering: .acquiring) else { return nil }
    let readline = Readline()
    live = readline
    UTF8Locale.prepare()
    // readline keeps the pointer for good.
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

  /// Gives the terminal and readline back.
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

  /// Shows the prompt and begins a line. The cursor has to be in the first column.
  ///
  /// - Parameter painted: the prompt as readline wants it where it draws the line.
  func edit(prompt: String, painted: String) {
    isEditing = true
    self.prompt = Array(prompt.utf8)
    screen.forget()
    crl_forget_end()
    rl_callback_handler_install(drawsItself ? prompt : painted) { text in
      Readline.live?.lineEnded(text)
      free(text)
    }
  }

  /// Lets readline take what the terminal has, and returns what was entered if a line ended with it.
  func feed() -> Input? {
    guard isEditing else { return nil }
    window?.notice = []
    let wasKill = crl_last_was_kill()
    rl_callback_read_char()
    crl_keep_last_was_kill(wasKill)
    defer { input = nil }
    return input
  }

  /// Ends the editing; what was typed so far is gone, the terminal is as it was.
  func stopEditing() {
    guard isEditing else { return }
    isEditing = false
    rl_callback_handler_remove()
    crl_flush()
  }

  /// Drops the line, leaving it in sight with `mark` behind it, and goes to the next line.
  func abandon(mark: String) {
    guard isEditing else { return }
    // Out of a search or a half-typed key first, so that it is the line that is shown.
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

  /// Goes to the next line after Ctrl-D, which readline itself only does with bracketed paste.
  func finishLineAtEnd() {
    screen.forget()
    if window != nil { return }
    let setting = rl_variable_value("enable-bracketed-paste").map { String(cString: $0) }
    if setting != "on" { TerminalOutput.write("\n") }
    crl_flush()
  }

  // MARK: The terminal

  /// Has the terminal give keys one by one, Ctrl-C in order with the others: as a signal it would overtake those before
  /// it and drop what is not yet read.
  func takeTerminal() {
    if interruptKey < 0 {
      // Before readline asks for pastes, which tells others that a line is read.
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

  /// The terminal is as it was.
  func giveTerminalBack() {
    rl_deprep_terminal()
    if interruptKey >= 0 { _ = crl_set_interrupt_key(interruptKey) }
    interruptKey = -1
  }

  private func readKey(_ stream: UnsafeMutablePointer<FILE>?) -> Int32 {
    while true {
      let key = rl_getc(stream)
      guard let byte = UInt8(exactly: key), !filter.takes(byte) else { return key }
    }
  }

  private func lineEnded(_ text: UnsafeMutablePointer<CChar>?) {
    // Removed here, or readline would show the next prompt before the command has run.
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

  /// The text being edited.
  var text: [UInt8] {
    guard let start = crl_line() else { return [] }
    return UnsafeBufferPointer(start: start, count: Int(crl_line_length())).map { UInt8(bitPattern: $0) }
  }

  /// An offset into ``text``.
  var cursor: Int {
    get { Int(crl_cursor()) }
    set { crl_set_cursor(Int32(clamping: newValue)) }
  }

  /// The line with its prompt, which is a message while readline asks for something.
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

  /// The mark of the editing mode before the prompt, if a person's inputrc wants one; without the codes between `\001`
  /// and `\002`, which count no column.
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

  /// Keeps only the last `limit` entries from now on.
  func limitHistory(to limit: Int) {
    stifle_history(Int32(clamping: limit))
  }

  /// Adds an entry that Up finds first.
  func remember(_ entry: [UInt8]) {
    let text = Self.copy(entry)
    add_history(text)
    free(text)
  }

  /// A C string that belongs to whom it is given to.
  static func copy(_ text: [UInt8]) -> UnsafeMutablePointer<CChar>? {
    text.withUnsafeBytes { bytes in
      guard let start = bytes.bindMemory(to: CChar.self).baseAddress else { return strdup("") }
      return strndup(start, bytes.count)
    }
  }
}
