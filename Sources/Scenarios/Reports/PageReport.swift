import TracePage

/// A report of the events of the sessions as one HTML page.
public struct PageReport: ReplayReport {
  private var events: EventsReport

  /// Creates a report.
  public init() { self.init(followUp: nil) }

  init(followUp: FollowUpText?) { events = EventsReport(followUp: followUp) }

  /// Returns the beginning of the page.
  public mutating func begin(_ plan: RunPlan) -> [UInt8] {
    TracePage.beginning + TracePage.data(events.begin(plan))
  }

  /// Returns the scenario and its events.
  public mutating func add(_ result: ScenarioResult) -> [UInt8] { TracePage.data(events.add(result)) }

  /// Returns the end of the page.
  public mutating func end(_ summary: RunSummary) -> [UInt8] {
    TracePage.data(events.end(summary)) + TracePage.end
  }
}
