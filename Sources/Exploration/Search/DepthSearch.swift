import CommandLanguage
import Simulator
import Values

/// A depth-first search that visits every reachable state once, and backtracks through the history.
///
/// It stores 16 bytes for each visited state, and four for its depth. With several jobs, an idle job takes over part of
/// another job's work.
final class DepthSearch {
  private let job: SearchJob
  private let board: Board
  private let states: SharedStates
  private let work: SharedWork
  private let runner: LineRunner
  private let checking: CheckService
  /// The point of the initial state in the history.
  private let start: Int
  /// The path to the present state.
  private var frames: [Frame] = []
  /// The index of the first state on the path whose lines belong to this job.
  private var floor = 0
  private let shared: LineTables
  private var tables: PreparedTables

  /// A state on the path to the present one.
  private struct Frame {
    let point: Int
    let digest: StateDigest
    /// The table of the lines for this state.
    let table: Int
    /// The number of lines that were run. The last one leads to the next state on the path.
    var done = 0
  }

  init(
    _ world: ExploredWorld, _ board: Board, _ states: SharedStates, _ work: SharedWork, _ shared: LineTables,
    job: Int
  ) throws {
    self.job = SearchJob(world.searchable, board, number: job)
    self.shared = shared
    self.board = board
    self.states = states
    self.work = work
    tables = PreparedTables(shared)
    runner = try self.job.beginSearch()
    checking = runner.checking
    start = checking.point
  }

  /// Searches until every state is visited, or no steps or no time are left. Returns whether every state was visited.
  func run() -> Bool {
    defer { job.addCounts() }
    while let way = work.take(pause: { job.pause(depth: max(1, frames.count)) }) {
      let isWhole = begin(way) && search()
      work.finish(isWhole: isWhole)
      if !isWhole { return false }
    }
    return !board.isStopped
  }

  private func search() -> Bool {
    let depthMax = board.options.depthMax ?? .max
    while frames.count > floor, let frame = frames.last {
      guard job.continues() else { return false }
      if work.isWanted { share() }
      let (table, prepared) = tables.lines(frame.table, runner)
      guard frame.done < table.lines.count, frames.count <= depthMax else {
        frames.removeLast()
        if frames.count > floor, let below = frames.last, let fault = goBack(to: below) { report(fault) }
        continue
      }
      frames[frames.count - 1].done += 1
      guard let command = prepared[frame.done] else { continue }
      if !step(table.lines[frame.done], command, frame) { return false }
    }
    return true
  }

  /// Runs a line in a state. Returns whether the search can continue.
  private func step(_ line: LineTable.Line, _ command: PreparedLine, _ frame: Frame) -> Bool {
    job.count(steps: 1)
    let changes = checking.changeCount
    job.announce(line.text, depth: frames.count - 1)
    let fault = runner.run(command, line.text)
    job.count(line.invocation, hasSucceeded: runner.hasSucceeded)
    if let fault {
      report(fault)
      if checking.changeCount == changes { return true }
      return goBack(to: frame) == nil
    }
    if checking.changeCount == changes { return true }
    job.countChange()
    let (isNew, depth) = states.insert(checking.digest, depth: frames.count)
    // A state that was reached at a greater depth may have been cut off there, so it is visited again.
    if isNew || board.options.depthMax != nil && depth > frames.count {
      push(shared.index(in: runner.session))
    } else if let fault = goBack(to: frame) {
      report(fault)
      return false
    }
    return true
  }

  private func goBack(to frame: Frame) -> Fault? {
    guard checking.go(to: frame.point), checking.digest == frame.digest else {
      return Fault(.undo, "", "undoing the line leads to a different state")
    }
    return checking.takeFault()
  }

  private func push(_ table: Int, done: Int = 0) {
    frames.append(Frame(point: checking.point, digest: checking.digest, table: table, done: done))
  }

  // MARK: Sharing

  /// Gives the lower half of the states on the path to an idle job.
  private func share() {
    let middle = floor + (frames.count - floor) / 2
    // The receiving job first runs the whole path, which should cost less than the states that it searches there.
    guard middle > floor, (middle - floor) * 8 >= middle else { return }
    let path = frames[..<middle].map { frame in
      SharedWork.PathState(
        digest: frame.digest, table: frame.table, done: frame.done,
        line: shared[frame.table].lines[frame.done - 1].text)
    }
    work.give(SharedWork.Way(states: path, floor: floor))
    floor = middle
  }

  /// Follows a path of another job. Returns whether it leads to the same states.
  private func begin(_ way: SharedWork.Way) -> Bool {
    frames.removeAll()
    floor = way.floor
    guard checking.go(to: start) else { return false }
    if way.states.isEmpty {
      _ = states.insert(checking.digest, depth: 0)
      push(shared.index(in: runner.session))
      return true
    }
    for (depth, passed) in way.states.enumerated() {
      guard checking.digest == passed.digest else {
        report(Fault(.redo, "", "redoing the lines leads to a different state"))
        return false
      }
      let table = passed.table
      push(table, done: min(passed.done, shared[table].lines.count))
      if depth == way.states.count - 1 { return true }
      job.announce(passed.line, depth: depth)
      // Faults on the path were found by the job that searched it first.
      _ = runner.run(passed.line)
    }
    return true
  }

  private func report(_ fault: Fault) {
    let path = frames.compactMap { frame in
      frame.done > 0 ? shared[frame.table].lines[frame.done - 1].invocation : nil
    }
    job.report(fault, of: path, in: job.makeSession())
  }
}
