import CommandLanguage
import Simulator

/// A runner of command lines in one session, which returns the faults that they show. Each text is parsed once, even if
/// the session is reset.
final class LineRunner {
  let session: CommandSession
  /// The checks of the session, with its state and its history.
  let checking: CheckService
  private let world: ExploredWorld
  private var known: [String: KnownLine] = [:]
  private(set) var output: [UInt8] = []
  private(set) var hasSucceeded = false
  /// The condition to search for, as it was written and as an expression. If it is met, the runner reports a fault.
  private var goal: (written: ExplorationOptions.Goal, condition: Expression)?

  /// The maximum number of cached texts.
  private static let knownCountMax = 50_000

  /// A parsed line, and its last prepared form.
  private struct KnownLine {
    let read: PreparedLine
    var binding: UInt64
    var prepared: PreparedLine
  }

  /// Creates a runner with a new session.
  ///
  /// - Throws: the error of creating the session.
  init(_ world: ExploredWorld, seed: UInt64) throws {
    self.world = world
    session = try world.makeSession(seed: seed)
    checking = session.world.checking
  }

  /// Resets the session to its initial state, without checks. Returns whether it was reset; if not, the session must
  /// not be used again.
  func reset(seed: UInt64) -> Bool {
    goal = nil
    guard session.reset(seed: seed) else { return false }
    world.prepare(session)
    return true
  }

  // MARK: Searching

  /// Prepares the session for an exhaustive search: it keeps its whole history, reuses results for states that it
  /// reaches repeatedly, and does not explain errors.
  func beginSearch() {
    session.world.keepWholeHistory()
    beginWalk()
  }

  /// Prepares the session for walks: it caches the contents of new views by state, and does not explain errors.
  func beginWalk() {
    checking.rememberScreens()
    session.printsDiagnostics = false
  }

  /// Sets the condition to search for, until the session is reset.
  ///
  /// - Returns: the reason if the condition cannot be computed; `nil` if it can.
  func lookFor(_ goal: ExplorationOptions.Goal) -> String? {
    do {
      let condition = try session.interpreter.expression(goal.condition)
      if session.interpreter.comparesStates(condition) {
        return "“\(goal.condition)”: “old” compares two states, but a search looks at one state at a time"
      }
      if try !session.interpreter.isTrue(condition), session.interpreter.readsNothing(condition) {
        return "“\(goal.condition)” reads nothing that can change, and is false"
      }
      self.goal = (goal, condition)
      return nil
    } catch {
      return "“\(goal.condition)”: \(Explanation(of: error).message)"
    }
  }

  /// Returns the reason why an expression can be computed in no state; `nil` if there is none.
  func problem(ofExpression text: String) -> String? {
    do {
      try session.interpreter.checkNames(in: session.interpreter.expression(text))
      return nil
    } catch {
      return "“\(text)”: \(Explanation(of: error).message)"
    }
  }

  /// The distance of the present state from one that meets the condition; 0 if the present state meets the condition,
  /// and `nil` if the distance cannot be computed.
  var goalDistance: Int? { goal.flatMap { try? session.interpreter.distance(to: $0.condition) } }

  // MARK: Lines

  /// Runs a line, and returns its faults. All except one at most are violations.
  func run(_ text: String) -> [Fault] {
    if let line = read(text) { return run(line, text) }
    output.removeAll(keepingCapacity: true)
    let changes = checking.changeCount
    hasSucceeded = session.run(text.utf8.span, into: &output) == .done
    return takeFaults(text, changes)
  }

  /// Runs a parsed line, and returns its faults.
  func run(_ line: PreparedLine, _ text: String) -> [Fault] {
    output.removeAll(keepingCapacity: true)
    let changes = checking.changeCount
    hasSucceeded = session.run(line, into: &output) == .done
    return takeFaults(text, changes)
  }

  private func takeFaults(_ text: String, _ changes: UInt64) -> [Fault] {
    var faults: [Fault] = []
    while let fault = checking.takeFault() { faults.append(fault) }
    if !faults.allSatisfy(\.isViolation) { return faults }
    if let limit = session.reachedLimit {
      return faults + [Fault(.limit, limit, "“\(text)” reaches the limit “\(limit)”")]
    }
    guard let goal, checking.changeCount != changes, goalDistance == 0 else { return faults }
    return faults + [goal.written.fault]
  }

  /// Returns a parsed line, from the cache if possible; `nil` if the text is not a single command line.
  func read(_ text: String) -> PreparedLine? {
    if let line = known[text] {
      if line.binding == session.binding { return line.prepared }
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
    known[text] = KnownLine(read: line, binding: session.binding, prepared: prepared)
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

  /// The fault that reports that the condition is met at the start.
  var faultAtStart: Fault {
    Fault(
      fault.kind, condition,
      "“\(condition)” holds before the first step" + (isForbidden ? ", but never should" : ""))
  }
}
