/// The result of the scenario at an index of the selection.
typealias PlacedOutcome = (index: Int, outcome: ScenarioRunner.Outcome)

/// A runner of the chosen scenarios, in workers if the system has them, and otherwise one after another in this process.
struct RunWorkers {
  private let run: ReplayRun
  private let entries: [Selection.Entry]
  private let keepsReads: Bool

  init(_ run: ReplayRun, _ entries: [Selection.Entry], keepsReads: Bool) {
    self.run = run
    self.entries = entries
    self.keepsReads = keepsReads
  }

  /// Runs all scenarios, unless the run is interrupted or ends with the first failure. Scenarios before a failure still run, so
  /// that the report does not depend on the number of jobs.
  ///
  /// - Parameter take: called with outcomes as they arrive, once for each scenario.
  func run(_ take: ([PlacedOutcome]) -> Void) {
    var left = Array(entries.indices)
    if let workers = run.system.workers {
      var pool = WorkerPool(run, entries, workers, keepsReads: keepsReads)
      left = pool.run(left, take)
    }
    runHere(left, take)
  }

  /// The maximum number of outcomes that are passed on together, so that their lines are written at once.
  private static let togetherMax = 16

  private func runHere(_ indexes: [Int], _ take: ([PlacedOutcome]) -> Void) {
    var runner = ScenarioRunner(run, entries, keepsReads: keepsReads)
    let togetherMax = max(1, min(Self.togetherMax, indexes.count / 4))
    var outcomes: [PlacedOutcome] = []
    for index in indexes where !run.system.isInterrupted() {
      outcomes.append((index, runner.run(entries[index])))
      let isLast = run.options.stopsAtFirst && outcomes.last?.outcome.result.verdict == .failed
      if isLast || outcomes.count == togetherMax {
        take(outcomes)
        outcomes = []
      }
      if isLast { return }
    }
    if !outcomes.isEmpty { take(outcomes) }
  }
}
