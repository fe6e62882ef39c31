/// Asks about one difference after another; it decides and prints nothing itself.
///
/// ```swift
/// var review = BlessReview(hunks)
/// while let prompt = review.prompt { review.answer(ask(prompt)) }
/// use(review.accepted)
/// ```
public struct BlessReview: Sendable, Equatable {
  /// The hunks to take, as accepted or edited so far, in order.
  public private(set) var accepted: [BlessHunk] = []
  /// A Boolean value that indicates whether the user left before the last hunk.
  public private(set) var hasQuit = false
  private var hunks: [BlessHunk]
  private let hasEditor: Bool
  private var index = 0
  private var typed: [[UInt8]]?
  private var message = ""

  /// A review of some hunks, none of which is decided.
  ///
  /// - Parameters:
  ///   - hunks: the differences, in the order in which they are asked about.
  ///   - hasEditor: whether `e` asks for ``editing`` instead of line by line.
  public init(_ hunks: [BlessHunk], hasEditor: Bool = false) {
    self.hunks = hunks
    self.hasEditor = hasEditor
  }

  /// The hunk in question; `nil` when all are decided.
  public var hunk: BlessHunk? { !hasQuit && index < hunks.count ? hunks[index] : nil }

  /// A Boolean value that indicates whether to show the hunk's text before the prompt, once for each hunk.
  public private(set) var isNew = true

  /// A text that is to be given to the user's editor before anything else is asked; see ``answer(edited:)``.
  public private(set) var editing: [UInt8]?

  /// The question to ask; `nil` when all hunks are decided.
  public var prompt: String? {
    guard hunk != nil else { return nil }
    let asked = typed == nil ? "take this output? [y,n,e,a,q,?] " : "output (“.” ends it)> "
    return message + asked
  }

  /// Takes the user's answer; `nil`, the end of input, is “quit”.
  ///
  /// `y` takes what was printed, `n` keeps what the file says, `e` asks for other lines (as they are to
  /// stand in the file), `a` takes this and all that follow, `q` keeps this and all that follow.
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

  /// Takes what the editor made of ``editing``; `nil` when the user does not want it. What is not one command with
  /// its output is refused, and the question stands.
  public mutating func answer(edited text: [UInt8]?) {
    guard let hunk, editing != nil else { return }
    editing = nil
    guard let text else {
      message = "nothing was taken from the editor\n"
      return
    }
    guard let lines = EditedOutput(hunk).lines(in: text) else {
      message = "nothing was taken: only the lines below the command may change\n"
      return
    }
    accept(hunk.replacingOutput(by: lines))
  }

  static let help = """
    y  take what was printed
    n  keep what the file says
    e  write other lines in its place
    a  take this and all that follow
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
    // Read below a command, the line must be output, or the file would change its meaning.
    let read = Transcript(Array("> x\ny\n".utf8) + line)
    if read.lines.count == 3, read.lines[2].kind.isOutput {
      typed?.append(line)
    } else {
      message = "this would not be read as output; begin it with “\\” to have it as it stands\n"
    }
  }
}
