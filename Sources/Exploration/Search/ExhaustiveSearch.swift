import CommandLanguage

/// Visits every state that commands lead to, each once, depth first; the way back is the history's own.
///
/// With several jobs each goes its own way and leaves out what another has met.
final class ExhaustiveSearch {
  private let world: ExploredWorld
  private let board: Board
  private let job: Int
  private let states: SharedStates
  private let composer: Composer
  private let explored: any ExploredSession
  private let runner: LineRunner
  private var frames: [Frame] = []
  private var tables: [LineTable] = []
  private var stepCount = 0
  private var changeCount = 0

  /// A state on the way to the present one.
  private struct Frame {
    let point: Int
    let digest: StateKey
    /// The lines that can be made up there.
    let table: Int
    /// How many of them were run.
    var done = 0
    /// The line that leads on.
    var line = 0
  }

  /// Lines that can be made up at some states, read once.
  private struct LineTable {
    let trials: [[ArgumentTrial]]
    let lines: [(invocation: Invocation, text: String, command: PreparedCommand)]
  }

  init(_ world: ExploredWorld, _ board: Board, _ states: SharedStates, job: Int) throws {
    self.world = world
    self.board = board
    self.states = states
    self.job = job
    composer = Composer(world.commands.filter { !world.isAboutThePast($0) })
    explored = try world.makeSession(board.options.seed)
    runner = LineRunner(explored)
    for line in board.options.prefix { _ = runner.run(line) }
    explored.keepWholeHistory()
    for kind in board.options.symmetricKinds {
      if let why = explored.countAsOne(objectsOf: kind) { throw ExplorationError(why) }
    }
    explored.beginChecking(board.options.checks.subtracting(.history))
  }

  /// Searches until all is visited, or there is no time or step left; whether all was visited.
  func run() -> Bool {
    let depthMax = board.options.depthMax ?? .max
    _ = states.insert(explored.digest, depth: 0)
    push()
    while let frame = frames.last {
      guard goesOn() else { return false }
      let table = tables[frame.table]
      guard frame.done < table.lines.count, frames.count <= depthMax else {
        frames.removeLast()
        if let below = frames.last, let fault = goBack(to: below) { report(fault) }
        continue
      }
      // Each job begins elsewhere, so that they meet different states.
      let count = table.lines.count
      let line = (frame.done + job * count / board.options.jobCount) % count
      frames[frames.count - 1].done += 1
      frames[frames.count - 1].line = line
      if !step(table.lines[line].command, table.lines[line].text, frame) { return false }
    }
    return true
  }

  /// Runs a line at a state; whether the search can go on.
  private func step(_ command: PreparedCommand, _ text: String, _ frame: Frame) -> Bool {
    stepCount += 1
    let changes = explored.changeCount
    board.system.onLine?(job, frames.count - 1, text)
    if let fault = runner.run(command, text) {
      report(fault)
      if explored.changeCount == changes { return true }
      if goBack(to: frame) != nil { return false }
      return true
    }
    if explored.changeCount == changes { return true }
    changeCount += 1
    let (isNew, depth) = states.insert(explored.digest, depth: frames.count)
    // One that was met farther away may lead on where the depth ended before; without a depth nothing ended there.
    if isNew || board.options.depthMax != nil && depth > frames.count {
      push()
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

  private func push() {
    frames.append(Frame(point: explored.point, digest: explored.digest, table: table()))
  }

  /// The lines of the present state; most states share them with others.
  private func table() -> Int {
    var trials: [[ArgumentTrial]] = []
    for command in composer.commands {
      for parameter in command.parameters { trials.append(explored.trials(for: parameter)) }
    }
    if let known = tables.lastIndex(where: { $0.trials == trials }) { return known }
    let lines = composer.all(in: explored).compactMap { invocation in
      runner.read(invocation.text).map { (invocation, invocation.text, $0) }
    }
    tables.append(LineTable(trials: trials, lines: lines))
    return tables.count - 1
  }

  private func goesOn() -> Bool {
    if stepCount < Board.pieceCount { return true }
    let goesOn = board.goesOn(steps: stepCount, changes: changeCount)
    (stepCount, changeCount) = (0, 0)
    return goesOn
  }

  /// What was not yet told of.
  func finish() { _ = board.goesOn(steps: stepCount, changes: changeCount) }

  private func report(_ fault: Fault) {
    guard board.isNew(fault) else { return }
    let path = frames.map { tables[$0.table].lines[$0.line].invocation }
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
