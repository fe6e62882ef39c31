import Synchronization

/// Takes results from all threads and passes them on in the order of the selection.
final class RunCollector: Sendable {
  /// A report and where it goes.
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

  private struct State {
    var sinks: [Sink]
    /// What is to be written to the output next: the lines of many scenarios at a time.
    var output: [UInt8] = []
    var waiting: [Int: ScenarioRunner.Outcome] = [:]
    var next = 0
    var isStopped = false
    var summary: RunSummary
    var coverage: CoverageTally
    var failed: [FilePath] = []
    var ran: [FilePath] = []
    var timings: [RunSummary.Timing] = []
    var reads: [FilePath: [FilePath]] = [:]
    var progress: ProgressLine?
  }

  private let state: Mutex<State>
  private let system: ReplaySystem
  private let options: ReplayOptions
  private let scenarioCount: Int
  private let tell: @Sendable (ScenarioResult) -> Void

  init(
    _ sinks: [Sink], scenarioCount: Int, dimensions: [CoverageDimension], _ system: ReplaySystem,
    _ options: ReplayOptions, _ tell: @escaping @Sendable (ScenarioResult) -> Void = { _ in }
  ) {
    var state = State(
      sinks: sinks, summary: RunSummary(slowestCountMax: options.slowestCount),
      coverage: CoverageTally(dimensions))
    if options.showsProgress {
      state.progress = ProgressLine(scenarioCount: scenarioCount, clock: system.clock)
    }
    self.state = Mutex(state)
    self.system = system
    self.options = options
    self.scenarioCount = scenarioCount
    self.tell = tell
  }

  /// What is left when all threads are done.
  struct Finished: Sendable {
    var summary: RunSummary
    var files: [(path: FilePath, kind: ReplayOptions.ReportRequest.Kind, bytes: [UInt8])]
    var failed: [FilePath]
    var ran: [FilePath]
    var timings: [RunSummary.Timing]
    /// By scenario, the files that it read.
    var reads: [FilePath: [FilePath]]
  }

  func begin(_ plan: RunPlan) {
    state.withLock { state in
      for index in state.sinks.indices {
        emit(state.sinks[index].report.begin(plan), to: index, &state)
      }
      flush(&state)
      showProgress(&state)
    }
  }

  /// Takes the results of scenarios that follow each other, the first of them at a place of the selection.
  func take(_ outcomes: [ScenarioRunner.Outcome], from index: Int) {
    state.withLock { state in
      for (offset, outcome) in outcomes.enumerated() { state.waiting[index + offset] = outcome }
      hideProgress(&state)
      while !state.isStopped, let outcome = state.waiting.removeValue(forKey: state.next) {
        state.next += 1
        add(outcome, to: &state)
      }
      flush(&state)
      showProgress(&state)
    }
  }

  private func add(_ outcome: ScenarioRunner.Outcome, to state: inout State) {
    let result = outcome.result
    state.summary.add(result, isUnreadable: outcome.isUnreadable)
    state.coverage.add(outcome.coverage)
    state.reads[result.path] = outcome.reads
    // What was interrupted neither passed nor failed, and took no time that says anything.
    if !result.failures.contains(where: { $0.kind == .interrupted }) {
      state.ran.append(result.path)
      if result.verdict == .failed { state.failed.append(result.path) }
      if let durationNs = result.durationNs {
        state.timings.append(.init(path: result.path, durationNs: durationNs))
      }
    }
    tell(result)
    for index in state.sinks.indices {
      emit(state.sinks[index].report.add(result), to: index, &state)
    }
    state.isStopped = options.stopsAtFirst && result.verdict == .failed
  }

  func end(durationNs: UInt64?) -> Finished {
    state.withLock { state in
      hideProgress(&state)
      state.summary.notRunCount = scenarioCount - state.next
      state.summary.isInterrupted = state.summary.isInterrupted || system.isInterrupted()
      state.summary.durationNs = durationNs
      if options.coverage != nil { state.summary.coverage = state.coverage.table }
      for index in state.sinks.indices {
        emit(state.sinks[index].report.end(state.summary), to: index, &state)
      }
      flush(&state)
      var files: [(path: FilePath, kind: ReplayOptions.ReportRequest.Kind, bytes: [UInt8])] = []
      for sink in state.sinks {
        if case .file(let path, let kind) = sink.destination { files.append((path, kind, sink.kept)) }
      }
      return Finished(
        summary: state.summary, files: files, failed: state.failed, ran: state.ran,
        timings: state.timings, reads: state.reads)
    }
  }

  private func emit(_ bytes: [UInt8], to index: Int, _ state: inout State) {
    guard !bytes.isEmpty else { return }
    switch state.sinks[index].destination {
    case .output: state.output += bytes
    case .errors:
      // Both may be one terminal.
      flush(&state)
      system.errors(bytes)
    case .file: state.sinks[index].kept += bytes
    }
  }

  private func flush(_ state: inout State) {
    if state.output.isEmpty { return }
    system.output(state.output)
    state.output.removeAll(keepingCapacity: true)
  }

  // MARK: Progress

  private func showProgress(_ state: inout State) {
    let (doneCount, failedCount) = (state.next, state.summary.failedCount)
    write(state.progress?.show(doneCount: doneCount, failedCount: failedCount))
  }

  private func hideProgress(_ state: inout State) { write(state.progress?.hide()) }

  private func write(_ text: String?) {
    if let text, !text.isEmpty { system.errors(Array(text.utf8)) }
  }
}
