/// What is wrong with a text and where, as data; `DiagnosticRenderer` alone turns it into lines.
public struct Diagnostic: Sendable, Equatable {
  public var message: String
  /// UTF-8 offsets of the text; empty means a place between two characters.
  public var range: Range<Int>
  /// What was probably meant.
  public var suggestion: String?
  public var notes: [String]
  /// The limit that was reached, if it is about one.
  public var limit: String?
  /// The kind of the `CountedError` that it tells of.
  public internal(set) var kind: String?

  public init(
    _ message: String, at range: Range<Int>, suggestion: String? = nil, notes: [String] = [],
    limit: String? = nil
  ) {
    self.message = message
    self.range = range
    self.suggestion = suggestion
    self.notes = notes
    self.limit = limit
  }

  /// What an explanation says, about a place of a text.
  init(_ facts: Explanation, at range: Range<Int>) {
    self.init(
      facts.message, at: range, suggestion: facts.suggestion, notes: facts.notes, limit: facts.limit)
    kind = facts.kind
  }
}
