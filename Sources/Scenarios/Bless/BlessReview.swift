/// The state of a review, which asks about one difference after another. The type itself prints nothing.
///
/// ```swift
/// var review = BlessReview(hunks)
/// while let prompt = review.prompt { review.answer(ask(prompt)) }
/// use(review.accepted)
/// ```
public struct BlessReview: Sendable, Equatable {
  /// The hunks that were accepted or edited so far, in the order of the questions.
  public private(set) var accepted: [BlessHunk] = []
  /// A Boolean value that indicates whether the user left before the last hunk.
  public private(set) var hasQuit = false
  private var hunks: [BlessHunk]
  private let hasEditor: Bool
  private var index = 0
  private var typed: [[UInt8]]?
  private var message = ""

  /// Creates a review of some hunks.
  ///
  /// - Parameters:
  ///   - hunks: the hunks, in the order of the questions.
  ///   - hasEditor: whether `e` sets ``editing`` instead of asking line by line.
  public init(_ hunks: [BlessHunk], hasEditor: Bool = false) {
    self.hunks = hunks
    self.hasEditor = hasEditor
  }

  /// The current hunk; `nil` if all are decided.
  public var hunk: BlessHunk? { !hasQuit && index < hunks.count ? hunks[index] : nil }

  /// A Boolean value that indicates whether to show the hunk's text before the prompt, once for each hunk.
  public private(set) var isNew = true

  /// A text to open in the user's editor before the next question; see ``answer(edited:)``.
  public private(set) var editing: [UInt8]?

  /// The question to ask; `nil` if all hunks are decided.
  public var prompt: String? {
    guard hunk != nil else { return nil }
    let asked = typed == nil ? "use this output? [y,n,e,a,q,?] " : "output (“.” ends it)> "
    return message + asked
  }

  /// Processes the user's answer; `nil`, which is the end of input, means “quit”.
  ///
  /// `y` accepts the printed output, and `n` keeps the file's text. `e` asks for other lines, in the form of the file.
  /// `a` accepts this and all following hunks. `q` keeps the file's text for this and all following hunks.
  public mutating func answer(_ text: String?) {
    guard let hunk else { return }
    message = ""
    isNew = false
    guard let text else {
      hasQuit = true
      return
    }
    if typed != nil { return take(line: Array(text.utf8), hunk) }
    switch text.filter({ $0 != " " && !$0.isNewline }) {
    case "y": accept(hunk)
    case "n": advance()
    case "e": edit(hunk)
    case "a":
      accepted += hunks[index...]
      index = hunks.count
    case "q": hasQuit = true
    default: message = BlessReview.help
    }
  }

  /// Processes the edited text; `nil` if the user cancelled. If the command in it was changed, the text is refused and
  /// the question is asked again.
  public mutating func answer(edited text: [UInt8]?) {
    guard let hunk, editing != nil else { return }
    editing = nil
    guard let text else {
      message = "the output was not changed in the editor\n"
      return
    }
    guard let lines = EditedOutput(hunk).lines(in: text) else {
      message = "nothing was changed: only the lines below the command may change\n"
      return
    }
    accept(hunk.replacingOutput(by: lines))
  }

  static let help = """
    y  use the printed output
    n  keep the expected output
    e  write other lines instead
    a  use this output and all that follow
    q  keep this and all that follow

    """

  private mutating func accept(_ hunk: BlessHunk) {
    accepted.append(hunk)
    advance()
  }

  private mutating func advance() {
    index += 1
    isNew = true
  }

  private mutating func edit(_ hunk: BlessHunk) {
    if hasEditor { editing = EditedOutput(hunk).text } else { typed = [] }
  }

  private mutating func take(line: [UInt8], _ hunk: BlessHunk) {
    if line.elementsEqual(".".utf8) {
      let lines = typed ?? []
      typed = nil
      return accept(hunk.replacingOutput(by: lines))
    }
    // Below a command, the line must be read as output. Otherwise, the file would change its meaning.
    let read = Transcript(Array("> x\ny\n".utf8) + line)
    if read.lines.count == 3, read.lines[2].kind.isOutput {
      typed?.append(line)
    } else {
      message = "this would not be read as output; begin the line with “\\” to use it literally\n"
    }
  }
}

/// A command with its printed output, as a text for an editor. Only the output may be changed.
struct EditedOutput {
  private let hunk: BlessHunk

  init(_ hunk: BlessHunk) { self.hunk = hunk }

  /// A transcript of one step, after a comment with instructions.
  var text: [UInt8] {
    var bytes = Array("# The lines below the command are used. Do not change the command.\n".utf8)
    TranscriptWriter.append(command: hunk.commandText.span, to: &bytes)
    for line in hunk.newLines { bytes += line + [UInt8(ascii: "\n")] }
    return bytes
  }

  /// Returns the output lines of an edited text, in the form of the file; `nil` if the command was changed.
  func lines(in text: [UInt8]) -> [[UInt8]]? {
    let transcript = Transcript(text)
    guard transcript.steps.count == 1, let step = transcript.steps.first, transcript.strayLines.isEmpty,
      transcript.command(of: step) == hunk.commandText
    else { return nil }
    return transcript.outputLines(of: step).map { Array(transcript.text(ofLine: $0)) }
  }
}
