import CommandLanguage

/// Why time cannot pass, or a job cannot be planned.
enum TimeError: CountedError {
  case ticksInTick
  case noJob(Int)
  case tooManyJobs(limit: Int)

  enum Kind: String, CaseIterable {
    case ticksInTick = "time: ticksInTick"
    case noJob = "time: noJob"
    case tooManyJobs = "time: tooManyJobs"
  }

  var kind: Kind {
    switch self {
    case .ticksInTick: .ticksInTick
    case .noJob: .noJob
    case .tooManyJobs: .tooManyJobs
    }
  }

  var prose: Explanation {
    switch self {
    case .ticksInTick: Explanation("time passes already: a job cannot let more of it pass")
    case .noJob(let id):
      Explanation("there is no job \(id)", notes: ["“jobs” lists what is planned"], argument: 0)
    case .tooManyJobs(let limit):
      Explanation("no more jobs: the setting “jobs” allows \(limit)", limit: "jobs")
    }
  }

  /// What is added to the error of a job's command.
  static func note(job: Int, tick: Int) -> String {
    "job \(job) failed at tick \(tick), and time stopped there"
  }
}
