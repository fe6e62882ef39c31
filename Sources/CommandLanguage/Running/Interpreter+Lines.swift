extension Interpreter {
  /// Runs the whole lines that a text begins with, as long as each is one plain command, up to the first
  /// that fails or quits; `run` does the same with one.
  ///
  /// What a line needs to begin and to end is done once for all of them where it can be.
  func runLines(_ text: UnsafeBufferPointer<UInt8>) -> LineRun {
    var ran = LineRun()
    guard !isRunning else { return ran }
    while ran.outcome == .done, ran.byteCount < text.count {
      let rest = UnsafeBufferPointer(rebasing: text[ran.byteCount...])
      guard let tree = plainLine.parse(rest, isWhole: false, language: language, limits: limitsPointer)
      else { break }
      ran.byteCount &+= tree.source.count
      ran.lineCount &+= 1
      if reachedLimit != nil { reachedLimit = nil }
      beginLine(printed: output.storage.count)
      var failure: (any Error)?
      do {
        try executeStatements(tree, from: 0)
        if output.hasDropped { throw outputLimit() }
      } catch {
        failure = error
      }
      endLine()
      if let failure { ran.outcome = end(with: failure) }
    }
    return ran
  }

  /// How an error ends a command line; it is printed.
  func end(with error: any Error) -> Outcome {
    if error is Quit { return .quit }
    report(failure(of: error))
    return .failed
  }

  // MARK: A line's beginning and end

  /// Counts a command line of its own, unless one is running.
  func beginningLine(printed: Int, _ body: () throws -> Void) throws {
    if isRunning { return try body() }
    beginLine(printed: printed)
    defer { endLine() }
    try body()
    if output.hasDropped { throw outputLimit() }
  }

  @inline(__always)
  private func beginLine(printed: Int) {
    isRunning = true
    fuel = Swift.min(1_000, bounds.steps)
    stepsLeft = bounds.steps &- fuel
    calls = 0
    depth = 0
    activeReaders = 0
    output.hasDropped = false
    output.end = printed &+ bounds.output
  }

  @inline(__always)
  private func endLine() {
    isRunning = false
    output.end = .max
    output.hasDropped = false
  }
}
