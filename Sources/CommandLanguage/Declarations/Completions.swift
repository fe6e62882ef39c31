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
