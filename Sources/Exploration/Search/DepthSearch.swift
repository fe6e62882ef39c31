import CommandLanguage
import Simulator
import Values

/// A depth-first search that visits every reachable state once, and backtracks through the history.
///
/// For each visited state, it stores the digest in 16 bytes and the depth in four. With several jobs, an idle job takes
/// over part of another job's work.
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
    /// The table of the lines for this state; `nil` if it has to be computed again.
    var table: LineTable?
    /// The number of lines of the table that were run.
    var done = 0
    /// The last line that was run, which leads to the next state on the path.
    var line: LineTable.Line?
  }

  /// The number of states at the end of the path whose tables are kept.
  private static let tableCountMax = 64

  init(
    _ world: ExploredWorld, _ board: Board, _ states: SharedStates, _ work: SharedWork, _ shared: LineTables,
    job: Int
  ) throws {
    self.job = SearchJob(world.searchable, board, number: job)
    self.shared = shared
    self.board = board
    self.states = states
    self.work = work
    tables = PreparedTables()
    runner = try self.job.beginSearch()
    checking = runner.checking
    start = checking.point
  }

  /// Searches until every state is visited, or no steps or no time are left. Returns whether every state was visited.
  ///
  /// - Throws: a ``SymmetryError`` if objects that are treated as equal are not interchangeable.
  func run() throws -> Bool {
    defer { job.addCounts(isOver: true) }
    while let way = work.take(pause: { job.pause(depth: max(1, frames.count)) }) {
      var isWhole = false
      do {
        // The other jobs must not wait for this one.
        defer { work.finish(isWhole: isWhole) }
        isWhole = try begin(way) && search()
      }
      if !isWhole { return false }
    }
    return !board.isStopped
  }

  private func search() throws -> Bool {
    let depthMax = board.options.depthMax ?? .max
    while frames.count > floor {
      guard job.continues() else { return false }
      if work.isWanted { share() }
      let last = frames.count - 1
      let table = frames[last].table ?? shared.table(in: runner.session)
      frames[last].table = table
      let done = frames[last].done
      guard done < table.lines.count, frames.count <= depthMax else {
        frames.removeLast()
        if frames.count > floor, let below = frames.last, !goBack(to: below) { return false }
        continue
      }
      (frames[last].done, frames[last].line) = (done + 1, table.lines[done])
      guard let command = tables.line(done, of: table, runner) else { continue }
      guard try step(table.lines[done], command, frames[last], isLast: frames.count >= depthMax) else {
        return false
      }
    }
    return true
  }

  /// Runs a line in a state. Returns whether the search can continue.
  ///
  /// - Parameter isLast: whether no line may run in the next state, because that state has the maximum depth.
  private func step(
    _ line: LineTable.Line, _ command: PreparedLine, _ frame: Frame, isLast: Bool
  ) throws -> Bool {
    job.countStep()
    let changes = checking.changeCount
    job.announce(line.text, depth: frames.count - 1)
    let faults = runner.run(command, line.text)
    job.count(line.invocation, hasSucceeded: runner.hasSucceeded)
    for fault in faults { report(fault) }
    if checking.changeCount == changes { return true }
    job.countChange()
    // Nothing is searched behind a fault: the state may not be intact, or infinitely many others may follow.
    if !faults.isEmpty { return goBack(to: frame) }
    let (isNew, depth) = states.insert(checking.digest, depth: frames.count)
    try job.noteState(in: runner, isNew: isNew, path: frames.compactMap(\.line?.text))
    // A state that was reached at a greater depth may have been cut off there, so it is visited again.
    guard !isLast, isNew || board.options.depthMax != nil && depth > frames.count else {
      return goBack(to: frame)
    }
    push()
    return true
  }

  /// Goes back to a state on the path, and reports any fault of this move. Returns whether the search can continue.
  private func goBack(to frame: Frame) -> Bool {
    guard checking.go(to: frame.point), checking.digest == frame.digest else {
      report(Fault(.undo, "", "undoing the line leads to a different state"))
      return false
    }
    while let fault = checking.takeFault() { report(fault) }
    return true
  }

  private func push(done: Int = 0) {
    frames.append(Frame(point: checking.point, digest: checking.digest, done: done))
    let old = frames.count - 1 - Self.tableCountMax
    if old >= 0 { frames[old].table = nil }
  }

  // MARK: Sharing

  /// Hands over the first half of this job's states on the path to an idle job.
  private func share() {
    let middle = floor + (frames.count - floor) / 2
    // The receiving job first runs the whole path, which should cost less than the states that it searches there.
    guard middle > floor, (middle - floor) * 8 >= middle else { return }
    let path = frames[..<middle].compactMap { frame in
      frame.line.map { SharedWork.PathState(digest: frame.digest, done: frame.done, line: $0) }
    }
    work.give(SharedWork.Way(states: path, floor: floor))
    floor = middle
  }

  /// Follows a path of another job. Returns whether it leads to the same states.
  private func begin(_ way: SharedWork.Way) throws -> Bool {
    frames.removeAll()
    floor = way.floor
    guard checking.go(to: start) else { return false }
    if way.states.isEmpty {
      let (isNew, _) = states.insert(checking.digest, depth: 0)
      try job.noteState(in: runner, isNew: isNew, path: [])
      push()
      return true
    }
    for (depth, passed) in way.states.enumerated() {
      guard checking.digest == passed.digest else {
        report(Fault(.redo, "", "redoing the lines leads to a different state"))
        return false
      }
      push(done: passed.done)
      frames[depth].line = passed.line
      if depth == way.states.count - 1 { return true }
      job.announce(passed.line.text, depth: depth)
      // Faults on the path were found by the job that searched it first.
      _ = runner.run(passed.line.text)
    }
    return true
  }

  private func report(_ fault: Fault) {
    job.report(fault, of: frames.compactMap(\.line?.invocation), in: job.makeSession())
  }
}
