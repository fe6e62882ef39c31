import CommandLanguage

/// Visits every state that commands lead to, each once, depth first; the way back is the history's own.
///
/// With several jobs, one that has nothing left takes over part of what another has before it.
final class ExhaustiveSearch {
  private let world: ExploredWorld
  private let board: Board
  private let job: Int
  private let states: SharedStates
  private let work: SharedWork
  private let composer: Composer
  private let explored: any ExploredSession
  private let runner: LineRunner
  /// The first state's point of the history.
  private let start: Int
  /// The way to the present state.
  private var frames: [Frame] = []
  /// The first of them whose lines are for this job.
  private var floor = 0
  private var tables: LineTables
  private var stepCount = 0
  private var changeCount = 0

  /// A state on the way to the present one.
  private struct Frame {
    let point: Int
    let digest: StateKey
    /// The lines that can be made up there.
    let table: Int
    /// The number of lines that were run; the last of them leads on.
    var done = 0
  }

  init(_ world: ExploredWorld, _ board: Board, _ states: SharedStates, _ work: SharedWork, job: Int) throws {
    self.world = world
    self.board = board
    self.states = states
    self.work = work
    self.job = job
    composer = Composer(world.commands.filter { !world.isAboutThePast($0) })
    tables = LineTables(composer)
    explored = try world.makeSession(board.options.seed)
    runner = LineRunner(explored)
    for line in board.options.prefix { _ = runner.run(line) }
    explored.beginSearch()
    for kind in board.options.symmetricKinds {
      if let why = explored.countAsOne(objectsOf: kind) { throw ExplorationError(why) }
    }
    explored.beginChecking(board.options.checks.subtracting(.history))
    start = explored.point
  }

  /// Searches until all is visited, or there is no time or step left; whether all was visited.
  func run() -> Bool {
    defer { _ = board.goesOn(steps: stepCount, changes: changeCount) }
    while let way = work.take(pause: pause) {
      let isWhole = begin(way) && search()
      work.finish(isWhole: isWhole)
      if !isWhole { return false }
    }
    return !board.isStopped
  }

  /// Waits for another job's work; whether there may be any.
  private func pause() -> Bool {
    board.system.pause()
    return board.goesOn(steps: 0, changes: 0)
  }

  private func search() -> Bool {
    let depthMax = board.options.depthMax ?? .max
    while frames.count > floor, let frame = frames.last {
      guard goesOn() else { return false }
      if work.isWanted { share() }
      let table = tables[frame.table]
      guard frame.done < table.lines.count, frames.count <= depthMax else {
        frames.removeLast()
        if frames.count > floor, let below = frames.last, let fault = goBack(to: below) { report(fault) }
        continue
      }
      frames[frames.count - 1].done += 1
      if !step(table.lines[frame.done], frame) { return false }
    }
    return true
  }

  /// Runs a line at a state; whether the search can go on.
  private func step(_ line: LineTable.Line, _ frame: Frame) -> Bool {
    stepCount += 1
    let changes = explored.changeCount
    board.system.onLine?(job, frames.count - 1, line.text)
    if let fault = runner.run(line.command, line.text) {
      report(fault)
      if explored.changeCount == changes { return true }
      return goBack(to: frame) == nil
    }
    if explored.changeCount == changes { return true }
    changeCount += 1
    let (isNew, depth) = states.insert(explored.digest, depth: frames.count)
    // One that was met farther away may lead on where the depth ended before; without a depth nothing ended there.
    if isNew || board.options.depthMax != nil && depth > frames.count {
      push(tables.place(in: explored, runner))
    } else if let fault = goBack(to: frame) {
      report(fault)
      return false
    }
    return true
  }

  private func goBack(to frame: Frame) -> Fault? {
    guard explored.go(to: frame.point), explored.digest == frame.digest else {
      return Fault(.undo, "", "taking the line back leads to another state")
    }
    return explored.takeFault()
  }

  private func push(_ table: Int, done: Int = 0) {
    frames.append(Frame(point: explored.point, digest: explored.digest, table: table, done: done))
  }

  private func goesOn() -> Bool {
    if stepCount < Board.pieceCount { return true }
    let goesOn = board.goesOn(steps: stepCount, changes: changeCount)
    (stepCount, changeCount) = (0, 0)
    return goesOn
  }

  // MARK: Sharing

  /// Gives the lower half of the states on the path to an idle job.
  private func share() {
    let middle = floor + (frames.count - floor) / 2
    // Whoever takes it goes the whole way first: that should cost less than what is to be done there.
    guard middle > floor, (middle - floor) * 8 >= middle else { return }
    let places = frames[..<middle].map { frame in
      SharedWork.Place(
        digest: frame.digest, table: frame.table, done: frame.done,
        line: tables[frame.table].lines[frame.done - 1].text)
    }
    work.give(SharedWork.Way(places: places, floor: floor))
    floor = middle
  }

  /// Goes a way of another job; whether it leads where it should.
  private func begin(_ way: SharedWork.Way) -> Bool {
    frames.removeAll()
    floor = way.floor
    guard explored.go(to: start) else { return false }
    if way.places.isEmpty {
      _ = states.insert(explored.digest, depth: 0)
      push(tables.place(in: explored, runner))
      return true
    }
    /// This job's tables by the other's.
    var known: [Int: Int] = [:]
    for (depth, place) in way.places.enumerated() {
      guard explored.digest == place.digest else {
        report(Fault(.redo, "", "doing the lines again leads to another state"))
        return false
      }
      let table = known[place.table] ?? tables.place(in: explored, runner)
      known[place.table] = table
      push(table, done: min(place.done, tables[table].lines.count))
      if depth == way.places.count - 1 { return true }
      board.system.onLine?(job, depth, place.line)
      // What is wrong there was found by the job that went this way first.
      if let command = runner.read(place.line) { _ = runner.run(command, place.line) }
    }
    return true
  }

  private func report(_ fault: Fault) {
    guard board.isNew(fault) else { return }
    let path = frames.compactMap { frame in
      frame.done > 0 ? tables[frame.table].lines[frame.done - 1].invocation : nil
    }
    let shrinking = FaultShrinking(
      world: world.limited(to: composer.commands), options: board.options, onLine: board.onLine(of: job))
    board.add(shrinking.shrunk(fault, path, stepCount: board.stepCount + stepCount))
  }
}

extension ExploredWorld {
  /// The world with some of its commands.
  func limited(to commands: [CommandDescription]) -> ExploredWorld {
    var world = self
    world.commands = commands
    return world
  }
}
