/// Reports about scenarios whose verdicts do not come from a replay, such as those of an exploration.
public struct FoundReports: Sendable {
  private let setup: RunSetup

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
    setup = RunSetup(options: options, host: host, files: files, system: system)
  }

  /// Returns the reason for which the reports cannot be written, as far as it is known beforehand; `nil` if there is none.
  public func problem() -> String? {
    do throws(RunError) {
      try RunRules.check(setup)
      try RunFiles(setup).check()
      return nil
    } catch {
      return error.message
    }
  }

  /// Writes all reports.
  ///
  /// - Returns: the reason for which one could not be written; `nil` if there is none.
  public func write(_ results: [ScenarioResult], durationNs: UInt64?) -> String? {
    // The first sink is the text for people, which has been shown already.
    let sinks = RunRules.sinks(setup.options).dropFirst()
    var collector = RunCollector(
      Array(sinks), scenarioCount: results.count, dimensions: [], setup.system, setup.options)
    collector.begin(RunPlan(scenarioCount: results.count, showsTimes: durationNs != nil))
    for (index, result) in results.enumerated() {
      collector.take([(index, ScenarioRunner.Outcome(result: result))])
    }
    do throws(RunError) {
      try RunFiles(setup).write(collector.end(durationNs: durationNs), hasClock: setup.system.clock != nil)
      return nil
    } catch {
      return error.message
    }
  }
}
