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
  /// Whether the user left before the last hunk.
  public private(set) var hasQuit = false
  private var hunks: [BlessHunk]
  private var index = 0
  private var edited: [[UInt8]]?
  private var message = ""

  public init(_ hunks: [BlessHunk]) { self.hunks = hunks }

  /// The hunk in question; `nil` when all are decided.
  public var hunk: BlessHunk? { !hasQuit && index < hunks.count ? hunks[index] : nil }

  /// Whether the hunk's text is to be shown before the prompt: once for each hunk.
  public private(set) var isNew = true

  /// What to ask; `nil` when all are decided.
  public var prompt: String? {
    guard hunk != nil else { return nil }
    let asked = edited == nil ? "take this output? [y,n,e,a,q,?] " : "output (“.” ends it)> "
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
    if edited != nil { return take(line: Array(text.utf8), hunk) }
    switch text.filter({ $0 != " " && !$0.isNewline }) {
    case "y": accept(hunk)
    case "n": advance()
    case "e": edited = []
    case "a":
      accepted += hunks[index...]
      index = hunks.count
    case "q": hasQuit = true
    default: message = BlessReview.help
    }
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

  private mutating func take(line: [UInt8], _ hunk: BlessHunk) {
    if line.elementsEqual(".".utf8) {
      var hunk = hunk
      let old = hunk.edits.compactMap { edit -> BlessHunk.Edit? in
        switch edit {
        case .keep(let line), .replace(let line, _), .remove(let line): .remove(line: line)
        case .add: nil
        }
      }
      hunk.edits = old + (edited ?? []).map { .add(text: $0) }
      edited = nil
      return accept(hunk)
    }
    // Read below a command, the line must be output, or the file would change its meaning.
    let read = Transcript(Array("> x\ny\n".utf8) + line)
    if read.lines.count == 3, read.lines[2].kind.isOutput {
      edited?.append(line)
    } else {
      message = "this would not be read as output; begin it with “\\” to have it as it stands\n"
    }
  }
}
