import CommandLanguage

/// A collector that receives results in any order and passes them on in the order of the selection.
struct RunCollector {
  /// A report and its destination.
  struct Sink: Sendable {
    var report: any ReplayReport
    var destination: Destination
    var kept: [UInt8] = []

    enum Destination: Sendable, Equatable {
      case output
      case errors
      case file(FilePath, ReplayOptions.ReportRequest.Kind)
    }
  }

  private var sinks: [Sink]
  /// The text that is not yet written to the output. The lines of many scenarios are written together.
  private var output: [UInt8] = []
  private var waiting: [Int: ScenarioRunner.Outcome] = [:]
  private var next = 0
  private var isStopped = false
  private var summary: RunSummary
  private var coverage: CoverageTally
  private var failed: [FilePath] = []
  private var ran: [FilePath] = []
  private var timings: [RunSummary.Timing] = []
  private var reads: [FilePath: [FilePath]] = [:]
  private var progress: ProgressLine?
  private let system: ReplaySystem
  private let options: ReplayOptions
  private let scenarioCount: Int
  private let onResult: (ScenarioResult) -> Void

  init(
    _ sinks: [Sink], scenarioCount: Int, dimensions: [CoverageDimension], _ system: ReplaySystem,
    _ options: ReplayOptions, _ onResult: @escaping (ScenarioResult) -> Void = { _ in }
  ) {
    self.sinks = sinks
    summary = RunSummary(slowestCountMax: options.slowestCount)
    coverage = CoverageTally(dimensions)
    if options.showsProgress {
      progress = ProgressLine(scenarioCount: scenarioCount, clock: system.clock)
    }
    self.system = system
    self.options = options
    self.scenarioCount = scenarioCount
    self.onResult = onResult
  }

  /// The results at the end of a run.
  struct Finished: Sendable {
    var summary: RunSummary
    var files: [(path: FilePath, kind: ReplayOptions.ReportRequest.Kind, bytes: [UInt8])]
    var failed: [FilePath]
    var ran: [FilePath]
    var timings: [RunSummary.Timing]
    /// The files that each scenario read.
    var reads: [FilePath: [FilePath]]
  }

  mutating func begin(_ plan: RunPlan) {
    for index in sinks.indices { emit(sinks[index].report.begin(plan), to: index) }
    flush()
    showProgress()
  }

  /// Adds outcomes with their indices in the selection, in any order.
  mutating func take(_ outcomes: [PlacedOutcome]) {
    for item in outcomes { waiting[item.index] = item.outcome }
    hideProgress()
    while !isStopped, let outcome = waiting.removeValue(forKey: next) {
      next += 1
      add(outcome)
    }
    flush()
    showProgress()
  }

  private mutating func add(_ outcome: ScenarioRunner.Outcome) {
    let result = outcome.result
    summary.add(result, isUnreadable: outcome.isUnreadable)
    coverage.add(outcome.coverage)
    reads[result.path] = outcome.reads
    // An interrupted scenario has neither passed nor failed, and its duration is meaningless.
    if !result.failures.contains(where: { $0.kind == .interrupted }) {
      ran.append(result.path)
      if result.verdict == .failed { failed.append(result.path) }
      if let durationNs = result.durationNs {
        timings.append(.init(path: result.path, durationNs: durationNs))
      }
    }
    onResult(result)
    for index in sinks.indices { emit(sinks[index].report.add(result), to: index) }
    isStopped = options.stopsAtFirst && result.verdict == .failed
  }

  mutating func end(durationNs: UInt64?, coverage known: CoverageTable? = nil) -> Finished {
    hideProgress()
    summary.notRunCount = scenarioCount - next
    summary.isInterrupted = summary.isInterrupted || system.isInterrupted()
    summary.durationNs = durationNs
    summary.coverage = known ?? (options.coverage == nil ? nil : coverage.table)
    for index in sinks.indices { emit(sinks[index].report.end(summary), to: index) }
    flush()
    var files: [(path: FilePath, kind: ReplayOptions.ReportRequest.Kind, bytes: [UInt8])] = []
    for sink in sinks {
      if case .file(let path, let kind) = sink.destination { files.append((path, kind, sink.kept)) }
    }
    return Finished(
      summary: summary, files: files, failed: failed, ran: ran, timings: timings, reads: reads)
  }

  private mutating func emit(_ bytes: [UInt8], to index: Int) {
    guard !bytes.isEmpty else { return }
    switch sinks[index].destination {
    case .output: output += bytes
    case .errors:
      // Output and errors may go to the same terminal, so their order is kept.
      flush()
      system.errors(bytes)
    case .file: sinks[index].kept += bytes
    }
  }

  private mutating func flush() {
    if output.isEmpty { return }
    system.output(output)
    output.removeAll(keepingCapacity: true)
  }

  // MARK: Progress

  private mutating func showProgress() {
    write(progress?.show(doneCount: next, failedCount: summary.failedCount))
  }

  private mutating func hideProgress() { write(progress?.hide()) }

  private func write(_ text: String?) {
    if let text, !text.isEmpty { system.errors(Array(text.utf8)) }
  }
}
