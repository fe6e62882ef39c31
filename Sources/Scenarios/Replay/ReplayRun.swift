/// A run of scenarios from choosing them to the exit status. The program only parses options and calls it.
///
/// ```swift
/// var options = ReplayOptions()
/// options.paths = ["Scenarios"]
/// let status = ReplayRun(options, host: host, files: files, system: system).run()
/// ```
public struct ReplayRun: Sendable {
  public var options: ReplayOptions
  public var host: ReplayHost
  public var files: any ScenarioFiles
  public var system: ReplaySystem

  public init(
    _ options: ReplayOptions, host: ReplayHost, files: any ScenarioFiles, system: ReplaySystem
  ) {
    self.options = options
    self.host = host
    self.files = files
    self.system = system
  }

  /// Runs what the options say, and prints and writes what they ask for.
  public func run() -> ReplayStatus {
    do {
      try RunRules.check(self)
      let chosen = try RunSelection(self).chosen()
      if options.isListing { return list(chosen) }
      return try replay(chosen)
    } catch {
      system.errors(Array("error: \(error.message)\n".utf8))
      return .usage
    }
  }

  private func list(_ chosen: RunSelection.Chosen) -> ReplayStatus {
    var loader = ScenarioLoader(files: files, roots: [])
    for entry in chosen.entries {
      var line = Escaping.visible(entry.path)
      if let header = loader.header(of: entry.path) {
        if !header.claim.isEmpty { line += "  \(Escaping.visible(header.claim))" }
        if !header.tags.isEmpty { line += "  [\(Escaping.visible(header.tags.joined(separator: " ")))]" }
      }
      system.output(Array((line + "\n").utf8))
    }
    return .success
  }

  private func replay(_ chosen: RunSelection.Chosen) throws(RunError) -> ReplayStatus {
    let collector = RunCollector(
      RunRules.sinks(options), scenarioCount: chosen.entries.count,
      dimensions: host.coverage?.dimensions ?? [], system, options)
    let showsTimes = options.showsTimes || options.timingsFile != nil
    collector.begin(
      RunPlan(scenarioCount: chosen.entries.count, showsTimes: showsTimes, shard: options.shard))
    let start = system.clock?()
    if options.blessing == .review {
      review(chosen, into: collector)
    } else {
      RunWorkers(self, chosen, collector).run()
    }
    var durationNs: UInt64?
    if let start, let end = system.clock?() { durationNs = end &- start }
    let finished = collector.end(durationNs: durationNs)
    try keep(finished, failedBefore: chosen.failedBefore, timings: chosen.timings)
    return status(of: finished.summary)
  }

  private func review(_ chosen: RunSelection.Chosen, into collector: RunCollector) {
    var runner = ScenarioRunner(self, roots: chosen.roots)
    var hasQuit = false
    for (index, entry) in chosen.entries.enumerated() where !system.isInterrupted() {
      let outcome = runner.run(entry) { review in
        hasQuit ? BlessReview.declined(review) : ReviewDialog(system, options).run(review)
      }
      if outcome.hasQuitReview { hasQuit = true }
      collector.take([outcome], from: index)
    }
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
    if !coverage.undeclared.isEmpty { problems.append("something was exercised that nobody declares") }
    for problem in problems { system.errors(Array("error: \(problem)\n".utf8)) }
    return problems.isEmpty ? .success : .failure
  }

  /// Writes reports, the failed and the times.
  private func keep(
    _ finished: RunCollector.Finished, failedBefore: [String], timings: [String: UInt64]
  ) throws(RunError) {
    do {
      for file in finished.files { try files.replace(file.path, with: file.bytes) }
      if let path = options.stateFile {
        let failed = RunRecords.failed(before: failedBefore, ran: finished.ran, failed: finished.failed)
        try files.replace(path, with: RunRecords.write(failed: failed))
      }
      if let path = options.timingsFile, system.clock != nil {
        var timings = timings
        for timing in finished.timings { timings[timing.path] = timing.durationNs }
        try files.replace(path, with: RunRecords.write(timings: timings))
      }
    } catch {
      throw RunError(message: error.description)
    }
  }
}

/// Why a run cannot be made: wrong usage, or a file that cannot be read or written.
struct RunError: Error, Equatable {
  var message: String
}
