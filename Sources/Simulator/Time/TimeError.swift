import CommandLanguage
import TerminalText

/// The errors of commands that let time pass or plan jobs.
enum TimeError: CatalogedError {
  case ticksInTick
  case noJob(Int)
  case tooManyJobs(limit: Int)
  case noSchedule(String)
  case ticksOutOfRange(Int)

  enum Kind: String, CaseIterable { case ticksInTick, noJob, tooManyJobs, noSchedule, ticksOutOfRange }

  static var group: String { "time" }

  static func message(of kind: Kind) -> ErrorMessage {
    switch kind {
    case .ticksInTick:
      .init(
        "a job cannot advance the time",
        "Time is passing already when a job runs, so a job cannot run “tick”.")
    case .noJob: .init("there is no job {id}", "No job of this number is planned. “jobs” lists them.")
    case .tooManyJobs:
      .init(
        "no more jobs: the setting “jobs” allows {limit}",
        "The number of planned jobs has reached the setting “jobs”.")
    case .noSchedule:
      .init(
        "the world has no schedule {name}", "The world's own code plans a schedule that it does not declare.",
        isGuard: true)
    case .ticksOutOfRange:
      .init(
        "a job can be planned from \(Schedule.range.lowerBound) to \(Schedule.range.upperBound) ticks ahead, not {ticks}",
        "The world's own code plans a schedule for a number of ticks that is too small or too large.",
        isGuard: true)
    }
  }

  var report: ErrorReport<Kind> {
    switch self {
    case .ticksInTick: .init(.ticksInTick)
    case .noJob(let id): .init(.noJob, ["\(id)"], notes: ["“jobs” lists the planned jobs"], argument: 0)
    case .tooManyJobs(let limit): .init(.tooManyJobs, ["\(limit)"], limit: "jobs")
    case .noSchedule(let name): .init(.noSchedule, [Quoting.message(name)])
    case .ticksOutOfRange(let ticks): .init(.ticksOutOfRange, ["\(ticks)"])
    }
  }

  /// Returns the note to add to the error of a job's command.
  static func note(job: Int, tick: Int) -> String {
    "job \(job) failed at tick \(tick), and time stopped there"
  }
}
