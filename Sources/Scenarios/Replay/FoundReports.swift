import CommandLanguage

/// Reports about scenarios whose verdicts do not come from a replay, such as those of an exploration.
public struct FoundReports: Sendable {
  private let run: ReplayRun

  /// Creates the reports.
  ///
  /// - Parameters:
  ///   - reports: the formats and files of the reports.
  ///   - host: the host of the scenarios.
  ///   - files: the files in which the reports are written.
  ///   - system: the services of the system.
  public init(
    _ reports: [ReplayOptions.ReportRequest], host: ReplayHost, files: any ScenarioFiles, system: ReplaySystem
  ) {
    var options = ReplayOptions()
    options.reports = reports
    options.paths = ["."]
    options.timeoutMilliseconds = Self.timeoutMilliseconds
    run = ReplayRun(options, host: host, files: files, system: system)
  }

  /// The timeout, in milliseconds, of replaying a scenario to collect its events.
  private static let timeoutMilliseconds: UInt64 = 60_000

  /// Returns the reason why the reports cannot be written, as far as it can be predicted; `nil` if there is none.
  public func problem() -> String? {
    do throws(RunError) {
      try RunRules.check(run)
      try run.checkFiles()
      return nil
    } catch {
      return error.message
    }
  }

  /// Replays the scenarios and adds their events and failures to the results, if a report needs events.
  private func replayed(_ results: [ScenarioResult]) -> [ScenarioResult] {
    guard run.options.wantsEvents, var selection = try? Selection(files: run.files, root: nil) else {
      return results
    }
    for result in results where result.path.isScenario { try? selection.add(result.path) }
    selection.finish()
    var played: [FilePath: ScenarioResult] = [:]
    run.play(selection.entries, keepsReads: false) { outcomes in
      for (index, outcome) in outcomes {
        var result = outcome.result
        if result.events.isEmpty { result.events = Self.commands(of: selection.entries[index]) }
        played[result.path] = result
      }
    }
    return results.map { result in
      guard let played = played[result.path.trimmed] else { return result }
      var result = result
      result.events = played.events
      result.commandCount = played.commandCount
      result.failures += played.failures
      return result
    }
  }

  /// Returns the commands of a scenario as events. They replace the events of a process that died before it sent any.
  private static func commands(of entry: Selection.Entry) -> [UInt8] {
    var loader = ScenarioLoader()
    guard case .success(let scenario) = loader.load(entry) else { return [] }
    return scenario.parts.flatMap { part in
      part.transcript.steps.flatMap { step -> [UInt8] in
        let line = SessionLine(
          text: part.transcript.command(of: step), number: step.command.lowerBound + 1)
        var json = JSONWriter()
        json.line(.lineBegan(line))
        return json.bytes
      }
    }
  }

  /// Writes all reports.
  ///
  /// - Parameters:
  ///   - results: the results, in order.
  ///   - coverage: the coverage of the search that found the results; `nil` if it was not counted.
  ///   - durationNs: the duration of the search in nanoseconds; `nil` if it was not measured.
  /// - Returns: the reason why one could not be written; `nil` if there is none.
  public func write(_ results: [ScenarioResult], coverage: CoverageTable?, durationNs: UInt64?) -> String? {
    // The first sink is the text for people, which the caller has already shown.
    let sinks = RunRules.sinks(run.options).dropFirst()
    let results = replayed(results)
    var collector = RunCollector(
      Array(sinks), scenarioCount: results.count, dimensions: [], run.system, run.options)
    collector.begin(RunPlan(scenarioCount: results.count, showsTimes: durationNs != nil))
    for (index, result) in results.enumerated() {
      collector.take([(index, ScenarioRunner.Outcome(result: result))])
    }
    do throws(RunError) {
      let finished = collector.end(durationNs: durationNs, coverage: coverage)
      try run.write(finished)
      return nil
    } catch {
      return error.message
    }
  }
}
