import AutoUpdate
import CommandLanguage

extension WarRoom {
  /// Lets virtual time pass; what is due runs at its tick, in the order of making.
  ///
  /// Runs outside a transaction: time and each command of a job are steps of their own.
  func tick(_ ticks: Int) throws {
    guard !isTicking else { throw GameError.ticksInTick }
    isTicking = true
    defer { isTicking = false }
    let end = tick + ticks
    while let job = nextJob(until: end) {
      try charge(of: jobs.count)
      setClock(job.at, rescheduling: job)
      try interpreter?.run(job.block)
    }
    setClock(end, rescheduling: nil)
  }

  private func nextJob(until end: Int) -> Job? {
    jobs.models.filter { $0.at <= end }.min { ($0.at, $0.id) < ($1.at, $1.id) }
  }

  private func setClock(_ tick: Int, rescheduling job: Job?) {
    let cause =
      job.map { "job \($0.id) at tick \(max(tick, self.tick))" } ?? "tick \(max(0, tick - self.tick))"
    store.transaction(cause) { transaction in
      transaction.save(Clock(tick: max(tick, self.tick)), in: clocks)
      if var job {
        if let interval = job.interval {
          job.at = tick + interval
          transaction.save(job, in: jobs)
        } else {
          transaction.delete(job.id, from: jobs)
        }
      }
    }
    finish()
  }

  /// Plans commands for later.
  func schedule(_ block: Block, after ticks: Int, interval: Int?, isPoll: Bool = false) throws {
    guard jobs.count < jobLimit else { throw GameError.tooMany(.jobs, limit: jobLimit) }
    let id = try draw { $0.nextJob() }
    let job = Job(id: id, at: tick + ticks, interval: interval, block: block, isPoll: isPoll)
    try write { $0.save(job, in: jobs) }
    if !isPoll { output.writeLine("job \(id) runs at tick \(job.at)") }
  }

  func cancel(_ id: Int?) throws {
    if let id {
      guard jobs[id] != nil else { throw GameError.noJob(id) }
      try write { _ = $0.delete(id, from: jobs) }
    } else {
      try write { transaction in
        for job in sortedJobs { transaction.delete(job.id, from: jobs) }
      }
    }
  }

  var sortedJobs: [Job] { jobs.models.sorted { $0.id < $1.id } }

  func poll(_ mode: PollMode?, _ ticks: Int?) throws {
    guard let mode else { return try poller.poll() }
    try write { transaction in
      for job in sortedJobs where job.isPoll { transaction.delete(job.id, from: jobs) }
    }
    guard mode == .every else { return }
    guard let ticks else { throw GameError.missingDetail("how many ticks lie between two polls") }
    guard let block = try interpreter?.block("{ poll }") else { return }
    try schedule(block, after: ticks, interval: ticks, isPoll: true)
  }
}
