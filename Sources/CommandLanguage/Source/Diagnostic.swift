/// An error in a text with its location, as data. `DiagnosticRenderer` renders it.
public struct Diagnostic: Sendable, Equatable {
  /// The explanation of the error, with a correction.
  public var explanation: Explanation
  /// The range of UTF-8 offsets in the text; an empty range is a position between two characters.
  public var range: Range<Int>

  /// Creates a diagnostic from an error and a range of UTF-8 offsets.
  public init(_ error: some Explainable, at range: Range<Int>) {
    explanation = error.explanation
    self.range = range
  }
}
