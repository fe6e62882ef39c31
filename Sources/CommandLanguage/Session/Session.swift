import TerminalText

/// A session that runs lines and returns their output.
///
/// The prompt, the replayer, the recorder and the benchmarks drive a session in the same way, and none of them changes
/// the meaning of a command. A driver that acts before and after each line provides a ``LineHook``. A session performs
/// no I/O, reads no wall clock, and draws random numbers only from its seed, so the same commands always print the same
/// bytes. A session belongs to one isolation domain and does no locking.
public protocol Session: AnyObject {
  /// Reads a complete text (a line or the lines of a block) as one line. Invalid bytes cause a diagnostic, never a
  /// trap.
  func read(_ text: Span<UInt8>) -> PreparedLine

  /// Runs one line and appends its output.
  ///
  /// - Parameters:
  ///   - line: a line that this session or one of its readers has read.
  ///   - output: receives the line's output; each printed line ends in a newline.
  /// - Returns: whether the line succeeded, failed (with its diagnostics in `output`) or ends the session.
  func run(_ line: PreparedLine, into output: inout [UInt8]) -> Outcome

  /// Resolves the names of successive lines and checks the lines as far as possible before the first of them runs, for
  /// example for unknown commands and wrong numbers of arguments.
  func prepare(_ lines: consuming [PreparedLine]) -> [PreparedLine]

  /// Returns the completeness of a text, which needs more lines if a block or a bracket is open.
  func completeness(of text: Span<UInt8>) -> Completeness

  /// Returns a reader of the session's language, which accepts text in chunks; `nil` if the session can only check the
  /// completeness of whole texts.
  func makeReader() -> CommandReader?

  /// Returns the completions at the UTF-8 offset `cursor` of `text`.
  func completions(of text: Span<UInt8>, at cursor: Int) -> Completions

  /// The ranges of free text in the output of the last command, as offsets in `output`. They contain no change marks.
  var plainRanges: [Range<Int>] { get }

  /// The ranges of diagnostics in the output of the last command, as ascending offsets in `output`.
  var errorRanges: [Range<Int>] { get }

  /// Returns the highlighted parts of a text, in order and without overlaps.
  ///
  /// The cost does not depend on the number of objects.
  func highlights(of text: Span<UInt8>) -> [Highlight]

  /// Returns a hint about the next word at the UTF-8 offset `cursor`, from its declaration: `POINTS from 0 to 100`.
  func hint(of text: Span<UInt8>, at cursor: Int) -> String?

  /// Returns the text to insert at `cursor`, if the grammar allows only one continuation.
  func suggestion(of text: Span<UInt8>, at cursor: Int) -> String?

  /// The width of the window in columns; `nil` if output is not fitted to a window.
  var width: Int? { get set }

  /// Returns the last command's output from `start`, not fitted to the window. Recordings contain this form.
  func unfitted(_ output: [UInt8], from start: Int) -> [UInt8]

  /// A closure that is called repeatedly while a line runs. If it returns `true`, the line ends with a diagnostic.
  var isInterrupted: () -> Bool { get set }

  /// A closure that is called repeatedly while a line runs, with the line's output so far; `nil` if there is no
  /// observer.
  ///
  /// The observer must not run anything in the session.
  var observer: ((RunningLine) -> Void)? { get set }

  /// A closure that is called with each event of the session, in the order of the transcript; `nil` if there is no
  /// observer.
  ///
  /// When it is set, it first receives the current objects and view contents: a transaction without a step that adds
  /// the objects, and rows that appear. While a long line runs, events arrive as soon as they can no longer be dropped.
  /// The observer must not run anything in the session.
  var eventObserver: ((SessionEvent) -> Void)? { get set }

  /// A Boolean value that indicates whether ``isInterrupted`` ended the last line.
  var wasInterrupted: Bool { get }

  /// A Boolean value that indicates whether a replay can run the last line again: the line was not interrupted, and no
  /// block in it ran a command that only a prompt has.
  var isRepeatable: Bool { get }
}

/// The completeness of a text.
public enum Completeness: Sendable, Equatable {
  /// The text can be run; it may still be wrong.
  case complete
  /// A block, a bracket or a quotation is open; more lines are needed.
  case open
}

extension Session {
  /// Reads and runs one line's text, and appends what it prints.
  public func run(_ text: Span<UInt8>, into output: inout [UInt8]) -> Outcome {
    run(read(text), into: &output)
  }

  /// Reads and runs one line's text between hooks, and returns what it printed.
  public func run(_ text: String, hooks: [any LineHook] = []) -> (output: String, outcome: Outcome) {
    var output: [UInt8] = []
    let outcome = run(read(Array(text.utf8).span), into: &output, hooks: hooks)
    return (String(decoding: output, as: UTF8.self), outcome)
  }

  public func read(_ text: Span<UInt8>) -> PreparedLine { PreparedLine([UInt8](copying: text)) }

  public func prepare(_ lines: consuming [PreparedLine]) -> [PreparedLine] { lines }

  public var wasInterrupted: Bool { false }

  public var isRepeatable: Bool { !wasInterrupted }

  public var observer: ((RunningLine) -> Void)? {
    get { nil }
    set {}
  }

  public var eventObserver: ((SessionEvent) -> Void)? {
    get { nil }
    set {}
  }

  public func makeReader() -> CommandReader? { nil }

  public var plainRanges: [Range<Int>] { [] }

  public var errorRanges: [Range<Int>] { [] }

  public var width: Int? {
    get { nil }
    set {}
  }

  public func unfitted(_ output: [UInt8], from start: Int) -> [UInt8] {
    Array(output[min(start, output.count)...])
  }

  public func highlights(of text: Span<UInt8>) -> [Highlight] { [] }

  public func hint(of text: Span<UInt8>, at cursor: Int) -> String? { nil }

  public func suggestion(of text: Span<UInt8>, at cursor: Int) -> String? { nil }
}
