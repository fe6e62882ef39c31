/// A pool of workers that replay scenarios. If a worker dies, the scenario that it was running fails, and a new worker
/// replaces the dead one.
///
/// A worker takes the next scenario from a board that all workers share, so that no worker waits for this process. A
/// worker sends each verdict before it begins the next scenario.
struct WorkerPool {
  private let run: ReplayRun
  private let entries: [Selection.Entry]
  private let workers: any ReplayWorkers
  private let keepsReads: Bool
  private var members: [Member] = []
  private var hasVerdict: [Bool]
  /// The first scenario that failed, if the run ends there.
  private var last = Int.max
  /// The time at which the workers were interrupted; `nil` if they were not.
  private var interruption: UInt64?
  private var canStart = true
  /// The number of workers that ended while running no scenario, although the queue was not empty.
  private var idleEndCount = 0

  private struct Member {
    let worker: any ReplayWorker
    let number: Int
    /// The received bytes that are not a complete verdict yet.
    var sent: [UInt8] = []
    /// The bytes on standard error that are not forwarded yet, because their scenario has no verdict yet.
    var errors: [UInt8] = []
    var killing: WorkerDeath.Killing?
  }

  /// The time in nanoseconds from a timeout or an interruption until a worker is killed.
  static let graceNs: UInt64 = 5_000_000_000
  private static let waitMilliseconds: Int32 = 100
  /// The number of bytes on standard error that are held back until there is a verdict; more bytes are
  /// forwarded at once.
  private static let errorByteCountMax = 1 << 16
  /// The number of idle ends after which no further worker is started.
  private static let idleEndCountMax = 16

  init(
    _ run: ReplayRun, _ entries: [Selection.Entry], _ workers: any ReplayWorkers, keepsReads: Bool
  ) {
    self.run = run
    self.entries = entries
    self.workers = workers
    self.keepsReads = keepsReads
    hasVerdict = Array(repeating: false, count: entries.count)
  }

  /// Runs scenarios, and returns those that were not run because no worker could be started.
  mutating func run(_ indexes: [Int], _ take: ([PlacedOutcome]) -> Void) -> [Int] {
    var left = indexes
    while canStart, !left.isEmpty, !run.system.isInterrupted() {
      let jobs = max(1, min(run.options.jobs, left.count))
      guard let board = WorkerBoard(workers, workerCount: jobs, count: left.count) else { return left }
      run(left, board, jobs: jobs, take)
      // If a worker is killed from outside just when it takes a scenario, that scenario has no verdict and runs again.
      left = left.filter { !hasVerdict[$0] && $0 <= last }
    }
    return left
  }

  private mutating func run(
    _ queue: [Int], _ board: WorkerBoard, jobs: Int, _ take: ([PlacedOutcome]) -> Void
  ) {
    while true {
      if run.system.isInterrupted() {
        interrupt()
      } else {
        while canStart, members.count < jobs, board.hasNext { start(queue, board) }
      }
      if members.isEmpty { return }
      workers.wait(for: members.map(\.worker), milliseconds: Self.waitMilliseconds)
      for index in members.indices.reversed() { receive(index, queue, board, take) }
      killOverdue(board)
    }
  }

  private mutating func start(_ queue: [Int], _ board: WorkerBoard) {
    let number = (0...).first { number in !members.contains { $0.number == number } } ?? 0
    let (run, entries, keepsReads) = (run, entries, keepsReads)
    let worker = workers.start { send in
      let mark = WorkerBoard.Mark(board: board, worker: number)
      var runner = ScenarioRunner(run, entries, keepsReads: keepsReads, mark: mark)
      while !run.system.isInterrupted(), let index = board.take(for: number, at: run.system.clock?() ?? 0) {
        let outcome = runner.run(entries[queue[index]])
        if run.options.stopsAtFirst, outcome.result.verdict == .failed { board.end(after: index) }
        board.finish(number)
        send(WorkerMessage.bytes((queue[index], outcome)))
      }
    }
    guard let worker else {
      canStart = false
      return
    }
    members.append(Member(worker: worker, number: number))
  }

  private mutating func receive(
    _ index: Int, _ queue: [Int], _ board: WorkerBoard, _ take: ([PlacedOutcome]) -> Void
  ) {
    let news = members[index].worker.receive()
    members[index].sent += news.sent
    var outcomes: [PlacedOutcome] = []
    if members[index].killing != .damaged {
      do throws(WireError) {
        outcomes = try WorkerMessage.take(from: &members[index].sent).filter {
          entries.indices.contains($0.index)
        }
      } catch {
        members[index].killing = .damaged
        members[index].worker.kill()
      }
    }
    for item in outcomes { hasVerdict[item.index] = true }
    if let ending = news.ending {
      var member = members.remove(at: index)
      member.errors += news.errors
      if let died = death(of: member, ending, queue, board) {
        outcomes.append(died)
      } else {
        forward(member.errors)
      }
    } else if outcomes.isEmpty, members[index].errors.count <= Self.errorByteCountMax {
      members[index].errors += news.errors
    } else {
      // Errors that arrive together with a verdict may belong to the next scenario. If that one dies, they explain its
      // death.
      forward(members[index].errors)
      members[index].errors = news.errors
    }
    if run.options.stopsAtFirst {
      for item in outcomes where item.outcome.result.verdict == .failed { last = min(last, item.index) }
    }
    if !outcomes.isEmpty { take(outcomes) }
  }

  /// Forwards the bytes that a worker wrote to standard error.
  private func forward(_ errors: [UInt8]) {
    if !errors.isEmpty { run.system.errors(errors) }
  }

  /// Returns the verdict on the scenario that a worker was running when it ended; `nil` if there was none.
  private mutating func death(
    of member: Member, _ ending: WorkerEnding, _ queue: [Int], _ board: WorkerBoard
  ) -> PlacedOutcome? {
    let index = board.index(of: member.number)
    let isClaimed = members.contains { board.index(of: $0.number) == index }
    guard let index, !isClaimed, !hasVerdict[queue[index]] else {
      if board.hasNext {
        idleEndCount += 1
        canStart = canStart && idleEndCount < Self.idleEndCountMax
      }
      return nil
    }
    hasVerdict[queue[index]] = true
    if run.options.stopsAtFirst { board.end(after: index) }
    let death = WorkerDeath(
      ending: ending, killing: member.killing, line: board.line(of: member.number), errors: member.errors)
    return (queue[index], death.outcome(of: entries[queue[index]]))
  }

  private mutating func interrupt() {
    guard interruption == nil else { return }
    interruption = run.system.clock?() ?? 0
    for member in members { member.worker.interrupt() }
  }

  /// Kills the workers that have not stopped within the grace time.
  private mutating func killOverdue(_ board: WorkerBoard) {
    guard let now = run.system.clock?() else { return }
    for index in members.indices where members[index].killing == nil {
      if let interruption, now > interruption &+ Self.graceNs {
        members[index].killing = .interrupted
      } else if let milliseconds = run.options.timeoutMilliseconds,
        let start = board.start(of: members[index].number), now > start,
        (now - start) / 1_000_000 > milliseconds + Self.graceNs / 1_000_000
      {
        members[index].killing = .timeout(milliseconds: milliseconds)
      } else {
        continue
      }
      members[index].worker.kill()
    }
  }
}
