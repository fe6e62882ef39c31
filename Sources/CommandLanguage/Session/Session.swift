/// A session as every driver sees it: it takes a line that has been read and gives back what the line printed.
///
/// The prompt, the replayer, the recorder and the benchmarks are drivers of the same session and
/// add nothing to what a command means. What a driver does before and after each line is a ``LineHook``. A session does no input or output of its own, knows no
/// wall clock and draws no random number but from its seed: the same commands print the same bytes.
/// A session lives in one isolation domain; nothing in it is locked.
public protocol Session: AnyObject {
  /// Reads a whole text (a line, or the lines of a block) as one line. Invalid bytes are a diagnostic, never a trap.
  func read(_ text: Span<UInt8>) -> PreparedLine

  /// Runs one line and appends what it prints.
  ///
  /// - Parameters:
  ///   - line: read by this session or one of its readers.
  ///   - output: what the line prints is appended; each printed line ends in a newline.
  /// - Returns: whether the line succeeded, failed (its diagnostics are in `output`) or asks to
  ///   end the session.
  func run(_ line: PreparedLine, into output: inout [UInt8]) -> Outcome

  /// Binds the names of lines that are to run one after the other and checks them, as far as that can be done
  /// before the first of them acts: unknown commands, wrong numbers of arguments.
  func prepare(_ lines: consuming [PreparedLine]) -> [PreparedLine]

  /// Returns a value that indicates whether `text` is a whole command or needs more lines (an open block or bracket).
  func completeness(of text: Span<UInt8>) -> Completeness

  /// A reader of the session's language, which is fed a text once, as it comes; `nil` for a session that can
  /// only be asked for the completeness of whole texts.
  func makeReader() -> CommandReader?

  /// Returns the completions at the UTF-8 offset `cursor` of `text`.
  func completions(of text: Span<UInt8>, at cursor: Int) -> Completions

  /// The ranges of free text in the last command's output (as offsets of `output`), in which the marks of changes
  /// have no meaning.
  var plainRanges: [Range<Int>] { get }

  /// The places of diagnostics in the output of the last command, as offsets of `output`, in order.
  var errorRanges: [Range<Int>] { get }

  /// Returns the kinds of the parts of a text, for colouring: in order, without overlaps.
  ///
  /// The cost does not depend on how many objects there are.
  func highlights(of text: Span<UInt8>) -> [Highlight]

  /// Returns a hint about the next word at the UTF-8 offset `cursor`, from its declaration: `POINTS from 0 to 100`.
  func hint(of text: Span<UInt8>, at cursor: Int) -> String?

  /// Returns the text to insert at `cursor`, if the grammar allows only one continuation.
  func suggestion(of text: Span<UInt8>, at cursor: Int) -> String?

  /// The columns of the window that shows what is printed; `nil` where there is none.
  var width: Int? { get set }

  /// Returns the output of the last command in `output` from `start` on, as it is without a window, which is the form
  /// that a recording keeps.
  func unfitted(_ output: [UInt8], from start: Int) -> [UInt8]

  /// Asked from time to time while a command runs; `true` ends the command with a diagnostic.
  var isInterrupted: () -> Bool { get set }

  /// Called from time to time while a line runs, with what it has printed so far; `nil` where nobody watches.
  ///
  /// It must not run anything in the session.
  var observer: ((RunningLine) -> Void)? { get set }

  /// Called with each event of the session, in the order of the transcript; `nil` where nobody observes them.
  ///
  /// The objects and the contents of the views when it is set come first: a transaction without a step that adds the objects,
  /// and rows that appear. Of a line that runs long, events come while it
  /// runs, as soon as nothing can take back what they tell. It must not run anything in the session.
  var eventObserver: ((SessionEvent) -> Void)? { get set }

  /// A Boolean value that indicates whether ``isInterrupted`` ended the last line.
  var wasInterrupted: Bool { get }
}

/// The completeness of a text.
public enum Completeness: Sendable, Equatable {
  /// The text can be run; it may still be wrong.
  case complete
  /// A block, a bracket or a quotation is open: more lines are wanted.
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
