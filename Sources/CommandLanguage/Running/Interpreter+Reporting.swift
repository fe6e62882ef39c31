extension Interpreter {
  /// A failure that has a place; one without any is shown without a line.
  func failure(of error: any Error) -> CommandFailure {
    if let failure = error as? CommandFailure { return failure }
    return CommandFailure(Diagnostic(Explanation(of: error), at: 0..<0), about: [])
  }

  /// A Boolean value that indicates whether the reasons of failures are printed or counted.
  var explainsFailures: Bool { printsDiagnostics || usage != nil }

  func report(_ failure: CommandFailure) { report([failure.diagnostic], about: failure.text) }

  /// Prints diagnostics; they are shown even when the line's output is full.
  func report(_ diagnostics: [Diagnostic], about text: [UInt8]) {
    lastError = diagnostics.first?.explanation
    if let limit = diagnostics.lazy.compactMap(\.explanation.limit).last { reachedLimit = limit }
    if diagnostics.contains(where: \.explanation.isFailedCheck) { failedCheck = true }
    usage?.note(diagnostics)
    guard printsDiagnostics else { return }
    let (end, hasDropped) = (output.end, output.hasDropped)
    (output.end, output.hasDropped) = (.max, false)
    defer { (output.end, output.hasDropped) = (end, hasDropped) }
    output.write(diagnostics, about: text) { width in
      Array(renderer.fitted(into: width).render(diagnostics, in: text).utf8)
    }
  }

  /// Notes that a check of the host failed in the running command line, which was done all the same: what it printed is
  /// re-recorded by a person only.
  public func noteFailedCheck() { failedCheck = true }

  /// Prints an error that `evaluate`, `ids` or `run` threw, as a command's own would be.
  public func report(_ error: any Error) {
    if error is Quit { return }
    report(failure(of: error))
  }
}
