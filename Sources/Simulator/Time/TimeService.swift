import AutoUpdate
public import CommandLanguage

/// Lets a session's virtual time pass, and runs what is due.
public final class TimeService: SessionService {
  private unowned let simulation: Simulation
  private let clocks: Table<Clock>
  private let jobs: Table<Job>
  /// The jobs by when they are due; made when time first passes.
  private lazy var due = LiveQuery(jobs) { SortKeys($0.at, $0.id) }
  /// The most jobs; the setting `jobs`.
  var jobLimit = 10_000
  /// A Boolean value that indicates whether a `tick` is running its jobs.
  public private(set) var isTicking = false

  init(of simulation: Simulation) {
    self.simulation = simulation
    clocks = simulation.table(of: Clock.self)
    jobs = simulation.table(of: Job.self)
  }

  public func reset() { (jobLimit, isTicking) = (10_000, false) }

  /// The virtual time.
  public var tick: Int { clocks[0]?.tick ?? 0 }

  /// The jobs in the order of their making.
  public var sortedJobs: [Job] { jobs.models.sorted { $0.id < $1.id } }

  /// Lets time pass; what is due runs at its tick, in the order of making.
  ///
  /// It runs outside of a transaction: time and each command of a job are parts of the line's step. The first
  /// command that fails stops time at its tick.
  public func pass(_ ticks: Int) throws {
    guard !isTicking else { throw TimeError.ticksInTick }
    isTicking = true
    defer { isTicking = false }
    let end = tick + ticks
    while let job = due.first, job.at <= end {
      try simulation.charge(of: 1)
      try set(max(job.at, tick), rescheduling: job)
      try run(job)
    }
    try set(end, rescheduling: nil)
  }

  private func run(_ job: Job) throws {
    do {
      try simulation.interpreter?.run(job.block)
    } catch var failure as CommandFailure {
      failure.diagnostic.explanation.notes.append(TimeError.note(job: job.id, tick: tick))
      throw failure
    }
  }

  private func set(_ tick: Int, rescheduling job: Job?) throws {
    let cause = job.map { "job \($0.id) at tick \(tick)" } ?? "tick \(max(0, tick - self.tick))"
    defer { simulation.finish() }
    let start = simulation.commandStart
    try simulation.store.transaction(cause) { (transaction) throws in
      transaction.save(Clock(tick: tick), in: clocks)
      guard var job else { return }
      if let interval = job.interval {
        job.at = tick + interval
        transaction.save(job, in: jobs)
      } else {
        transaction.delete(job.id, from: jobs)
      }
    }
    try simulation.takeBackIfBroken(since: start)
  }

  /// Plans commands for later.
  ///
  /// - Parameters:
  ///   - block: the commands.
  ///   - ticks: how many ticks from now they run.
  ///   - interval: how many ticks lie between two runs; `nil` for one run.
  ///   - owner: for services whose jobs people do not plan themselves.
  @discardableResult
  public func schedule(_ block: Block, after ticks: Int, interval: Int?, owner: String = "") throws -> Job {
    guard jobs.count < jobLimit else { throw TimeError.tooManyJobs(limit: jobLimit) }
    let id = try simulation.nextNumber(of: Job.self)
    let job = Job(id: id, at: tick + ticks, interval: interval, block: block, owner: owner)
    try simulation.add(job)
    return job
  }

  /// Takes back a job, or all.
  public func cancel(_ id: Int?) throws {
    if let id, jobs[id] == nil { throw TimeError.noJob(id) }
    try cancel { id == nil || $0.id == id }
  }

  /// Takes back some jobs.
  public func cancel(where isMeant: (Job) -> Bool) throws {
    try simulation.write(cause: "cancel") { transaction in
      for job in sortedJobs where isMeant(job) { transaction.delete(job.id, from: jobs) }
    }
  }
}

extension Simulation {
  /// The session's virtual time and its jobs.
  public var time: TimeService { service { TimeService(of: $0) } }

  /// The virtual time, in ticks.
  public var tick: Int { table(of: Clock.self)[0]?.tick ?? 0 }
}
