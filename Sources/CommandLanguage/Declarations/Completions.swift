/// The words that fit at a place of a command's text.
public struct Completions: Sendable, Equatable {
  /// The UTF-8 offsets of the text that a candidate replaces.
  public var replaced: Range<Int>
  /// The candidates, in the order in which they are to be shown.
  public var candidates: [Candidate]
  /// The other words that are allowed there.
  public var others: Others

  /// The words that are allowed besides the candidates.
  public enum Others: Sendable {
    /// Nothing: whatever is no candidate is refused.
    case none
    /// A number or a text in quotes.
    case literals
    /// Any word: a new name, a text.
    case anything
  }

  /// One text that fits.
  public struct Candidate: Sendable, Equatable {
    /// The text that is inserted, quoted where the language needs it.
    public var text: String
    /// One line about it, or empty.
    public var summary: String
    /// A Boolean value that indicates whether a space follows if it is the only candidate (`false` for `side=`).
    public var isFinal: Bool

    /// A candidate that inserts a text.
    public init(_ text: String, summary: String = "", isFinal: Bool = true) {
      self.text = text
      self.summary = summary
      self.isFinal = isFinal
    }
  }

  /// Candidates that replace the text in a range of UTF-8 offsets.
  public init(replaced: Range<Int>, candidates: [Candidate], others: Others = .anything) {
    self.replaced = replaced
    self.candidates = candidates
    self.others = others
  }
}

/// The text before a word that is to be completed, for candidates that depend on it.
public struct CompletionPlace: Sendable {
  /// The positional arguments before it, without quotes.
  public var arguments: [String]
  /// The typed part of the word, without its quote.
  public var prefix: String

  /// The place of a word that begins with `prefix`, behind these arguments.
  public init(arguments: [String], prefix: String) {
    self.arguments = arguments
    self.prefix = prefix
  }
}
