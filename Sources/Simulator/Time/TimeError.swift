import CommandLanguage

/// The errors of commands that let time pass or plan jobs.
enum TimeError: CatalogedError {
  case ticksInTick
  case noJob(Int)
  case tooManyJobs(limit: Int)

  enum Kind: String, CaseIterable { case ticksInTick, noJob, tooManyJobs }

  static var group: String { "time" }

  static func message(of kind: Kind) -> ErrorMessage {
    switch kind {
    case .ticksInTick:
      .init(
        "time passes already: a job cannot let more of it pass",
        "A job that a “tick” runs cannot let time pass.")
    case .noJob: .init("there is no job {id}", "No job of this number is planned. “jobs” lists them.")
    case .tooManyJobs:
      .init(
        "no more jobs: the setting “jobs” allows {limit}",
        "As many jobs as the setting “jobs” allows are planned.")
    }
  }

  var report: ErrorReport<Kind> {
    switch self {
    case .ticksInTick: .init(.ticksInTick)
    case .noJob(let id): .init(.noJob, ["\(id)"], notes: ["“jobs” lists what is planned"], argument: 0)
    case .tooManyJobs(let limit): .init(.tooManyJobs, ["\(limit)"], limit: "jobs")
    }
  }

  /// The note that is added to the error of a job's command.
  static func note(job: Int, tick: Int) -> String {
    "job \(job) failed at tick \(tick), and time stopped there"
  }
}
