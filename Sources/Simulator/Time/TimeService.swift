import AutoUpdate
public import CommandLanguage
import TerminalText

/// The service that advances a session's virtual time and runs due jobs.
public final class TimeService: SessionService {
  private unowned let simulation: Simulation
  private let clocks: Table<Clock>
  private let jobs: Table<Job>
  private lazy var due = LiveQuery(jobs) { SortKeys($0.at, $0.id) }
  /// The maximum number of jobs: the setting `jobs`.
  var jobLimit = 10_000
  /// A Boolean value that indicates whether a `tick` is running its jobs.
  public private(set) var isTicking = false

  var onJob: ((Job) -> Void)?
  var onFailedJob: (() -> Void)?
  var onPassed: (() -> Void)?

  init(of simulation: Simulation) {
    self.simulation = simulation
    clocks = simulation.table(of: Clock.self)
    jobs = simulation.table(of: Job.self)
  }

  public func reset() { (jobLimit, isTicking) = (10_000, false) }

  /// The virtual time.
  public var tick: Int { clocks[0]?.tick ?? 0 }

  /// The jobs in the order of their creation.
  public var sortedJobs: [Job] { jobs.models.sorted { $0.id < $1.id } }

  /// Advances time. Each due job runs at its tick; jobs due at the same tick run in the order of their creation.
  ///
  /// Must be called outside a transaction: each change of time and each command of a job is a transaction, and a part
  /// of the line's step. The first command that fails stops time at its tick.
  public func pass(_ ticks: Int) throws {
    guard !isTicking else { throw TimeError.ticksInTick() }
    isTicking = true
    defer { isTicking = false }
    let end = tick + ticks
    while let job = due.first, job.at <= end {
      try simulation.charge(of: 1)
      try set(max(job.at, tick), rescheduling: job)
      onJob?(job)
      do { try run(job) } catch {
        onFailedJob?()
        throw error
      }
    }
    try set(end, rescheduling: nil)
    onPassed?()
  }

  private func run(_ job: Job) throws {
    do {
      switch job.work {
      case .commands(let block): try simulation.interpreter?.run(block)
      case .schedule(let name):
        guard let schedule = simulation.parts.schedule(named: name) else { return }
        let cause = Array(name.utf8)
        try simulation.perform(cause: cause.span) { try schedule.body(simulation) }
      }
    } catch var failure as CommandFailure {
      failure.diagnostic.explanation.notes.append(TimeError.note(job: job.id, tick: tick))
      throw failure
    } catch let error as any Explainable {
      // The error does not refer to an argument of the command that advanced time.
      var explanation = error.explanation
      (explanation.argument, explanation.parameter) = (nil, nil)
      explanation.notes.append(TimeError.note(job: job.id, tick: tick))
      throw explanation
    }
  }

  func hasOwnName(_ job: Job) -> Bool { job.schedule.flatMap(simulation.parts.schedule)?.isNamed ?? true }

  /// The beginning of the causes of jobs.
  static let jobCause = "job "

  private func set(_ tick: Int, rescheduling job: Job?) throws {
    let cause = job.map { "\(Self.jobCause)\($0.id) at tick \(tick)" } ?? "tick \(max(0, tick - self.tick))"
    defer { simulation.finish() }
    let start = simulation.commandStart
    try simulation.store.transaction(cause) { (transaction) throws in
      transaction.save(Clock(tick: tick), in: clocks)
      if var job {
        if let interval = job.interval {
          job.at = tick + interval
          transaction.save(job, in: jobs)
        } else {
          transaction.delete(job.id, from: jobs)
        }
      }
      try simulation.ruleService?.updateObligations()
    }
    try simulation.takeBackIfBroken(since: start)
  }

  /// Plans commands.
  ///
  /// - Parameters:
  ///   - block: The commands.
  ///   - ticks: The number of ticks until they run.
  ///   - interval: The number of ticks between two runs; `nil` to run once.
  ///   - owner: The service that plans the job; empty if a person does.
  @discardableResult
  public func schedule(_ block: Block, after ticks: Int, interval: Int?, owner: String = "") throws -> Job {
    try plan(.commands(block), at: tick + ticks, interval: interval, owner: owner)
  }

  /// Plans another run of a declared schedule, usually a ``Routine``, in a ``Start`` or a command.
  ///
  /// - Parameters:
  ///   - name: The schedule's name.
  ///   - ticks: The number of ticks until it runs.
  ///   - interval: The number of ticks between two runs; `nil` to run once.
  /// - Throws: An error if the world has no schedule with that name, a number of ticks is out of range, or the limit of
  ///   jobs is reached.
  @discardableResult
  public func schedule(_ name: String, after ticks: Int, interval: Int? = nil) throws -> Job {
    guard let schedule = simulation.parts.schedule(named: name) else {
      throw TimeError.noSchedule([Quoting.message(name)])
    }
    for count in [ticks, interval ?? ticks] where !Schedule.range.contains(count) {
      throw TimeError.ticksOutOfRange(["\(count)"])
    }
    return try plan(.schedule(schedule.name), at: tick + ticks, interval: interval)
  }

  private func plan(_ work: Job.Work, at time: Int, interval: Int?, owner: String = "") throws -> Job {
    let limit = jobLimit
    guard jobs.count < limit else { throw TimeError.tooManyJobs(["\(limit)"], limit: "jobs") }
    let id = try simulation.nextNumber(of: Job.self)
    let job = Job(id: id, at: time, interval: interval, work, owner: owner)
    try simulation.add(job)
    return job
  }

  /// Plans the declared schedules that neither the session nor its store has planned yet, and records the new names of
  /// renamed ones.
  func beginSchedules() throws {
    let begun = simulation.table(of: BegunSchedule.self)
    if simulation.parts.schedules.allSatisfy({ begun[$0.name] != nil }) { return }
    try simulation.write(cause: "new schedules") { transaction in
      // Check again within the transaction, because another program may have planned some in the meantime.
      for schedule in simulation.parts.schedules where begun[schedule.name] == nil {
        transaction.save(BegunSchedule(id: schedule.name), in: begun)
        let former = schedule.formerNames.filter { begun[$0] != nil }
        for name in former { transaction.delete(name, from: begun) }
        if former.isEmpty { try begin(schedule) }
      }
    }
  }

  private func begin(_ schedule: Schedule) throws {
    guard let ticks = schedule.ticks, Schedule.range.contains(ticks) else { return }
    let first = schedule.isAbsolute ? ticks : tick + ticks
    if first > tick {
      _ = try plan(.schedule(schedule.name), at: first, interval: schedule.repeats ? ticks : nil)
    }
  }

  /// Cancels a job, or all jobs.
  ///
  /// - Throws: An error if no job has the number.
  public func cancel(_ id: Int?) throws {
    if let id, jobs[id] == nil {
      throw TimeError.noJob(["\(id)"], notes: ["“jobs” lists the planned jobs"], argument: 0)
    }
    try cancel { id == nil || $0.id == id }
  }

  /// Cancels the jobs that meet a condition.
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

/// The virtual time of a session, in ticks.
public struct Clock: Model {
  public let id: Int
  /// The number of ticks since the session began.
  public var tick: Int

  /// Creates a clock at a tick.
  public init(tick: Int = 0) {
    id = 0
    self.tick = tick
  }

  // The label is empty, so that the name of the field in the history is `tick` alone.
  public static let schema = Schema<Clock>(
    "clock", plural: "", "virtual time", label: { _ in "" }, restoring: Restoring { _ in Clock() }
  ) {
    Field("tick", \.tick)
  }
}
