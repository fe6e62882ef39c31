/// What is wrong with a text and where, as data; `DiagnosticRenderer` alone turns it into lines.
public struct Diagnostic: Sendable, Equatable {
  public var message: String
  /// UTF-8 offsets of the text; empty means a place between two characters.
  public var range: Range<Int>
  /// What was probably meant.
  public var suggestion: String?
  public var notes: [String]

  public init(_ message: String, at range: Range<Int>, suggestion: String? = nil, notes: [String] = []) {
    self.message = message
    self.range = range
    self.suggestion = suggestion
    self.notes = notes
  }
}
