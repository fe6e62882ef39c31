/// A diagnostic together with the text it is about.
public struct CommandFailure: Error, Sendable, Equatable {
  /// What is wrong and where.
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
  /// What the diagnostic says, without its place.
  public var explanation: Explanation { diagnostic.explanation }
}

/// Ends the session; thrown by `quit`.
struct Quit: Error {}

extension Explanation {
  /// What an error says, also one that does not explain itself.
  public init(of error: any Error) {
    self = (error as? any Explainable)?.explanation ?? LanguageError.unexplained("\(error)").explanation
  }
}
