import CommandLanguage
import Simulator

/// A reduction of the lines that show a fault to the fewest and simplest ones.
struct FaultShrinking {
  let session: JobSession
  let board: Board
  /// The injected fault of the store; `nil` for none.
  let storeFault: StoreFault?
  /// Called with each line before it runs, and with the number of lines before it.
  let onLine: ((Int, String) -> Void)?

  /// The maximum number of runs for lines that reach a limit. Each of these runs takes seconds.
  private static let limitRunCountMax = 40

  private var reproducer: Reproducer { Reproducer(session: session, storeFault: storeFault, onLine: onLine) }
  private var world: ExploredWorld { session.world }
  private var commands: [CommandDescription] { world.commands }

  /// Returns the finding with the fewest and simplest lines; `nil` if the lines first show another fault whose cause is
  /// known.
  func shrunk(_ fault: Fault, _ path: [Invocation], stepCount: Int) -> FoundFault? {
    let sought = fault.cause(in: path, commands)
    let again = reproducer.fault(of: path.map(\.text), lookingFor: fault.kind, isFresh: true) {
      $0.cause(in: path, commands) == sought
    }
    guard let first = again else { return unrepeatable(fault, path, stepCount) }
    let cause = first.fault.cause(in: path, commands)
    if cause != sought, !board.wants(cause) { return nil }
    let lines = Array(path.prefix(first.lineCount))
    // A session that is reset costs less than a new one. But a fault may depend on state that a view wrongly keeps
    // across a reset, which only a new session rules out.
    for isFresh in [false, true] {
      let (last, shortest) = shrink(lines, first.fault, cause, isFresh: isFresh)
      guard let last, let fault = isFresh ? last : self.again(cause, shortest) else { continue }
      var found = self.found(fault, shortest, stepCount)
      found.cause = cause
      // The comparison involves the session of the walks, but a scenario runs only in a new session.
      if cause.kind == .chance { found.isRepeatable = fails(found) }
      return found
    }
    return unrepeatable(fault, path, stepCount)
  }

  /// Returns the shortest lines that show a cause, and their fault.
  private func shrink(
    _ lines: [Invocation], _ fault: Fault, _ cause: FaultCause, isFresh: Bool
  ) -> (fault: Fault?, lines: [Invocation]) {
    var last: Fault? = fault
    func isStill(_ lines: [Invocation]) -> Bool {
      guard let fault = self.fault(of: lines, cause, isFresh: isFresh) else { return false }
      last = fault
      return true
    }
    var shrinker = Shrinker(
      commands, trials: { world.trials(after: $0, $1, $2, in: session) },
      isStill: { [board] in !board.system.isInterrupted() && isStill($0) })
    if cause.kind == .limit { shrinker.runCountMax = Self.limitRunCountMax }
    let shortest = shrinker.shrink(lines)
    return (isStill(shortest) ? last : nil, shortest)
  }

  /// Returns the fault of a cause that the lines show in a new session; `nil` if they do not.
  private func again(_ cause: FaultCause, _ lines: [Invocation]) -> Fault? {
    fault(of: lines, cause, isFresh: true)
  }

  /// Returns the fault of a cause that the lines show; `nil` if they do not, or if they show another fault before that is
  /// no violation.
  private func fault(of lines: [Invocation], _ cause: FaultCause, isFresh: Bool) -> Fault? {
    let found = reproducer.fault(of: lines.map(\.text), lookingFor: cause.kind, isFresh: isFresh) {
      $0.cause(in: lines, commands) == cause
    }
    return found.flatMap { $0.fault.cause(in: lines, commands) == cause ? $0.fault : nil }
  }

  private func found(_ fault: Fault, _ lines: [Invocation], _ stepCount: Int) -> FoundFault {
    var found = FoundFault(
      fault: fault, lines: lines.map(\.text), seed: session.seed, stepCount: stepCount, prefix: session.prefix
    )
    found.cause = fault.cause(in: lines, commands)
    found.shape = lines.map(\.name)
    found.storeFault = storeFault
    found.outerFaults =
      (FaultyFeed(of: world, board.options)?.problems(of: lines) ?? [])
      + (storeFault.map { [$0.sentence] } ?? [])
    return found
  }

  /// Returns a finding that no new session reproduced. The replay of its scenario may still fail, since the replay runs
  /// in this process.
  private func unrepeatable(_ fault: Fault, _ path: [Invocation], _ stepCount: Int) -> FoundFault {
    var found = found(fault, path, stepCount)
    found.isRepeatable = fails(found)
    return found
  }

  /// Returns a Boolean value that indicates whether a replay of the finding's scenario fails.
  private func fails(_ found: FoundFault) -> Bool {
    reproducer.failure(ofReplaying: found.scenario(of: world)) != nil
  }
}

extension ExploredWorld {
  /// Returns the arguments to try for a parameter after some lines and arguments in a new session.
  func trials(
    after lines: ArraySlice<Invocation>, _ arguments: [String], _ parameter: ParameterInfo,
    in session: JobSession
  ) -> [ArgumentTrial] {
    guard let runner = try? session.begin() else { return [] }
    for line in lines { _ = runner.run(line.text) }
    return runner.session.trials(for: parameter, after: arguments)
  }
}
