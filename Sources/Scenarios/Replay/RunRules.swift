/// The valid combinations of options, and the destinations of reports.
enum RunRules {
  static func check(_ run: ReplayRun) throws(RunError) {
    let options = run.options
    if options.paths.isEmpty { throw RunError(message: "there is no file or folder") }
    if options.jobs < 1 || options.jobs > 1_024 { throw RunError(message: "--jobs must be from 1 to 1024") }
    if options.repeatCount < 1 { throw RunError(message: "--repeat must be at least 1") }
    if options.onlyFailed, options.stateFile == nil {
      throw RunError(message: "--failed needs a file with the failures of the last run")
    }
    if options.timeoutMilliseconds != nil, run.system.clock == nil {
      throw RunError(message: "--timeout needs a clock")
    }
    if options.coverage != nil, run.host.coverage == nil {
      throw RunError(message: "--coverage: there are no declarations to cover")
    }
    if options.isListing, let option = whatRuns(options) {
      throw RunError(message: "--list runs nothing, so it cannot be used with \(option)")
    }
    if options.blessing != .off {
      if options.isContinuousIntegration {
        throw RunError(
          message: "scenarios are not rewritten under CI=true: rewrite them locally and commit them")
      }
      if options.repeatCount > 1 { throw RunError(message: "--repeat cannot be used with --bless") }
    }
    let unnamed = options.reports.filter { $0.file == nil && $0.kind != .github }
    if unnamed.count > 1 {
      throw RunError(
        message: "only one report can go to standard output; write “\(unnamed[1].kind.rawValue):FILE”")
    }
  }

  /// Returns the option whose purpose needs scenarios that run; `nil` if there is none.
  private static func whatRuns(_ options: ReplayOptions) -> String? {
    switch options.blessing {
    case .off: break
    case .all: return "--bless"
    case .review: return "--review"
    case .hashes: return "--hashes"
    case .names: return "--migrate"
    }
    if !options.reports.isEmpty { return "--report" }
    return options.coverage == nil ? nil : "--coverage or --fail-under"
  }

  /// Returns the sinks of a run. If a report without a file goes to standard output, the text for people goes to
  /// standard error. GitHub annotations are written among the text for people.
  static func sinks(_ options: ReplayOptions) -> [RunCollector.Sink] {
    let isTaken = options.reports.contains { $0.file == nil && $0.kind != .github }
    var sinks = [
      RunCollector.Sink(
        report: TextReport(
          usesColor: options.usesColor,
          followUp: options.followUp?.isShown == true ? FollowUpText(options) : nil),
        destination: isTaken ? .errors : .output)
    ]
    for request in options.reports {
      sinks.append(
        RunCollector.Sink(
          report: report(request.kind, options),
          destination: request.file.map { .file($0, request.kind) } ?? .output))
    }
    return sinks
  }

  private static func report(
    _ kind: ReplayOptions.ReportRequest.Kind, _ options: ReplayOptions
  ) -> any ReplayReport {
    switch kind {
    case .tap: TapReport()
    case .junit: JUnitReport()
    case .github: GitHubReport()
    case .jsonl: JSONLinesReport()
    case .events: EventsReport(followUp: FollowUpText(options))
    case .html: PageReport(followUp: FollowUpText(options))
    }
  }
}
