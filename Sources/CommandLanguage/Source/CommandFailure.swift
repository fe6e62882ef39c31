/// A diagnostic together with the text it is about.
public struct CommandFailure: Error, Sendable, Equatable {
  /// The diagnostic of the failure.
  public var diagnostic: Diagnostic
  /// The UTF-8 text that the diagnostic's range is about.
  public var text: [UInt8]

  /// A diagnostic about a range of this UTF-8 text.
  public init(_ diagnostic: Diagnostic, about text: [UInt8]) {
    self.diagnostic = diagnostic
    self.text = text
  }
}

extension CommandFailure: Explainable {
  /// The explanation in the diagnostic, without its place.
  public var explanation: Explanation { diagnostic.explanation }
}

/// Ends the session; thrown by `quit`.
struct Quit: Error {}

extension Explanation {
  /// Returns the explanation of an error, even of one without an explanation of its own.
  public init(of error: any Error) {
    self = (error as? any Explainable)?.explanation ?? LanguageError.unexplained("\(error)").explanation
  }
}
