/// What every driver drives: it takes a command's text and gives back what the command printed.
///
/// The prompt, the replayer, the recorder and the benchmarks are drivers of the same session and
/// add nothing to what a command means. A session does no input or output of its own, knows no
/// wall clock and draws no random number but from its seed: the same commands print the same bytes.
/// A session lives in one isolation domain; nothing in it is locked.
public protocol Session: AnyObject {
  /// Runs one command's text (a line, or the lines of an open block) and appends what it prints.
  ///
  /// - Parameters:
  ///   - command: UTF-8 text. Invalid bytes are a diagnostic, never a trap.
  ///   - output: what the command prints is appended; each printed line ends in a newline.
  /// - Returns: whether the command succeeded, failed (its diagnostics are in `output`) or asks to
  ///   end the session.
  func run(_ command: Span<UInt8>, into output: inout [UInt8]) -> Outcome

  /// Whether `text` is a whole command or still waits for lines (an open block or bracket).
  func completeness(of text: Span<UInt8>) -> Completeness

  /// A reader of the session's language, which is fed a text once, as it comes; `nil` for a session that can
  /// only be asked for the completeness of whole texts.
  func makeReader() -> CommandReader?

  /// What may stand at the UTF-8 offset `cursor` of `text`.
  func completions(of text: Span<UInt8>, at cursor: Int) -> Completions

  /// Where in what the last command printed (as offsets of `output`) stands free text, in which the marks of
  /// changes mean nothing.
  var plainRanges: [Range<Int>] { get }

  /// The places of diagnostics in the output of the last command, as offsets of `output`, in order.
  var errorRanges: [Range<Int>] { get }

  /// What the parts of a text are, for whoever shows it in colours: in order, without overlaps.
  ///
  /// The cost does not depend on how many objects there are.
  func highlights(of text: Span<UInt8>) -> [Highlight]

  /// What comes next at the UTF-8 offset `cursor`, as its declaration says: `POINTS from 0 to 100`.
  func hint(of text: Span<UInt8>, at cursor: Int) -> String?

  /// What is to be inserted at `cursor`, where the grammar allows only one thing to go on with.
  func suggestion(of text: Span<UInt8>, at cursor: Int) -> String?

  /// The columns of the window that shows what is printed; `nil` where there is none.
  var width: Int? { get set }

  /// What the last command printed into `output` from `start` on, as it is where there is no window: what a record
  /// of the session keeps.
  func unfitted(_ output: [UInt8], from start: Int) -> [UInt8]

  /// Asked from time to time while a command runs; `true` ends the command with a diagnostic.
  var isInterrupted: () -> Bool { get set }
}

/// Whether a text can be run as it stands.
public enum Completeness: Sendable, Equatable {
  /// The text can be run; it may still be wrong.
  case complete
  /// A block, a bracket or a quotation is open: more lines are wanted.
  case open
}

extension Session {
  /// Runs one command's text and returns what it printed.
  public func run(_ command: String) -> (output: String, outcome: Outcome) {
    var output: [UInt8] = []
    let outcome = run(Array(command.utf8).span, into: &output)
    return (String(decoding: output, as: UTF8.self), outcome)
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

/// A session that runs commands which have been read and prepared.
public protocol ScriptSession: Session {
  /// Binds the names of commands that are to run one after the other and checks them, as far as that can be done
  /// before the first of them acts: unknown commands, wrong numbers of arguments.
  func prepare(_ commands: consuming [PreparedCommand]) -> [PreparedCommand]

  /// Runs a prepared command as `run` does its text.
  func run(_ command: PreparedCommand, into output: inout [UInt8]) -> Outcome
}
