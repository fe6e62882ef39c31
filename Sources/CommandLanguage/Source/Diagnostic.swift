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

/// A diagnostic with the text that it is about.
public struct CommandFailure: Error, Sendable, Equatable {
  /// The diagnostic of the failure.
  public var diagnostic: Diagnostic
  /// The UTF-8 text that the diagnostic's range refers to.
  public var text: [UInt8]

  /// Creates a failure from a diagnostic with a range in the UTF-8 text.
  public init(_ diagnostic: Diagnostic, about text: [UInt8]) {
    self.diagnostic = diagnostic
    self.text = text
  }
}

extension CommandFailure: Explainable {
  /// The explanation in the diagnostic, without its location.
  public var explanation: Explanation { diagnostic.explanation }
}

/// An error that ends the session, thrown by `quit`.
struct Quit: Error {}

extension Explanation {
  /// Creates the explanation of an error, including errors that don't explain themselves.
  public init(of error: any Error) {
    self = (error as? any Explainable)?.explanation ?? LanguageError.unexplained("\(error)").explanation
  }
}
