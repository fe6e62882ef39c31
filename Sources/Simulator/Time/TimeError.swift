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
      Explanation("no more jobs: the setting “jobs” allows \(limit)")
    }
  }

  var limit: String? { if case .tooManyJobs = self { "jobs" } else { nil } }

  /// What is added to the error of a job's command.
  static func note(job: Int, tick: Int) -> String {
    "job \(job) failed at tick \(tick), and time stopped there"
  }
}

extension TimeError {
  static func meaning(of kind: Kind) -> String {
    switch kind {
    case .ticksInTick: "A job that a “tick” runs cannot let time pass."
    case .noJob: "No job of this number is planned. “jobs” lists them."
    case .tooManyJobs: "As many jobs as the setting “jobs” allows are planned."
    }
  }
}
