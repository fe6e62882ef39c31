/// An error in a text with its place, as data; only `DiagnosticRenderer` turns it into lines.
public struct Diagnostic: Sendable, Equatable {
  /// The explanation of the error, with a correction.
  public var explanation: Explanation
  /// UTF-8 offsets of the text; empty means a place between two characters.
  public var range: Range<Int>

  /// A diagnostic that says what an error explains about a range of UTF-8 offsets.
  public init(_ error: some Explainable, at range: Range<Int>) {
    explanation = error.explanation
    self.range = range
  }
}
