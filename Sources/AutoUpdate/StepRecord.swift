/// A step as the history keeps it.
///
/// Most steps are one run of changes, which stands in the step itself; when there are several, all of
/// them stand in the history's runs.
struct StepRecord {
  var cause: Cause
  private(set) var firstRun: HistoryRun
  private(set) var runCount: Int32 = 1
  private(set) var changeCount: Int

  @inline(__always)
  init(_ run: HistoryRun) {
    cause = .text("")
    firstRun = run
    changeCount = Int(run.changeCount)
  }

  /// Gives a step that has none its cause, in place of an empty one, which needs no end.
  @inline(__always)
  mutating func begin(_ cause: consuming Cause) {
    let place = withUnsafeMutablePointer(to: &self.cause) { $0 }
    place.initialize(to: cause)
  }

  /// The step's runs, of which the trail's are those from `place` on.
  func runs(in trail: Trail<HistoryRun>, from place: Int) -> some RandomAccessCollection<HistoryRun> {
    (0..<Int(runCount)).lazy.map { [firstRun, runCount] in runCount == 1 ? firstRun : trail[place + $0] }
  }

  /// How many of the history's runs are the step's.
  var runsInTrail: Int { runCount > 1 ? Int(runCount) : 0 }

  mutating func append(_ run: HistoryRun, to trail: inout Trail<HistoryRun>) {
    if runCount == 1 { trail.append(firstRun) }
    trail.append(run)
    runCount += 1
    changeCount += Int(run.changeCount)
  }
}
