/// A diagnostic together with the text it is about: what fails when kept syntax is run.
public struct CommandFailure: Error, Sendable, Equatable {
  public var diagnostic: Diagnostic
  /// The UTF-8 text that the diagnostic's range is about.
  public var text: [UInt8]

  public init(_ diagnostic: Diagnostic, about text: [UInt8]) {
    self.diagnostic = diagnostic
    self.text = text
  }
}

extension CommandFailure: Explainable {
  public var explanation: Explanation { diagnostic.explanation }
}

extension Interpreter {
  @inline(never)
  func failure(_ error: LanguageError, _ tree: Tree, _ range: Range<Int>) -> CommandFailure {
    CommandFailure(Diagnostic(error, at: range), about: Array(tree.source))
  }

  func failure(_ facts: Explanation, _ tree: Tree, _ range: Range<Int>) -> CommandFailure {
    CommandFailure(Diagnostic(facts, at: range), about: Array(tree.source))
  }

  /// The error as a failure that is about `range`, unless it knows a place of its own.
  @inline(never)
  func located(_ error: any Error, _ tree: Tree, _ range: Range<Int>) -> any Error {
    if error is CommandFailure || error is Quit { return error }
    return failure(Self.explanation(of: error), tree, range)
  }

  /// A failure that has a place; one without any is shown without a line.
  func failure(of error: any Error) -> CommandFailure {
    if let failure = error as? CommandFailure { return failure }
    return CommandFailure(Diagnostic(Self.explanation(of: error), at: 0..<0), about: [])
  }

  static func explanation(of error: any Error) -> Explanation {
    (error as? any Explainable)?.explanation ?? LanguageError.unexplained("\(error)").explanation
  }

  func report(_ failure: CommandFailure) {
    failure.text.withUnsafeBufferPointer { report([failure.diagnostic], about: $0) }
  }

  /// Prints diagnostics; they are shown even when the line's output is full.
  func report(_ diagnostics: [Diagnostic], about text: UnsafeBufferPointer<UInt8>) {
    if let limit = diagnostics.lazy.compactMap(\.explanation.limit).last { reachedLimit = limit }
    usage?.note(diagnostics)
    report(lines: Array(renderer.render(diagnostics, in: text).utf8))
  }

  /// Prints lines about what went wrong, whatever the output's limit.
  func report(lines: [UInt8]) {
    let (end, hasDropped) = (output.end, output.hasDropped)
    (output.end, output.hasDropped) = (.max, false)
    defer { (output.end, output.hasDropped) = (end, hasDropped) }
    output.write(lines.span)
  }
}
