/// The result of the scenario at an index of the selection.
typealias PlacedOutcome = (index: Int, outcome: ScenarioRunner.Outcome)

extension ReplayRun {
  /// Runs scenarios until all have run, the run is interrupted, or it ends with the first failure. They run in workers
  /// if the system has them, and otherwise one after another in this process. All scenarios before the first failure
  /// run, so that the report does not depend on the number of jobs.
  ///
  /// - Parameter take: called with outcomes as they arrive, once for each scenario.
  func play(_ entries: [Selection.Entry], keepsReads: Bool, _ take: ([PlacedOutcome]) -> Void) {
    var left = Array(entries.indices)
    if let workers = system.workers {
      var pool = WorkerPool(self, entries, workers, keepsReads: keepsReads)
      left = pool.run(left, take)
    }
    var runner = ScenarioRunner(self, entries, keepsReads: keepsReads)
    let togetherMax = max(1, min(Self.togetherMax, left.count / 4))
    var outcomes: [PlacedOutcome] = []
    for index in left where !system.isInterrupted() {
      outcomes.append((index, runner.run(entries[index])))
      let isLast = options.stopsAtFirst && outcomes.last?.outcome.result.verdict == .failed
      if isLast || outcomes.count == togetherMax {
        take(outcomes)
        outcomes = []
      }
      if isLast { return }
    }
    if !outcomes.isEmpty { take(outcomes) }
  }

  /// The maximum number of outcomes that are passed on in one call. Their lines are then written together.
  private static let togetherMax = 16
}
