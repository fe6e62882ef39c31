import Synchronization

/// Runs the chosen scenarios on several threads. Each takes the next that is left, so that one long
/// scenario holds up nobody.
struct RunWorkers: Sendable {
  private let replay: ReplayRun
  private let chosen: RunSelection.Chosen
  private let collector: RunCollector

  init(_ run: ReplayRun, _ chosen: RunSelection.Chosen, _ collector: RunCollector) {
    replay = run
    self.chosen = chosen
    self.collector = collector
  }

  func run() {
    let progress = Progress()
    let jobs = max(1, min(replay.options.jobs, chosen.entries.count))
    let (replay, chosen, collector) = (replay, chosen, collector)
    replay.system.concurrently(jobs) { _ in
      var runner = ScenarioRunner(replay, roots: chosen.roots)
      while !replay.system.isInterrupted() {
        let index = progress.next.wrappingAdd(1, ordering: .relaxed).oldValue
        // Those before the first failure still run, so that what is reported does not depend on the jobs.
        guard index < chosen.entries.count, index <= progress.last.load(ordering: .relaxed) else { return }
        let outcome = runner.run(chosen.entries[index])
        if replay.options.stopsAtFirst, outcome.result.verdict == .failed {
          progress.last.min(index, ordering: .relaxed)
        }
        collector.take(outcome, at: index)
      }
    }
  }

  private final class Progress: Sendable {
    let next = Atomic<Int>(0)
    let last = Atomic<Int>(.max)
  }
}
