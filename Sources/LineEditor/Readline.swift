import CReadline
import TerminalText
import CommandLanguage
import Synchronization

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
  /// What the person has entered.
  enum Input: Equatable {
    case line([UInt8])
    /// Ctrl-D on an empty line, or a terminal that is gone.
    case end
  }

  // Only touched between `claim` and `release`, on the thread that claimed; `isClaimed` keeps others out.
  nonisolated(unsafe) private static var live: Readline?
  private static let isClaimed = Atomic<Bool>(false)

  /// Says what fits at a place of a line.
  var completer: (_ line: [UInt8], _ cursor: Int) -> LineCompletion? = { _, _ in nil }
  /// Says how candidates are listed.
  var lister: ([Completions.Candidate]) -> [String] = { _ in [] }

  /// Whether a line is being edited and the terminal is in readline's hands.
  private(set) var isEditing = false
  private var input: Input?
  private var listed: [Completions.Candidate] = []

  private init() {}

  /// Takes readline into possession, or returns `nil` when somebody else in this process has it.
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
    rl_initialize()
    widen()
    using_history()
    return readline
  }

  /// Gives the terminal and readline back.
  func release() {
    stopEditing()
    rl_clear_history()
    crl_set_completion(nil, nil)
    Self.live = nil
    Self.isClaimed.store(false, ordering: .releasing)
  }

  // MARK: Editing

  /// Shows the prompt and begins a line. The cursor has to be in the first column.
  func edit(prompt: String) {
    isEditing = true
    rl_callback_handler_install(prompt) { text in
      Readline.live?.lineEnded(text)
      free(text)
    }
  }

  /// Lets readline take what the terminal has, and returns what was entered if a line ended with it.
  func feed() -> Input? {
    guard isEditing else { return nil }
    rl_callback_read_char()
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
    rl_redisplay()
    write(mark)
    stopEditing()
    write("\n")
    crl_flush()
  }

  /// Goes to the next line after Ctrl-D, which readline itself only does with bracketed paste.
  func finishLineAtEnd() {
    let setting = rl_variable_value("enable-bracketed-paste").map { String(cString: $0) }
    if setting != "on" { write("\n") }
    crl_flush()
  }

  private func lineEnded(_ text: UnsafeMutablePointer<CChar>?) {
    // Removed here, or readline would show the next prompt before the command has run.
    isEditing = false
    rl_callback_handler_remove()
    guard let text else {
      input = .end
      return
    }
    let bytes = UnsafeBufferPointer(start: text, count: strlen(text))
    input = .line(bytes.map { UInt8(bitPattern: $0) })
  }

  // MARK: The screen

  /// Writes to the terminal; while a line is edited, above it.
  func show(_ output: [UInt8]) {
    guard !output.isEmpty else { return }
    if isEditing {
      rl_clear_visible_line()
      if TerminalAbility.isDumb(Terminal.environment) { rl_crlf() }
    }
    write(output)
    if output.last != UInt8(ascii: "\n") { write("\n") }
    if isEditing { rl_forced_update_display() }
    crl_flush()
  }

  /// Puts the terminal back as it was, before the process stops.
  func pause() {
    guard isEditing else { return }
    rl_deprep_terminal()
    crl_flush()
  }

  /// Takes the terminal again and shows the line, on a row of its own.
  func resume() {
    guard isEditing else { return }
    rl_deprep_terminal()
    rl_prep_terminal(1)
    rl_forced_update_display()
    crl_flush()
  }

  /// The window has another size.
  func resize() {
    if Self.windowIsTiny {
      rl_reset_screen_size()
      Self.widen()
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
    var window = winsize()
    guard ioctl(STDIN_FILENO, UInt(TIOCGWINSZ), &window) == 0 else { return false }
    return window.ws_col < least.columns || window.ws_row < least.rows
  }

  /// Has readline take the window for no smaller than it can work in.
  private static func widen() {
    var (rows, columns): (Int32, Int32) = (0, 0)
    rl_get_screen_size(&rows, &columns)
    guard rows < least.rows || columns < least.columns else { return }
    rl_set_screen_size(max(rows, least.rows), max(columns, least.columns))
  }

  /// The window's size in cells.
  var size: (columns: Int, rows: Int) {
    var rows: Int32 = 0
    var columns: Int32 = 0
    rl_get_screen_size(&rows, &columns)
    return (Int(columns), Int(rows))
  }

  private func write(_ text: String) {
    write(Array(text.utf8))
  }

  private func write(_ bytes: [UInt8]) {
    crl_write(bytes, bytes.count)
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

  // MARK: Completion

  private func matches() -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
    crl_set_attempt(0)
    listed = []
    guard let start = crl_line() else { return nil }
    let line = UnsafeBufferPointer(start: start, count: Int(crl_line_length()))
      .map { UInt8(bitPattern: $0) }
    let cursor = Int(crl_cursor())
    guard cursor <= line.count, let completion = completer(line, cursor) else { return nil }

    listed = completion.candidates
    if completion.addsSpace { crl_set_attempt(Int32(UInt8(ascii: " "))) }
    let isListing = crl_completion_type() == Int32(UInt8(ascii: "?"))
    if completion.replacedAfterCursor > 0, !isListing {
      rl_delete_text(Int32(cursor), Int32(cursor + completion.replacedAfterCursor))
    }
    let texts = [completion.common] + (completion.matches.count > 1 ? completion.matches : [])
    // readline frees the array and its strings.
    let size = (texts.count + 1) * MemoryLayout<UnsafeMutablePointer<CChar>?>.stride
    guard let memory = malloc(size) else { return nil }
    let array = memory.bindMemory(to: UnsafeMutablePointer<CChar>?.self, capacity: texts.count + 1)
    for (index, text) in texts.enumerated() {
      (array + index).initialize(to: Self.copy(text))
    }
    (array + texts.count).initialize(to: nil)
    return array
  }

  /// A C string that belongs to whom it is given to.
  private static func copy(_ text: [UInt8]) -> UnsafeMutablePointer<CChar>? {
    text.withUnsafeBytes { bytes in
      guard let start = bytes.bindMemory(to: CChar.self).baseAddress else { return strdup("") }
      return strndup(start, bytes.count)
    }
  }

  private func showCandidates() {
    rl_crlf()
    for line in lister(listed) { write(line + "\n") }
    rl_forced_update_display()
    crl_flush()
  }
}
