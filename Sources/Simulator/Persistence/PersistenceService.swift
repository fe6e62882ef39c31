public import CommandLanguage
import AutoUpdate
public import Journaling
import TerminalText
import TextViews

/// The time at which a session's changes are written to its store.
public enum Durability: String, Sendable, CaseIterable {
  /// Each line is on disk before its output is shown.
  case step
  /// Lines are written in groups of bounded size and duration, before their output is shown.
  case group
}

/// The service that stores a session's world.
public final class PersistenceService: SessionService {
  unowned let simulation: Simulation
  /// The connection between the session and its store; `nil` if none is open.
  public private(set) var journal: StoreJournal?
  /// The setting `durability`. The driver chooses the default.
  public var durability = Durability.step
  /// A Boolean value that indicates whether lines are written in groups at present, regardless of ``durability``.
  public var isBatch = false
  /// A closure that returns a Boolean value that indicates whether the time of the current group of lines is over. The
  /// driver sets the closure, because the driver has a clock.
  public var isGroupOver: () -> Bool = { true }
  /// A Boolean value that indicates whether a line is running or a group is open, so that other connections are locked
  /// out.
  public private(set) var isHolding = false
  /// The number of lines with changes that are not on disk.
  public private(set) var unwrittenLineCount = 0
  private var lineCount = 0
  private var newsCount = 0
  private var commitCount = 0
  /// A Boolean value that indicates whether the schedules and obligations that are new to the store have begun.
  private var hasBegun = false
  /// The point of the history before the steps of these schedules and obligations, and the number of commits after
  /// them; `nil` if they made no step, and after the line has ended.
  private var begun: (point: Int, commitCount: UInt64)?
  /// The comparison of the store's schema with the program's.
  private(set) var evolution: StoreEvolution?

  static let groupLinesMax = 1_000

  init(of simulation: Simulation) { self.simulation = simulation }

  public func reset() {
    (journal, durability, isBatch, isGroupOver, isHolding) = (nil, .step, false, { true }, false)
    (unwrittenLineCount, lineCount, newsCount, commitCount) = (0, 0, 0, 0)
    (hasBegun, begun, evolution) = (false, nil, nil)
  }

  /// Checks that all objects can be read back from a store, before a store is made.
  ///
  /// - Throws: A ``PersistenceError``.
  public func checkKinds() throws { _ = try SchemaJournal.kinds(of: simulation) }

  /// Loads the contents of a journal into the session, and stores later changes in it.
  ///
  /// Existing objects, such as those of a ``Start``, become the beginning of an empty journal. The contents of any
  /// other journal replace them. Nothing is printed.
  ///
  /// - Throws: A ``PersistenceError``.
  public func open(_ journal: any Journal) throws {
    let kinds = try SchemaJournal.kinds(of: simulation)
    let steps = simulation.past.steps
    let evolution = StoreEvolution(of: simulation)
    self.evolution = evolution
    do {
      self.journal = try simulation.store.open(journal, kinds: kinds) { journal in
        journal.evolution = evolution.journalEvolution
        journal.onLoad = { [unowned self, unowned steps, unowned journal] in
          steps.restore($0, first: $1)
          noteSchemas(of: journal, $0, first: $1)
        }
        journal.onForeign = { [unowned steps] in steps.record($0, part: $1) }
        journal.onNews = { [unowned self, unowned journal] in
          // Other sessions may have written objects that this program would lose.
          if self.evolution?.changes.isEmpty == false { self.evolution?.compare(journal) }
        }
        journal.readNumberLimit = { [unowned steps] in steps.limit }
        journal.readTick = { [unowned simulation] in simulation.tick }
      }
    } catch {
      throw PersistenceError(journal.name, error)
    }
    steps.isLineNeeded = true
    steps.onStep = { [unowned self] number, step in
      self.journal?.name(step.parts, number: number, line: simulation.past.line(of: step))
    }
    simulation.past.origin = { [unowned self] in origin(ofPart: $0) }
    simulation.past.noteUndone()
    simulation.rules.evaluateAgain()
    simulation.console.take()
  }

  /// Compares the schemas, and finds the loaded steps that belong to a migration.
  private func noteSchemas(of journal: StoreJournal, _ steps: [JournalStep], first: Int) {
    evolution?.compare(journal)
    guard let index = journal.schemas.lastIndex(where: { $0.barrier > 0 }),
      let end = steps.lastIndex(where: { $0.serial <= journal.schemas[index].barrier })
    else { return simulation.past.migrated = nil }
    let schema = journal.schemas[index]
    let start = steps.firstIndex { $0.serial > schema.since } ?? end
    simulation.past.migrated = HistoryService.Migrated(
      parts: first + min(start, end)..<first + end + 1,
      madeFields: evolution?.fields(madeBy: schema, after: index > 0 ? journal.schemas[index - 1] : nil) ?? []
    )
  }

  // MARK: Lines

  /// Begins a line: merges the steps of other sessions, and prints the changes of views.
  public func beginLine() throws {
    guard let journal, !isHolding else { return }
    try journal.explaining { () throws(JournalError) in
      try simulation.past.steps.moving { () throws(JournalError) in try journal.hold() }
    }
    isHolding = true
    reportNews()
    try beginSchedules()
  }

  /// Plans the schedules and opens the obligations that are new to the store, in the first line that runs at the last
  /// step. They are taken back if the line makes no step, because reading a store must not change it.
  private func beginSchedules() throws {
    guard let journal, !hasBegun, journal.refusal == nil, !journal.isDetached, !simulation.isInThePast
    else { return }
    let (point, commitCount) = (simulation.store.history.present, simulation.store.commitCount)
    do {
      try simulation.time.beginSchedules()
      try simulation.rules.beginObligations()
    } catch is RuleFailure {
      // A constraint refuses every change for now. This line may be the one that repairs the violation.
      return
    }
    hasBegun = true
    if simulation.store.commitCount != commitCount { begun = (point, simulation.store.commitCount) }
  }

  /// Takes back the new schedules and obligations if the line made no step of its own.
  ///
  /// - Returns: A Boolean value that indicates whether anything was taken back.
  private func takeBackSchedules() throws -> Bool {
    // Only this line may take them back: before a later line, another session may change the numbers of the steps.
    defer { begun = nil }
    guard let begun, begun.commitCount == simulation.store.commitCount else { return false }
    while simulation.store.history.present > begun.point,
      try simulation.store.history.takeBack(cause: "taken back")
    {}
    // The history may have dropped their steps.
    if simulation.store.commitCount == begun.commitCount { return false }
    simulation.memory?.dropChanges()
    simulation.console.take()
    commitCount = journal?.commitCount ?? commitCount
    hasBegun = false
    return true
  }

  /// Ends a line. It is on disk when this method returns, or part of a group that ``flush()`` writes.
  public func endLine() throws {
    lineCount += 1
    // The group's next line plans the schedules again.
    if try takeBackSchedules() { return try flush() }
    if let journal, journal.commitCount != commitCount {
      commitCount = journal.commitCount
      unwrittenLineCount += 1
    }
    // An unwritten step that the history has dropped takes memory that is not charged. A detached journal writes nothing,
    // so a line that fails for this reason must not withhold the output of others.
    if durability == .group || isBatch, lineCount < Self.groupLinesMax, !isGroupOver(),
      !simulation.past.steps.isShortOfMemory, journal?.isDetached != true
    {
      return
    }
    try flush()
  }

  /// Writes all pending lines.
  ///
  /// - Throws: A ``PersistenceError``. The session continues in memory, and later lines try again.
  public func flush() throws {
    guard let journal, isHolding else { return }
    isHolding = false
    lineCount = 0
    simulation.past.steps.isShortOfMemory = false
    try journal.explaining(journal.release)
    if journal.problem == nil { unwrittenLineCount = 0 }
  }

  /// Writes all pending lines, without a delay after a failure.
  ///
  /// - Throws: A ``PersistenceError``. The session continues in memory.
  public func retry() throws {
    // A failure occurs again below.
    try? flush()
    guard let journal, unwrittenLineCount > 0 else { return }
    do throws(JournalError) {
      try journal.retry()
    } catch {
      throw PersistenceError.unwritten(
        name: journal.journal.name, reason: error, lineCount: unwrittenLineCount)
    }
    unwrittenLineCount = 0
  }

  /// Writes all pending lines and closes the store. The session continues in memory.
  ///
  /// - Parameter retrying: Indicates whether to try again to write lines whose last attempt failed.
  /// - Throws: A ``PersistenceError`` with the number of lines that are not on disk.
  public func close(retrying: Bool = true) throws {
    defer {
      simulation.store.closeJournal()
      journal = nil
      simulation.past.steps.isLineNeeded = false
    }
    if retrying { try retry() }
  }

  /// Merges the steps of other sessions, without locking the store for writing.
  public func merge() throws {
    guard let journal, !isHolding else { return }
    try journal.explaining { () throws(JournalError) in
      try simulation.past.steps.moving { () throws(JournalError) in try journal.refresh() }
    }
    reportNews()
  }

  private func reportNews() {
    guard let journal, journal.newsCount != newsCount else { return }
    newsCount = journal.newsCount
    simulation.past.noteUndone()
    simulation.rules.evaluateAgain()
    simulation.flush()
  }

  // MARK: Reporting

  /// Messages about invalid values of fields, references to missing objects, broken constraints and invariants, and
  /// jobs that cannot run. An edited store, or a store from another version, may cause such breaches.
  public var breaches: [String] {
    simulation.objects.flatMap { $0.breaches() }.map(\.explanation.message)
      + simulation.relations.breaches().map(\.explanation.message) + simulation.rules.breachMessages
      + simulation.time.sortedJobs.compactMap { job in
        guard let block = job.block, let name = simulation.interpreter?.missingCommand(in: block) else {
          return nil
        }
        return "job \(job.id) cannot run: there is no command \(Quoting.message(name))"
      }
  }

  /// A Boolean value that indicates whether the session contains steps of other connections or earlier sessions.
  public var hasOthersSteps: Bool { journal.map { $0.hasLoaded || $0.newsCount > 0 } ?? false }

  /// Merges the steps of other sessions, and runs `body` while none of them can write. Does nothing if the store cannot
  /// be locked.
  func undisturbed(_ body: () -> Void) {
    guard let journal else { return body() }
    guard (try? journal.hold()) != nil else { return }
    body()
    try? journal.release()
  }

  /// The number of times that steps of other sessions were merged.
  var mergeCount: Int { journal?.newsCount ?? 0 }

  /// A Boolean value that indicates whether the session still has the first step of its store.
  public var hasFirstStep: Bool { simulation.past.steps.kept?.lowerBound == 0 }

  /// Returns lines that make the same steps in a new session and lead to the same position.
  ///
  /// A line as it was typed may have another effect in the new session: it may call a definition or read a variable
  /// that the store does not have, or it may have been interrupted. The result then contains the step's commands
  /// instead.
  ///
  /// - Parameter session: A new session in its initial state, which runs the lines.
  /// - Returns: The lines; `nil` if the first steps are no longer stored, or a migration changed the objects.
  public func linesOfSteps(tryingIn session: CommandSession) -> [String]? {
    let steps = simulation.past.steps
    guard let kept = steps.kept, kept.lowerBound == 0, simulation.past.migrated == nil else { return nil }
    var lines: [String] = []
    for number in kept.dropFirst() {
      var line = simulation.past.title(of: number) ?? ""
      let commands = simulation.commands(ofStep: number) ?? ""
      _ = session.run(line)
      if line != commands,
        session.world.step != number || session.world.commands(ofStep: number) != commands
      {
        _ = session.run("goto \(number - 1)")
        _ = session.run(commands)
        line = commands
      }
      lines.append(line)
    }
    return steps.present == StepPosition(step: kept.upperBound) ? lines : lines + ["goto \(steps.present)"]
  }

  /// The seed of the random numbers before the first stored step; `nil` if it is the default.
  ///
  /// - Complexity: O(changes of the history).
  public var seed: UInt64? {
    let steps = simulation.past.steps
    let past = simulation.store.pastState()
    let beginning = steps.point(after: steps.kept?.lowerBound ?? 0)
    while past.position > beginning, past.stepBack() != nil {}
    guard let seed = past[0, in: simulation.table(of: Generator.self)]?.seed, seed != 1 else { return nil }
    return UInt64(truncatingIfNeeded: seed)
  }

  /// Returns the origin of a step; `nil` if this session committed it.
  private func origin(ofPart part: Int) -> String? {
    guard let journal, let entry = journal.entry(of: part), entry.session != journal.journal.session else {
      return nil
    }
    return "session \(entry.session)"
  }

  /// The differences between the store's schema and the program's, with their consequences.
  public var differences: [SchemaDifference] { evolution?.differences(withRules: true) ?? [] }

  /// A Boolean value that indicates whether the store is read-only because differences of its schema are unresolved.
  public var isReadOnly: Bool { journal?.refusal != nil }

  /// The error of a change while differences of the store's schema are unresolved; `nil` if the store can be written.
  var refusal: PersistenceError? {
    guard let journal, let refusal = journal.refusal else { return nil }
    return PersistenceError(journal.journal.name, refusal)
  }

  func opened() throws -> StoreJournal {
    guard let journal else { throw PersistenceError.noStore }
    return journal
  }
}

extension Simulation {
  /// The persistence of the session.
  public var persistence: PersistenceService { service { PersistenceService(of: $0) } }
}
