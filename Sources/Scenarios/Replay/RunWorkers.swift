import Synchronization

/// Runs the chosen scenarios on several threads. Each takes the next few that are left: fewer the fewer
/// there are, so that no thread is left with a long rest, and never so few that they wait for each other.
struct RunWorkers: Sendable {
  private let replay: RunSetup
  private let chosen: RunSelection.Chosen
  private let collector: RunCollector
  private let keepsReads: Bool

  init(
    _ run: RunSetup, _ chosen: RunSelection.Chosen, _ collector: RunCollector, keepsReads: Bool = false
  ) {
    self.keepsReads = keepsReads
    replay = run
    self.chosen = chosen
    self.collector = collector
  }

  func run() {
    let progress = Progress()
    let jobs = max(1, min(replay.options.jobs, chosen.entries.count))
    let (replay, chosen, collector, keepsReads) = (replay, chosen, collector, keepsReads)
    replay.system.concurrently(jobs) { _ in
      var runner = ScenarioRunner(replay, keepsReads: keepsReads)
      while !replay.system.isInterrupted() {
        let range = progress.take(of: chosen.entries.count, jobs: jobs)
        if range.isEmpty { return }
        var outcomes: [ScenarioRunner.Outcome] = []
        for index in range {
          // Those before the first failure still run, so that what is reported does not depend on the jobs.
          if replay.system.isInterrupted() || index > progress.last.load(ordering: .relaxed) { break }
          outcomes.append(runner.run(chosen.entries[index]))
          if replay.options.stopsAtFirst, outcomes.last?.result.verdict == .failed {
            progress.last.min(index, ordering: .relaxed)
          }
        }
        collector.take(outcomes, from: range.lowerBound)
      }
    }
  }

  private final class Progress: Sendable {
    private let next = Atomic<Int>(0)
    /// The first that failed, if the run ends there.
    let last = Atomic<Int>(.max)

    static let chunkMax = 16

    func take(of count: Int, jobs: Int) -> Range<Int> {
      let left = max(0, count - next.load(ordering: .relaxed))
      let chunk = max(1, min(Self.chunkMax, left / (4 * jobs)))
      let start = next.wrappingAdd(chunk, ordering: .relaxed).oldValue
      return min(start, count)..<min(start + chunk, count)
    }
  }
}
