import CommandLanguage
import Simulator
import Synchronization
import TerminalText

/// An exploration of a world, which runs generated commands in sessions and searches for faults.
///
/// ```swift
/// let result = try Explorer(world, options, system).run()
/// ```
public struct Explorer: Sendable {
  private let world: ExploredWorld
  private let options: ExplorationOptions
  private let system: ExplorationSystem

  /// Creates an explorer.
  ///
  /// - Throws: an ``ExplorationError`` if there is nothing to explore or the initial state has a fault, or the error of
  ///   creating a session.
  public init(
    _ world: ExploredWorld, _ options: ExplorationOptions, _ system: ExplorationSystem = ExplorationSystem()
  ) throws {
    var options = options.bounded
    let start = try Self.start(world, &options)
    self.options = options
    self.system = system
    self.world = try Self.choose(world, options, start.session)
    try check(start)
  }

  /// Runs the first lines in a new session. Removes those from the options that reached a limit without an effect, such
  /// as an endless loop at the prompt, because each walk would run them again.
  ///
  /// - Throws: an ``ExplorationError`` if a line fails that is not expected to, or the error of creating a session.
  private static func start(_ world: ExploredWorld, _ options: inout ExplorationOptions) throws -> LineRunner
  {
    let runner = try LineRunner(world, seed: options.seed)
    let session = runner.session
    var prefix: [String] = []
    var failingLines: Set<Int> = []
    for (index, line) in options.prefix.enumerated() {
      let before = (runner.checking.changeCount, session.declarationCount)
      _ = runner.run(line)
      if options.failingLines.contains(index) {
        if session.reachedLimit != nil, before == (runner.checking.changeCount, session.declarationCount) {
          continue
        }
        failingLines.insert(prefix.count)
      } else if let problem = session.failure {
        throw ExplorationError("this world cannot start with \(Quoting.message(line)): \(problem.message)")
      }
      prefix.append(line)
    }
    (options.prefix, options.failingLines) = (prefix, failingLines)
    return runner
  }

  /// Checks that the world has the parts in which faults are to be injected.
  private func checkFaults() throws {
    if options.faults.isEmpty { return }
    if options.isExhaustive, options.isDepthFirst || options.faults.contains(.feed) {
      throw ExplorationError(
        "in a search of every state, only faults of the store can be injected, and only breadth first")
    }
    if options.faults.contains(.store), world.journalProblem == nil {
      throw ExplorationError("this world cannot be kept in a store")
    }
    guard options.faults.contains(.feed) else { return }
    guard let feed = world.feedCommand else {
      throw ExplorationError("this world has no feed")
    }
    guard world.commands.contains(where: { $0.name == feed }) else {
      throw ExplorationError(
        "faults of a feed need the command \(Quoting.message(feed)), which is not among the commands to try"
      )
    }
  }

  /// Checks that the search can be kept in files, and that it can continue from the present contents of these files.
  private func checkStorage() throws {
    guard let storage = system.storage else { return }
    if !options.isExhaustive || options.isDepthFirst || !options.graphExpressions.isEmpty {
      throw ExplorationError("only a breadth-first search of every state, without a graph, is kept in files")
    }
    _ = try SearchProgress.load(storage, search: options.search)
  }

  /// Returns the world with the commands to try.
  ///
  /// - Parameter session: a session after the first lines.
  private static func choose(
    _ world: ExploredWorld, _ options: ExplorationOptions, _ session: CommandSession
  ) throws -> ExploredWorld {
    var world = world
    let definitions = session.definedCommands
    // Variables are not part of a state, so a search that compares states cannot explore what sets them.
    let setting = options.isExhaustive || options.goal != nil ? session.definitionsThatSetVariables : []
    if let name = options.commandNames.first(where: setting.contains) {
      throw ExplorationError(
        "the definition \(Quoting.message(name)) sets a variable, which is not part of a state, so only random walks without a condition can explore it"
      )
    }
    world.commands += definitions.filter { !setting.contains($0.name) }
    world.constants = session.constants(
      of: session.world.ruleTexts + (options.goal.map { [$0.condition] } ?? []))
    for name in options.commandNames where !world.commands.contains(where: { $0.name == name }) {
      let near = NearNames.nearest(to: name, among: world.commands.map(\.name))
      throw ExplorationError(
        "there is no command \(Quoting.message(name)) to explore" + (near.map { ", but “\($0)”" } ?? ""))
    }
    if !options.commandNames.isEmpty {
      world.commands.removeAll { !options.commandNames.contains($0.name) }
      return world
    }
    var own = world
    own.commands.removeAll(where: world.isSubstitute)
    let actions = own.commands.filter(world.isOwn)
    let canBeTried = Composer(actions).all(in: session).contains { !$0.isExpectedToFail }
    return canBeTried ? own : world
  }

  /// Checks that the search can be made, and that the state where it begins has no fault.
  ///
  /// - Parameter runner: a session after the first lines.
  private func check(_ runner: LineRunner) throws {
    if world.commands.isEmpty { throw ExplorationError("no command may be explored") }
    try checkFaults()
    try checkStorage()
    runner.checking.begin(options.checks)
    if let fault = runner.checking.checkNow() {
      throw ExplorationError("before the first step: \(fault.message)")
    }
    if let goal = options.goal {
      if let problem = runner.lookFor(goal) { throw ExplorationError(problem) }
    }
    for text in options.graphExpressions {
      if let problem = runner.problem(ofExpression: text) { throw ExplorationError(problem) }
    }
    let texts =
      runner.session.world.ruleTexts + runner.session.definitionTexts + options.graphExpressions
      + (options.goal.map { [$0.condition] } ?? [])
    for kind in options.symmetricKinds {
      if let why = runner.session.world.treatAsInterchangeable(objectsOf: kind, unlessNamedIn: texts) {
        throw ExplorationError(why)
      }
    }
    if Composer(world.commands).all(in: runner.session).allSatisfy(\.isExpectedToFail) {
      throw ExplorationError("no command has candidates for all its arguments, so nothing can be tried")
    }
  }

  /// Explores until no steps or no time are left, or every state is visited.
  ///
  /// A search for a condition begins with a short breadth-first search, whose first path is a shortest one, and a few
  /// random walks. Another breadth-first search follows, until half of the steps are used. If a walk has found a path,
  /// this search looks only for shorter paths, and ends earlier. If there is still no path and not every state was
  /// visited, random walks use the remaining steps.
  ///
  /// - Throws: the error of creating a session.
  public func run() throws -> ExplorationResult {
    let board = Board(options, system, world)
    if let goal = options.goal, try JobSession(world, options).begin().goalDistance == 0 {
      board.add(
        FoundFault(
          fault: goal.faultAtStart, lines: [], seed: options.seed, stepCount: 0, prefix: options.prefix))
      return board.result(isComplete: false, isShortest: true)
    }
    if options.goal != nil, !options.isExhaustive {
      // Most conditions can be reached with a few commands.
      board.beginPhase(share: Self.firstShare)
      let isSmall = try searchBreadthFirst(board)
      if board.witnessLength != nil { return board.result(isComplete: false, isShortest: true) }
      if isSmall || board.isInterrupted { return board.result(isComplete: isSmall) }
      board.beginPhase(share: Self.firstWalksShare)
      // There is one job, so that the result does not depend on the speed of several.
      try walk(board, jobCount: 1, countsStates: false)
      let known = board.witnessLength
      board.beginPhase(share: known == nil ? 0.5 : Self.shorterShare)
      let isComplete = try searchBreadthFirst(board)
      if let length = board.witnessLength {
        return board.result(isComplete: false, isShortest: isComplete || length != known)
      }
      if isComplete || board.isInterrupted { return board.result(isComplete: isComplete) }
      board.beginPhase(share: 1)
    }
    guard options.isExhaustive else {
      if options.keepsCorpus { try coverCorpus(board) }
      try walk(board)
      return board.result(isComplete: false)
    }
    let isComplete = try options.isDepthFirst ? searchDepthFirst(board) : searchBreadthFirst(board)
    return board.result(
      isComplete: isComplete, isShortest: !options.isDepthFirst && board.witnessLength != nil)
  }

  /// The share of all steps after which the first breadth-first search for a condition ends.
  private static let firstShare = 0.02
  /// The share of all steps after which the first walks end.
  private static let firstWalksShare = 0.05
  /// The share of all steps after which the search for shorter paths ends.
  private static let shorterShare = 0.15

  /// Records the coverage of the corpus, so that only walks that reach other cells are added to the corpus.
  private func coverCorpus(_ board: Board) throws {
    let session = JobSession(world, options)
    for lines in options.corpus {
      let runner = try session.begin()
      world.coverage.note(in: runner.session)
      for line in lines { _ = runner.run(line) }
      _ = board.cover(world.cells(exercisedBy: runner.session))
    }
  }

  private func walk(_ board: Board, jobCount: Int? = nil, countsStates: Bool = true) throws {
    _ = try concurrently(jobCount: jobCount) { job in
      try Walker(world, board, job: job).run(countsStates: countsStates)
      return true
    }
  }

  private func searchBreadthFirst(_ board: Board) throws -> Bool {
    let shared = try BreadthShared(world.searchable.commands, board)
    if let progress = shared.progress {
      board.restore(progress)
      _ = try concurrently(jobCount: 1) { job in
        try BreadthSearch(world, board, shared, job: job).restoreTables(progress)
        return true
      }
    }
    let isComplete = try concurrently { try BreadthSearch(world, board, shared, job: $0).run() }
    let counts = shared.states.counts
    board.noteStates(counts.states, byteCount: counts.bytes + shared.levels.peakByteCount)
    try shared.save(board)
    return isComplete
  }

  private func searchDepthFirst(_ board: Board) throws -> Bool {
    let (states, work) = (SharedStates(jobCount: options.jobCount), SharedWork())
    let tables = LineTables(world.searchable.commands, options)
    let isComplete = try concurrently { try DepthSearch(world, board, states, work, tables, job: $0).run() }
    let counts = states.counts
    board.addStates(counts.states, byteCount: counts.bytes)
    return isComplete
  }

  /// Runs `body` for each job on a thread of its own, and throws the first error.
  ///
  /// - Returns: whether all calls returned `true`.
  private func concurrently(
    jobCount: Int? = nil, _ body: @escaping @Sendable (Int) throws -> Bool
  ) throws -> Bool {
    let result = Mutex(Result<Bool, any Error>.success(true))
    system.concurrently(jobCount ?? options.jobCount) { job in
      let mine = Result { try body(job) }
      result.withLock {
        guard case .success(let others) = $0 else { return }
        $0 = mine.map { $0 && others }
      }
    }
    return try result.withLock { $0 }.get()
  }
}
