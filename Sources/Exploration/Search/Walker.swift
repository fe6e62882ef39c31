import CommandLanguage
import Simulator

/// A job that makes random walks through a world, and prefers variants of walks that led to new features.
///
/// A walk has a random subset of the commands, a random share of the world's own commands, and a random length (Groce
/// and others, “Swarm testing”, 2012). Most lines name an object of the last line that changed something, since faults
/// often need several commands about one object. Half of the walks begin with a mutation of a walk that led to a new
/// feature of the state, or with parts of two such walks.
final class Walker {
  private let world: ExploredWorld
  private let board: Board
  private let job: SearchJob
  private let composer: Composer
  private var random: SplitMix
  private var states = StateSet()
  private var memory = WalkMemory()
  private var idleLines = IdleLines()
  /// The world's own commands.
  private let own: [Int]
  /// The commands that exist in every world.
  private let standard: [Int]
  private var moves: MoveLines
  private var selections: FollowedSelections
  /// For each command, a Boolean value that indicates whether its effect depends on the history, which is not part of a
  /// state's digest.
  private let isAboutThePast: [Bool]
  /// The share of the world's own commands in the lines of the present walk, in eighths.
  private var ownShare = 8
  /// The weighted number of tries of each command. A line that changes something counts twice, so that commands that
  /// seldom succeed are tried more often. A line that succeeds without a change, such as a query, counts four times.
  private var tries: [Int]
  /// For each command, a Boolean value that indicates whether a line of the command has succeeded.
  private var succeeded: [Bool]
  /// For each command, a Boolean value that indicates whether the walk may use it.
  private var isUsed: [Bool]
  /// A Boolean value that indicates whether the walk also has lines of ``LanguageLines``.
  private var usesLanguage = false
  /// The command that is repeated, and the number of repetitions left.
  private var burst = (command: 0, count: 0)
  /// The objects in the last line that changed something, as they are typed.
  private var lastObjects: [String] = []
  /// The feed in which faults are injected; `nil` for none.
  private var feed: FaultyFeed?
  private let feedIndex: Int?
  /// The command that restarts the random numbers.
  private let seedIndex: Int?
  /// A Boolean value that indicates whether a walk has drawn random numbers.
  private var drawsNumbers = false
  /// The significant numbers of the present state; `nil` if they have not been computed.
  private var numbers: [Int]?
  private var walkCount = 0

  /// A Boolean value that indicates whether a word of the last new state is rare, so that commands which failed
  /// elsewhere may succeed.
  private var isInRareState = false

  /// The number of consecutive known states after which a walk ends.
  private static let staleCountMax = 24
  private static let shortestLength = 4
  /// A walk has at least one line for each group of this many lines that every walk runs first.
  private static let prefixShare = 16
  /// The shares of the commands that a walk may use, in eighths. A walk chooses one of them.
  private static let usedShares = [8, 7, 6, 4]
  /// The shares of the world's own commands in the lines of a walk, in eighths. A walk chooses one of them.
  private static let ownShares = [8, 7, 5, 2]
  /// The share of lines with an object of the last line that changed something, in eighths, and the number of lines
  /// from which one is chosen.
  private static let (relatedShare, relatedTryCount) = (6, 3)
  /// The number of consecutive lines that a feed may drop or hold back before the walk ends.
  private static let missingCountMax = 100
  /// One in this many walks that begin with a kept walk adds observers, and lines that change what they observe.
  private static let observedShare = 3

  init(_ world: ExploredWorld, _ board: Board, job: Int) {
    self.world = world
    self.board = board
    self.job = SearchJob(world, board, number: job)
    composer = Composer(
      world.commands, world.constants, sparesSchedules: !board.options.commandNames.contains("cancel"))
    let number = board.options.number(ofJob: job).number
    random = SplitMix(seed: board.options.seed &+ UInt64(number) &* 0xD1B5_4A32_D192_ED03)
    tries = world.commands.map { _ in 0 }
    succeeded = world.commands.map { _ in false }
    isUsed = world.commands.map { _ in true }
    own = world.commands.indices.filter { world.isOwn(world.commands[$0]) }
    standard = world.commands.indices.filter { !world.isOwn(world.commands[$0]) }
    moves = MoveLines(composer: composer)
    selections = FollowedSelections(composer: composer, seed: ~board.options.seed &- UInt64(number))
    isAboutThePast = world.commands.map { $0.traits.contains(.aboutThePast) }
    feed = FaultyFeed(of: world, board.options)
    feedIndex = feed.flatMap { feed in world.commands.firstIndex { $0.name == feed.command } }
    seedIndex = world.commands.firstIndex { $0.name == "seed" }
  }

  /// The whole numbers in the conditions of rules and of the search.
  private var constants: [Int] { world.constants.numbers }
  private var isGuided: Bool { board.options.goal != nil }
  /// A Boolean value that indicates whether walks may contain lines that no option asks for.
  private var isFree: Bool { !isGuided && board.options.commandNames.isEmpty }
  private var language: LanguageLines {
    LanguageLines(commands: world.commands, own: own, composer: composer)
  }

  /// Walks until no steps or no time are left.
  ///
  /// - Parameter countsStates: whether to count the states; `false` if a search of every state follows.
  func run(countsStates: Bool = true) throws {
    let (number, count) = board.options.number(ofJob: job.number)
    for (index, lines) in board.options.corpus.enumerated() where index % count == number {
      try walk(along: lines.map { .line(Invocation(line: $0)) }, knownCount: 0)
    }
    repeat {
      choose()
      if memory.kept.isEmpty || random.oneIn(2) {
        try walk(along: seeded(), knownCount: 0)
      } else {
        var (steps, knownCount) = PlannedStep.plan(of: &memory, isGuided: isGuided, &random)
        if isFree, random.oneIn(Self.observedShare) {
          steps += Array(repeating: .observer, count: 1 + random.below(3))
          ownShare = 8
        }
        try walk(along: steps, knownCount: knownCount)
      }
    } while job.addSteps()
    if countsStates { board.addStates(states.count, byteCount: states.byteCount) }
    job.addCounts(isOver: true)
  }

  /// The checks of the present walk. One walk in eight is not undone and redone, since moving through the history would
  /// update views that the lines wrongly left out of date.
  private var checks: CheckService.Scope {
    walkCount % 8 == 5 ? board.options.checks.subtracting(.history) : board.options.checks
  }

  /// Chooses the commands of a walk: all of them, or a random subset.
  private func choose() {
    let share = Self.usedShares[random.below(Self.usedShares.count)]
    for command in isUsed.indices { isUsed[command] = random.below(8) < share }
    if !isUsed.contains(true) { isUsed[random.below(isUsed.count)] = true }
    ownShare = Self.ownShares[random.below(Self.ownShares.count)]
    burst.count = 0
    lastObjects = []
    isInRareState = false
    usesLanguage = isFree && random.oneIn(4)
  }

  /// Returns the first step of a walk that is not derived from another: a short history for about one walk in four, and
  /// another seed for half of the other walks if the world draws random numbers.
  private func seeded() -> [PlannedStep] {
    if isFree, walkCount % 4 == 3 {
      return [.line(Invocation(line: "set history \(1 + random.below(3))"))]
    }
    guard drawsNumbers, let seedIndex, random.oneIn(2) else { return [] }
    let line = Invocation(seedIndex, of: world.commands, argument: "\(1 + random.below(1_000))")
    return [.line(line)]
  }

  // MARK: One walk

  /// - Parameter knownCount: the number of first steps that an earlier walk has made and checked.
  private func walk(along steps: [PlannedStep], knownCount: Int) throws {
    let runner = try job.session.begin()
    let checking = runner.checking
    runner.beginWalk()
    walkCount += 1
    // Separates the lines from those of the previous walk.
    job.announce("", depth: 0)
    let notesCoverage = board.options.keepsCorpus || walkCount % 8 == 1
    if notesCoverage { world.coverage.note(in: runner.session) }
    numbers = nil
    // Every walk runs the lines of the prefix again, so walks are longer after a long prefix.
    let least = board.options.prefix.count / Self.prefixShare
    let depthMax = board.options.depthMax ?? max(ExplorationOptions.usualDepth, least)
    let drawn = (Self.shortestLength << random.below(5), Self.shortestLength << random.below(4))
    let length = min(depthMax, max(least, drawn.0, steps.count + drawn.1))
    var path: [Invocation] = []
    // The lines of the path without those that changed nothing. These would only cost time in a later walk.
    var effective: [Invocation] = []
    var position = 0
    feed?.begin()
    moves.begin()
    selections.begin()
    var progress = WalkProgress(distance: runner.goalDistance ?? .max)
    while path.count < length, job.continues() {
      guard let line = next(&position, of: steps, knownCount, in: runner) else { break }
      if path.count == knownCount, !isGuided {
        checking.begin(checks, phase: walkCount)
      }
      if isFree, path.count >= knownCount {
        selections.add(in: runner, numbers ?? constants, after: path.count)
      }
      path.append(line)
      let (changes, state) = (checking.changeCount, checking.digest)
      let text = line.text
      job.announce(text, depth: path.count - 1)
      job.countStep()
      let faults = runner.run(text)
      note(line, hasSucceeded: runner.hasSucceeded, hasChanged: checking.changeCount != changes)
      if let fault = faults.first(where: { !passes($0, path) }) {
        job.announce("", depth: path.count)
        if notesCoverage { _ = board.cover(world.cells(exercisedBy: runner.session)) }
        return report(fault, path)
      }
      if !faults.isEmpty { progress.hasViolation = true }
      if checking.changeCount == changes {
        if line.command < 0 {
          effective.append(line)
        } else if !isAboutThePast[line.command] {
          idleLines.note(text, in: state)
        }
        continue
      }
      effective.append(line)
      moves.note(line, in: runner.session)
      job.countChange()
      lastObjects = line.objectNames(world.commands)
      judge(runner, effective, isKnown: path.count < knownCount, &progress)
      if progress.staleCount > Self.staleCountMax { break }
    }
    if !drawsNumbers { drawsNumbers = runner.session.world.hasDrawnNumbers }
    checking.finish()
    // Announces that the last line and its checks have ended.
    job.announce("", depth: max(1, path.count))
    while let fault = checking.takeFault() {
      guard passes(fault, path) else { return report(fault, path) }
      progress.hasViolation = true
    }
    // A scenario of a corpus must not record a violation as its expected output.
    if notesCoverage { cover(runner, path, effective, isKept: !progress.hasViolation) }
    // A search with chosen checks makes no others.
    if !isGuided, board.options.checks == .search, random.oneIn(24), !board.isStopped { checkSave(path) }
    if !isGuided, board.options.faults.contains(.store), !board.isStopped { checkStore(path) }
  }

  /// Stores the walk if it led to a new feature, or nearer to the condition of the search.
  private func judge(
    _ runner: LineRunner, _ path: [Invocation], isKnown: Bool, _ progress: inout WalkProgress
  ) {
    let command = path[path.count - 1].command
    defer { progress.lastCommand = command }
    numbers = nil
    guard states.insert(runner.checking.digest).isNew else {
      if !isKnown { progress.staleCount += 1 }
      return
    }
    progress.staleCount = 0
    let outline = runner.session.outline
    numbers = meaningful(outline)
    let pair =
      UInt64(truncatingIfNeeded: progress.lastCommand + 1) << 20 | UInt64(truncatingIfNeeded: command + 1)
    let word = memory.note(outline.words)
    isInRareState = memory.isRare(outline.words)
    let new = memory.note(outline.features)
    let isNewPair = memory.note([(pair &* 0x9E37_79B9_7F4A_7C15) >> 7]) != nil
    var isNearer = false
    if isGuided, let distance = runner.goalDistance, distance < progress.distance {
      progress.distance = distance
      isNearer = true
    }
    if !isKnown, word != nil || new != nil || isNewPair || isNearer {
      memory.keep(
        path, reaching: word ?? new, isWord: word != nil, distance: progress.distance, &random)
    }
  }

  private func note(_ line: Invocation, hasSucceeded: Bool, hasChanged: Bool) {
    job.count(line, hasSucceeded: hasSucceeded)
    guard line.command >= 0, hasSucceeded else { return }
    tries[line.command] += hasChanged ? 1 : 3
    succeeded[line.command] = true
  }

  /// Returns the next line of a walk, unless the feed drops it or holds it back; `nil` if none can be generated.
  private func next(
    _ position: inout Int, of steps: [PlannedStep], _ knownCount: Int, in runner: LineRunner
  ) -> Invocation? {
    for _ in 0..<Self.missingCountMax {
      if let due = feed?.takeDue() { return due }
      guard let line = line(at: position, of: steps, in: runner) else { return nil }
      position += 1
      guard feed != nil else { return line }
      if position <= knownCount {
        feed?.note(known: line)
        return line
      }
      if let delivered = feed?.deliver(line, &random) { return delivered }
    }
    return nil
  }

  private func line(
    at position: Int, of steps: [PlannedStep], in runner: LineRunner
  ) -> Invocation? {
    guard position < steps.count else { return next(in: runner) }
    switch steps[position] {
    case .line(let line): return line
    case .command(let command):
      return made(command, in: runner) ?? next(in: runner)
    case .observer:
      return language.observer(&random, in: runner.session, numbers ?? constants) ?? next(in: runner)
    }
  }

  /// Returns a line of a command with arguments that suit the present state.
  private func made(_ command: Int, in runner: LineRunner) -> Invocation? {
    let numbers = numbers ?? meaningful(runner.session.outline)
    self.numbers = numbers
    return composer.random(command, &random, in: runner.session, numbers)
  }

  /// Returns the numbers in the rules and in a state, and half as many numbers derived from them: differences, for
  /// example for remainders, and multiples of tenths, for example for percentages.
  private func meaningful(_ outline: StateOutline) -> [Int] {
    let known = constants + outline.numbers
    if known.isEmpty { return [] }
    let derived = (0..<(known.count + 1) / 2).map { _ in
      let number = known[random.below(known.count)]
      return random.oneIn(2)
        ? number &- known[random.below(known.count)] : number / 10 &* (1 + random.below(9))
    }
    return known + derived
  }

  /// Returns a random line; `nil` if none can be generated.
  ///
  /// The line repeats the last command, waits for a deadline, states a broken law, uses the language, moves through the
  /// history, or is a message of the feed. Otherwise, it is a line of one of the walk's commands, preferably of one
  /// that was seldom tried. Most lines that are known to change nothing in the present state are skipped.
  private func next(in runner: LineRunner) -> Invocation? {
    if burst.count > 0 {
      burst.count -= 1
      if let line = made(burst.command, in: runner) { return line }
      burst.count = 0
    }
    if random.oneIn(8), let line = moves.toDeadline(&random, in: runner.session) { return line }
    if isFree, random.oneIn(4),
      let line = language.brokenLaw(&random, in: runner.session, numbers ?? constants)
    {
      return line
    }
    if usesLanguage, random.oneIn(4),
      let line = language.random(&random, in: runner.session, numbers ?? constants)
    {
      return line
    }
    if let line = moves.throughHistory(&random, in: runner.session, numbers ?? constants) { return line }
    if let feedIndex, isUsed[feedIndex], random.oneIn(4), let line = made(feedIndex, in: runner) {
      return line
    }
    // A command that has never succeeded may succeed in the present state. A failure does not change the state.
    let failing = own.filter { !succeeded[$0] }
    if !failing.isEmpty, random.oneIn(isInRareState ? 2 : 5),
      let line = related(failing[random.below(failing.count)], in: runner)
    {
      return line
    }
    for attempt in 0..<40 {
      let isOwn = standard.isEmpty || !own.isEmpty && random.below(8) < ownShare
      let commands = isOwn ? own : standard
      let (one, other) = (commands[random.below(commands.count)], commands[random.below(commands.count)])
      let command = tries[one] <= tries[other] ? one : other
      // After 20 attempts, all commands are allowed, since those of the walk may have no candidates in this state.
      if attempt < 20, !isUsed[command] { continue }
      // A command that has no candidates in this state still counts as seldom tried.
      guard let line = related(command, in: runner) else { continue }
      if attempt < 20, idleLines.contains(line.text, in: runner.checking.digest) { continue }
      tries[command] += 1
      if random.oneIn(16) { burst = (command, 1 + random.below(8)) }
      return line
    }
    return nil
  }

  /// Returns a line of a command, mostly with an object of the last line that changed something.
  private func related(_ command: Int, in runner: LineRunner) -> Invocation? {
    guard let line = made(command, in: runner) else { return nil }
    if lastObjects.isEmpty || random.below(8) >= Self.relatedShare { return line }
    var related = line
    for _ in 0..<Self.relatedTryCount {
      if related.objectNames(world.commands).contains(where: lastObjects.contains) { return related }
      related = made(command, in: runner) ?? related
    }
    return related
  }

  private func cover(
    _ runner: LineRunner, _ path: [Invocation], _ effective: [Invocation], isKept: Bool
  ) {
    let new = board.cover(world.cells(exercisedBy: runner.session))
    guard !new.isEmpty else { return }
    memory.keep(effective, distance: .max, &random)
    guard board.options.keepsCorpus, isKept else { return }
    let minimiser = Minimiser(session: job.session, isInterrupted: board.system.isInterrupted) { [job] in
      job.announce($1, depth: $0)
    }
    board.keep(minimiser.entry(reaching: new, path))
  }

  // MARK: Faults

  private func checkSave(_ path: [Invocation]) {
    let lines = path.map(\.text)
    check(path) { try Reproducer(session: job.session).sessionFault(of: lines) }
  }

  /// Runs the first lines of a walk in a session with a store, and injects a fault of the store during the last one.
  private func checkStore(_ path: [Invocation]) {
    guard !path.isEmpty else { return }
    let storeFault = StoreFault(&random)
    let path = Array(path.prefix(1 + random.below(path.count)))
    let reproducer = Reproducer(session: job.session, storeFault: storeFault)
    check(path, storeFault) { try reproducer.sessionFault(of: path.map(\.text), lookingFor: .journal) }
  }

  /// Reports a fault of a walk as a whole. If the check throws an error, the search continues without the check, since
  /// the error is not a fault of the world.
  private func check(
    _ path: [Invocation], _ storeFault: StoreFault? = nil, _ fault: () throws -> Fault?
  ) {
    do {
      if let fault = try fault() { report(fault, path, storeFault) }
    } catch {
      board.note(problem: Explanation(of: error).message)
    }
  }

  /// Returns a Boolean value that indicates whether the walk goes on behind a fault.
  private func passes(_ fault: Fault, _ path: [Invocation]) -> Bool {
    guard !isGuided, job.passes(fault, of: path) else { return false }
    if fault.kind == .invariant { moves.brokenRules.insert(fault.subject) }
    return true
  }

  private func report(_ fault: Fault, _ path: [Invocation], _ storeFault: StoreFault? = nil) {
    if let watching = selections.path(path, showing: fault) {
      // The lines run again, because the step of the watch may change what moves through the history do.
      let shown = Reproducer(session: job.session).fault(of: watching.map(\.text), lookingFor: .view)
      if let shown { _ = job.report(shown.fault, of: watching, in: job.session) }
      return
    }
    let isGoal = fault.kind == .reached || fault.kind == .never
    let isFinding = isGuided == isGoal && job.report(fault, of: path, storeFault, in: job.session)
    // If a rule was broken only because of a constraint, it may still have a fault, so walks wait for its deadlines.
    if fault.kind == .invariant, isFinding || isGuided { moves.brokenRules.insert(fault.subject) }
  }
}
