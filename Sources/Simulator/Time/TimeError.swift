import CommandLanguage
import TerminalText

/// The errors of commands that let time pass or plan jobs.
enum TimeError: String, ErrorKind {
  case ticksInTick, noJob, tooManyJobs, noSchedule, ticksOutOfRange

  static let group = "time"

  var message: ErrorMessage {
    switch self {
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

  static func note(job: Int, tick: Int) -> String {
    "job \(job) failed at tick \(tick), and time stopped there"
  }
}
