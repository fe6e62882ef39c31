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

  /// What may stand at the UTF-8 offset `cursor` of `text`.
  func completions(of text: Span<UInt8>, at cursor: Int) -> Completions

  /// Asked from time to time while a command runs; `true` ends the command with a diagnostic.
  var isInterrupted: () -> Bool { get set }
}

/// How a command ended.
public enum Outcome: Sendable, Equatable {
  case done
  case failed
  case quit
}

/// Whether a text can be run as it stands.
public enum Completeness: Sendable, Equatable {
  case complete
  case open
}

/// The words that fit at a place of a command's text.
public struct Completions: Sendable, Equatable {
  /// The UTF-8 offsets of the text that a candidate replaces.
  public var replaced: Range<Int>
  /// The candidates, in the order in which they are to be shown.
  public var candidates: [Candidate]

  public struct Candidate: Sendable, Equatable {
    /// The text that is inserted, quoted where the language needs it.
    public var text: String
    /// One line about it, or empty.
    public var summary: String
    /// Whether a space follows when it is the only one (`false` for `side=`).
    public var isFinal: Bool

    public init(_ text: String, summary: String = "", isFinal: Bool = true) {
      self.text = text
      self.summary = summary
      self.isFinal = isFinal
    }
  }

  public init(replaced: Range<Int>, candidates: [Candidate]) {
    self.replaced = replaced
    self.candidates = candidates
  }
}

extension Session {
  /// Runs one command's text and returns what it printed.
  public func run(_ command: String) -> (output: String, outcome: Outcome) {
    var output: [UInt8] = []
    let outcome = run(Array(command.utf8).span, into: &output)
    return (String(decoding: output, as: UTF8.self), outcome)
  }
}
