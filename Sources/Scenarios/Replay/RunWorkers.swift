/// The result of the scenario at an index of the selection.
typealias PlacedOutcome = (index: Int, outcome: ScenarioRunner.Outcome)

/// A runner of the chosen scenarios, in workers if the system has them, and otherwise one after another in this process.
struct RunWorkers {
  private let setup: RunSetup
  private let entries: [Selection.Entry]
  private let keepsReads: Bool

  init(_ setup: RunSetup, _ entries: [Selection.Entry], keepsReads: Bool) {
    self.setup = setup
    self.entries = entries
    self.keepsReads = keepsReads
  }

  /// Runs all scenarios, unless the run is interrupted or ends with the first failure. Scenarios before a failure still run, so
  /// that the report does not depend on the number of jobs.
  ///
  /// - Parameter take: called with outcomes as they arrive, once for each scenario.
  func run(_ take: ([PlacedOutcome]) -> Void) {
    var left = Array(entries.indices)
    if let workers = setup.system.workers {
      var pool = WorkerPool(setup, entries, workers, keepsReads: keepsReads)
      left = pool.run(left, take)
    }
    runHere(left, take)
  }

  /// The maximum number of outcomes that are passed on together, so that their lines are written at once.
  private static let togetherMax = 16

  private func runHere(_ indexes: [Int], _ take: ([PlacedOutcome]) -> Void) {
    var runner = ScenarioRunner(setup, keepsReads: keepsReads)
    let togetherMax = max(1, min(Self.togetherMax, indexes.count / 4))
    var outcomes: [PlacedOutcome] = []
    for index in indexes where !setup.system.isInterrupted() {
      outcomes.append((index, runner.run(entries[index])))
      let isLast = setup.options.stopsAtFirst && outcomes.last?.outcome.result.verdict == .failed
      if isLast || outcomes.count == togetherMax {
        take(outcomes)
        outcomes = []
      }
      if isLast { return }
    }
    if !outcomes.isEmpty { take(outcomes) }
  }
}
