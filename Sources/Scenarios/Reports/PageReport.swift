import TracePage

/// The events of the scenarios' sessions as one HTML page.
public struct PageReport: ReplayReport {
  private var events: EventsReport

  /// A report of a run that has not begun.
  public init() { self.init(followUp: nil) }

  /// - Parameter followUp: gives the command that replays a failed scenario alone.
  init(followUp: FollowUpText?) { events = EventsReport(followUp: followUp) }

  /// The page up to the first scenario.
  public mutating func begin(_ plan: RunPlan) -> [UInt8] {
    TracePage.beginning + TracePage.data(events.begin(plan))
  }

  /// The scenario and its events.
  public mutating func add(_ result: ScenarioResult) -> [UInt8] { TracePage.data(events.add(result)) }

  /// The rest of the page.
  public mutating func end(_ summary: RunSummary) -> [UInt8] {
    TracePage.data(events.end(summary)) + TracePage.end
  }
}
