import CommandLanguage

/// Runs command lines in one session and returns the faults that they show. Each text is parsed once, even if the session
/// is reset.
final class LineRunner {
  let explored: any ExploredSession
  private let session: any Session
  private var known: [String: KnownLine] = [:]
  /// The output of the last line.
  private(set) var output: [UInt8] = []
  /// A Boolean value that indicates whether the last line succeeded.
  private(set) var hasSucceeded = false
  /// The condition to search for. If it is met, the runner reports a fault.
  private var goal: ExplorationOptions.Goal?

  /// The maximum number of cached texts.
  private static let knownCountMax = 50_000

  /// A parsed line, and its last prepared form.
  private struct KnownLine {
    let read: PreparedLine
    var binding: UInt64
    var prepared: PreparedLine
  }

  init(_ explored: any ExploredSession) {
    self.explored = explored
    session = explored.session
  }

  /// Sets the condition to search for.
  ///
  /// - Returns: the reason if the condition cannot be computed; `nil` if it can.
  func lookFor(_ goal: ExplorationOptions.Goal) -> String? {
    self.goal = goal
    return explored.setGoal(goal.condition)
  }

  /// Resets the session to its initial state. Returns whether it was reset.
  func reset(seed: UInt64) -> Bool {
    goal = nil
    return explored.reset(seed: seed)
  }

  /// Runs a line, and returns the first fault; `nil` if there is none.
  func run(_ text: String) -> Fault? {
    if let line = read(text) { return run(line, text) }
    output.removeAll(keepingCapacity: true)
    let changes = explored.changeCount
    hasSucceeded = session.run(text.utf8.span, into: &output) == .done
    return takeFault(text, changes)
  }

  /// Runs a parsed line, and returns the first fault; `nil` if there is none.
  func run(_ line: PreparedLine, _ text: String) -> Fault? {
    output.removeAll(keepingCapacity: true)
    let changes = explored.changeCount
    hasSucceeded = session.run(line, into: &output) == .done
    return takeFault(text, changes)
  }

  private func takeFault(_ text: String, _ changes: UInt64) -> Fault? {
    if let fault = explored.takeFault() { return fault }
    if let limit = explored.reachedLimit {
      return Fault(.limit, limit, "“\(text)” reaches the limit “\(limit)”")
    }
    guard let goal, explored.changeCount != changes, explored.goalDistance == 0 else { return nil }
    return goal.fault
  }

  /// Parses a line, or returns it from the cache; `nil` if the text is not a single command line.
  func read(_ text: String) -> PreparedLine? {
    if let line = known[text] {
      if line.binding == explored.binding { return line.prepared }
      return prepare(line.read, text)
    }
    guard var reader = session.makeReader() else { return nil }
    reader.feed(text.utf8.span)
    reader.finish()
    guard let first = reader.next(), reader.next() == nil else { return nil }
    if known.count >= Self.knownCountMax { known.removeAll(keepingCapacity: true) }
    return prepare(first, text)
  }

  private func prepare(_ line: PreparedLine, _ text: String) -> PreparedLine? {
    guard let prepared = session.prepare([line]).first else { return nil }
    // Preparing a line that names a variable may change the binding.
    known[text] = KnownLine(read: line, binding: explored.binding, prepared: prepared)
    return prepared
  }
}

extension ExplorationOptions.Goal {
  /// The fault that reports that the condition is met.
  var fault: Fault {
    Fault(
      isForbidden ? .never : .reached, condition,
      isForbidden ? "“\(condition)” becomes true, but never should" : "“\(condition)” becomes true")
  }
}
