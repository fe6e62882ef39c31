import CommandLanguage
import Scenarios

/// Walks through a world by chance, and prefers what was not seen yet.
///
/// Each walk is a fresh session. Half of them begin with a path that led to something new; one that meets nothing new
/// for a while ends.
final class Walker {
  private let world: ExploredWorld
  private let board: Board
  private let job: Int
  private let composer: Composer
  private var random: SplitMix
  private var states = StateSet()
  /// The number of tries of each command.
  private var tries: [Int]
  /// Paths that led to something new, the oldest given up first.
  private var worthy: [[Invocation]] = []
  private var stepCount = 0
  private var changeCount = 0
  /// The session of the walk before; `nil` while no walk has begun.
  private var previous: (any ExploredSession)?

  private static let worthyCountMax = 128
  /// The number of known states in a row after which a walk ends.
  private static let staleCountMax = 12

  init(_ world: ExploredWorld, _ board: Board, job: Int) {
    self.world = world
    self.board = board
    self.job = job
    composer = Composer(world.commands)
    random = SplitMix(seed: board.options.seed &+ UInt64(job) &* 0xD1B5_4A32_D192_ED03)
    tries = world.commands.map { $0.traits.contains(.direct) ? 3 : 0 }
  }

  /// Walks until there is no time or step left.
  func run() throws {
    for (index, lines) in board.options.corpus.enumerated() where index % board.options.jobCount == job {
      try walk(along: lines.map { Invocation(line: $0) }, isChecked: false)
    }
    repeat {
      let isFresh = worthy.isEmpty || random.oneIn(2)
      try walk(along: isFresh ? [] : worthy[random.below(worthy.count)], isChecked: true)
    } while goesOn(isPiece: false)
    board.addStates(states.count, byteCount: states.byteCount)
  }

  private func goesOn(isPiece: Bool) -> Bool {
    if isPiece, stepCount < min(Board.pieceCount, board.options.stepCountMax ?? .max) { return true }
    let goesOn = board.goesOn(steps: stepCount, changes: changeCount)
    (stepCount, changeCount) = (0, 0)
    return goesOn
  }

  /// - Parameter isChecked: whether an earlier walk has checked the known lines.
  private func walk(along known: [Invocation], isChecked: Bool) throws {
    let explored = try world.makeSession(board.options.seed)
    explored.beginWalk(after: previous)
    let runner = LineRunner(explored)
    for line in board.options.prefix { run(line, runner) }
    // The lines behind it are another walk's.
    board.system.onLine?(job, 0, "")
    let isChosen = random.oneIn(4)
    let notesCoverage = board.options.keepsCorpus || isChosen || previous == nil
    previous = explored
    if notesCoverage { explored.noteCoverage() }
    // What costs as much as the world is large is looked at in some walks only.
    let isThorough = random.oneIn(4)
    let checks = isThorough ? board.options.checks : board.options.checks.subtracting(.scratch)
    /// The first line that is checked.
    let checkedFrom = isChecked && !isThorough ? known.count : 0
    var path: [Invocation] = []
    var staleCount = 0
    let depthMax = board.options.depthMax ?? ExplorationOptions.usualDepth
    while path.count < depthMax, goesOn(isPiece: true) {
      guard let line = path.count < known.count ? known[path.count] : next(in: explored) else { break }
      if path.count == checkedFrom { explored.beginChecking(checks) }
      path.append(line)
      let changes = explored.changeCount
      let text = line.text
      board.system.onLine?(job, path.count - 1, text)
      if let fault = run(text, runner) {
        report(fault, path)
        return
      }
      if explored.changeCount == changes { continue }
      changeCount += 1
      if states.insert(explored.digest).isNew {
        staleCount = 0
        if path.count >= known.count, random.oneIn(8) { keep(path) }
      } else {
        staleCount += 1
        if path.count > known.count, staleCount > Self.staleCountMax { break }
      }
    }
    if notesCoverage { cover(explored, path) }
    if isThorough, random.oneIn(2), !board.isStopped { checkSave(path) }
  }

  @discardableResult
  private func run(_ line: String, _ runner: LineRunner) -> Fault? {
    stepCount += 1
    return runner.run(line)
  }

  /// A line of one of the commands that were tried least, mostly.
  private func next(in explored: any ExploredSession) -> Invocation? {
    for _ in 0..<20 {
      let (one, other) = (random.below(tries.count), random.below(tries.count))
      let command = tries[one] <= tries[other] ? one : other
      // What only asks is asked less often.
      tries[command] += world.commands[command].traits.contains(.direct) ? 4 : 1
      if let line = composer.random(command, &random, in: explored) { return line }
    }
    return nil
  }

  private func keep(_ path: [Invocation]) {
    if worthy.count >= Self.worthyCountMax { worthy.remove(at: random.below(worthy.count)) }
    worthy.append(path)
  }

  private func cover(_ explored: any ExploredSession, _ path: [Invocation]) {
    let new = board.cover(explored.exercised)
    guard !new.isEmpty else { return }
    keep(path)
    guard board.options.keepsCorpus else { return }
    board.keep(Minimiser(world: world, options: board.options).entry(reaching: new, path))
  }

  // MARK: Faults

  private func checkSave(_ path: [Invocation]) {
    let lines = path.map(\.text)
    let reproducer = Reproducer(world: world, seed: board.options.seed, prefix: board.options.prefix)
    stepCount += lines.count * 4
    if let fault = try? reproducer.sessionFault(of: lines) { report(fault, path) }
  }

  private func report(_ fault: Fault, _ path: [Invocation]) {
    guard board.isNew(fault) else { return }
    let shrinking = FaultShrinking(world: world, options: board.options, onLine: board.onLine(of: job))
    board.add(shrinking.shrunk(fault, path, stepCount: board.stepCount + stepCount))
  }
}
