import CommandLanguage

/// Runs command lines in one session and sees what is wrong. Each text is read once, also when the session is reset.
final class LineRunner {
  let explored: any ExploredSession
  private let session: any Session
  private var known: [String: KnownLine] = [:]
  /// The output of the last line.
  private(set) var output: [UInt8] = []
  /// A Boolean value that indicates whether the last line succeeded.
  private(set) var hasSucceeded = false
  /// The condition that is looked for; reaching it is told as a fault.
  private var goal: ExplorationOptions.Goal?

  /// The number of texts whose parsed form is kept.
  private static let knownCountMax = 50_000

  /// A line as it was read, and as it was prepared last.
  private struct KnownLine {
    let read: PreparedLine
    var binding: UInt64
    var prepared: PreparedLine
  }

  init(_ explored: any ExploredSession) {
    self.explored = explored
    session = explored.session
  }

  /// Looks for a condition from now on.
  ///
  /// - Returns: why it cannot be computed; `nil` if it can.
  func lookFor(_ goal: ExplorationOptions.Goal) -> String? {
    self.goal = goal
    return explored.setGoal(goal.condition)
  }

  /// Returns the session to its initial state; whether it could be.
  func reset(seed: UInt64) -> Bool {
    goal = nil
    return explored.reset(seed: seed)
  }

  /// Runs a line; what the checks, or its end, find wrong.
  func run(_ text: String) -> Fault? {
    if let line = read(text) { return run(line, text) }
    output.removeAll(keepingCapacity: true)
    let changes = explored.changeCount
    hasSucceeded = session.run(text.utf8.span, into: &output) == .done
    return takeFault(text, changes)
  }

  /// The same with a line that has been read.
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

  /// Reads a line once; `nil` for what is not one command line.
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
  /// The fault as which it is told that the condition becomes true.
  var fault: Fault {
    Fault(
      isForbidden ? .never : .reached, condition,
      isForbidden ? "“\(condition)” becomes true, but never should" : "“\(condition)” becomes true")
  }
}
