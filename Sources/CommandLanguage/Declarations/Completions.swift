/// The completions at a position in a text.
public struct Completions: Sendable, Equatable {
  /// The range of UTF-8 offsets in the text that a candidate replaces.
  public var replaced: Range<Int>
  /// The candidates in display order.
  public var candidates: [Candidate]
  /// The other words that are allowed at the position.
  public var others: Others

  /// The words that are allowed in addition to the candidates.
  public enum Others: Sendable {
    /// No others; any word that is not a candidate is refused.
    case none
    /// A number or a quoted text.
    case literals
    /// Any word, such as a new name or a text.
    case anything
  }

  /// One possible completion.
  public struct Candidate: Sendable, Equatable {
    /// The text to insert, quoted if the language requires it.
    public var text: String
    /// A one-line description, or empty.
    public var summary: String
    /// A Boolean value that indicates whether a space follows if this is the only candidate; `false` for `side=`.
    public var isFinal: Bool

    /// Creates a candidate that inserts a text.
    public init(_ text: String, summary: String = "", isFinal: Bool = true) {
      self.text = text
      self.summary = summary
      self.isFinal = isFinal
    }
  }

  /// Creates completions that replace the text in a range of UTF-8 offsets.
  public init(replaced: Range<Int>, candidates: [Candidate], others: Others = .anything) {
    self.replaced = replaced
    self.candidates = candidates
    self.others = others
  }
}

/// The text before a word to complete, for candidates that depend on it.
public struct CompletionPosition: Sendable {
  /// The positional arguments before the word, without quotes.
  public var arguments: [String]
  /// The typed part of the word, without an opening quote.
  public var prefix: String

  /// Creates the position of a word that begins with `prefix`, after the given arguments.
  public init(arguments: [String], prefix: String) {
    self.arguments = arguments
    self.prefix = prefix
  }
}
