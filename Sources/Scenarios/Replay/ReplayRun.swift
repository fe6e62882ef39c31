import TerminalText

/// A run of scenarios, from the choice of scenarios to the exit status. A program only has to parse its options and
/// call ``run()``.
///
/// ```swift
/// var options = ReplayOptions()
/// options.paths = ["Scenarios"]
/// let status = ReplayRun(options, host: host, files: files, system: system).run()
/// ```
public struct ReplayRun: Sendable {
  /// The options of the run.
  public var options: ReplayOptions
  /// The host that creates the sessions.
  public var host: ReplayHost
  /// The files that are read and written.
  public var files: any ScenarioFiles
  /// The terminal, the clock and the workers, if available.
  public var system: ReplaySystem
  /// Called with the result of each scenario, in the order of the scenarios.
  public var onResult: @Sendable (ScenarioResult) -> Void = { _ in }

  /// Creates a run.
  public init(
    _ options: ReplayOptions, host: ReplayHost, files: any ScenarioFiles, system: ReplaySystem
  ) {
    self.options = options
    self.host = host
    self.files = files
    self.system = system
  }

  /// Runs the scenarios that the options select, and prints and writes the reports.
  public func run() -> ReplayStatus {
    do {
      let chosen = try choose()
      if options.isListing { return list(chosen) }
      return try replay(chosen).status
    } catch {
      return fail(error)
    }
  }

  /// Returns the scenarios that the options select. Throws an error if the options are invalid.
  func choose() throws(RunError) -> Chosen {
    try RunRules.check(self)
    if !options.isListing { try checkFiles() }
    return try chosen()
  }

  func fail(_ error: RunError) -> ReplayStatus {
    system.errors(Array("error: \(error.message)\n".utf8))
    return .usage
  }

  private func list(_ chosen: Chosen) -> ReplayStatus {
    for entry in chosen.entries {
      var line = entry.path.description
      if let header = ScenarioLoader.header(of: entry) {
        if !header.claim.isEmpty { line += "  \(Escaping.escaped(header.claim))" }
        if !header.tags.isEmpty { line += "  [\(Escaping.escaped(header.tags.joined(separator: " ")))]" }
      }
      system.output(Array((line + "\n").utf8))
    }
    return .success
  }

  /// Runs the chosen scenarios.
  ///
  /// - Parameter keepsReads: whether the result includes the files that the scenarios read.
  func replay(
    _ chosen: Chosen, keepsReads: Bool = false
  ) throws(RunError) -> Ran {
    if chosen.nothingFailedBefore {
      system.output(Array("none of these scenarios failed last time\n".utf8))
      return Ran(status: .success)
    }
    var collector = RunCollector(
      RunRules.sinks(options), scenarioCount: chosen.entries.count,
      dimensions: host.coverage?.dimensions ?? [], system, options, onResult)
    let showsTimes = options.showsTimes || options.timingsFile != nil
    collector.begin(
      RunPlan(scenarioCount: chosen.entries.count, showsTimes: showsTimes, shard: options.shard))
    let start = system.clock?()
    var askedNs: UInt64 = 0
    if options.blessing == .review {
      askedNs = review(chosen, into: &collector, keepsReads: keepsReads)
    } else {
      play(chosen.entries, keepsReads: keepsReads) { collector.take($0) }
    }
    var durationNs: UInt64?
    if let start, let end = system.clock?() { durationNs = (end &- start) &- askedNs }
    let finished = collector.end(durationNs: durationNs)
    try write(finished)
    return Ran(
      status: status(of: finished.summary), ran: finished.ran, failed: finished.failed, reads: finished.reads)
  }

  /// The result of a completed run.
  struct Ran {
    var status: ReplayStatus
    /// The scenarios that ran to the end, and the ones among them that failed.
    var ran: [FilePath] = []
    var failed: [FilePath] = []
    /// The files that each scenario read, if they were requested.
    var reads: [FilePath: [FilePath]] = [:]
  }

  /// Reviews each scenario that fails, and returns the time that the user took. A scenario that fails in a worker runs
  /// again in this process, which has the terminal, unless it ended the worker.
  private func review(
    _ chosen: Chosen, into collector: inout RunCollector, keepsReads: Bool
  ) -> UInt64 {
    var runner = ScenarioRunner(self, chosen.entries, keepsReads: keepsReads)
    var trial = self
    trial.options.blessing = .off
    var hasQuit = false
    for (index, entry) in chosen.entries.enumerated() where !system.isInterrupted() {
      var outcome: ScenarioRunner.Outcome?
      if system.workers != nil {
        trial.play([entry], keepsReads: keepsReads) { outcome = $0.first?.outcome }
      }
      if outcome.map({ $0.result.verdict == .failed && !$0.isFatal }) ?? true, !system.isInterrupted() {
        outcome = runner.run(entry) { review in
          hasQuit ? BlessReview.declined(review) : ReviewDialog(system, options).run(review)
        }
      }
      guard let outcome else { continue }
      if outcome.hasQuitReview { hasQuit = true }
      collector.take([(index, outcome)])
    }
    return runner.askedNs
  }

  private func status(of summary: RunSummary) -> ReplayStatus {
    if summary.isInterrupted { return .interrupted }
    if summary.isUnreadable { return .usage }
    if summary.failedCount > 0 { return .failure }
    guard let percentMin = options.coverage?.percentMin, let coverage = summary.coverage else {
      return .success
    }
    var problems: [String] = []
    if coverage.percent < percentMin { problems.append("the coverage is below \(percentMin) %") }
    if !coverage.undeclared.isEmpty { problems.append("something was exercised that is not declared") }
    for problem in problems { system.errors(Array("error: \(problem)\n".utf8)) }
    return problems.isEmpty ? .success : .failure
  }
}

/// The reason why a run is impossible: wrong usage, or a file that cannot be read or written.
struct RunError: Error, Equatable {
  var message: String
}
