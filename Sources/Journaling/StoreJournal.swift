package import AutoUpdate
import TerminalText

/// The connection between a store and a journal. It writes the store's commits to the journal, and merges the steps
/// that other connections write.
///
/// By default it writes each transaction with the responses to it before the call returns. Between ``hold()`` and
/// ``release()`` it collects the steps and writes them together, which a host uses for the commands of one line.
public final class StoreJournal {
  /// The journal that the commits are written to.
  public let journal: any Journal
  /// Returns the virtual time, if the host has one; called when a step is committed.
  public var readTick: () -> Int? = { nil }
  /// Returns the maximum number of step numbers that become history when the journal is loaded. The newest are loaded.
  public var readNumberLimit: () -> Int = { 10_000 }
  /// Called when loaded steps have become the history, as far as its limit allows; `first` is the history number of the
  /// first.
  public var onLoad: (_ steps: [JournalStep], _ first: Int) -> Void = { _, _ in }
  /// Called when a step of another connection has become a step of the history.
  public var onForeign: (_ step: JournalStep, _ number: Int) -> Void = { _, _ in }
  /// The program's schema, if the host has one; set it before the journal is loaded.
  public var evolution: JournalEvolution?
  /// The schemas under which the journal's steps were written, in order.
  public internal(set) var schemas: [JournalSchema] = []
  /// The names of the fields of stored objects by kind, in a journal that stores no schema.
  public internal(set) var heldFields: [String: Set<String>] = [:]
  /// The reason why nothing may be written because the schema differs. Transactions that change something fail with it;
  /// reading and merging still work.
  public var refusal: JournalError?
  /// A Boolean value that indicates whether the program's schema is written with the next step, because it differs from
  /// the journal's.
  public var writesSchema = false
  /// Called when steps of other connections have been merged.
  public var onNews: () -> Void = {}
  /// A Boolean value that indicates whether the journal held steps when it was opened.
  public internal(set) var hasLoaded = false
  /// The number of times that steps of other connections were merged.
  public internal(set) var newsCount = 0
  /// The number of commits of the store, including moves through the history, without those of other connections.
  public private(set) var commitCount = 0
  /// The reason why new steps are in memory only. Later writes retry at growing intervals; ``retry()`` does so at once.
  public internal(set) var problem: JournalError?
  /// A Boolean value that indicates whether the journal is detached and no longer read or written.
  public internal(set) var isDetached = false

  unowned let store: DataStore
  /// The store; `nil` after it was deallocated, since a caller may retain the journal for longer.
  weak var livingStore: DataStore?
  let kinds: KindSet
  var steps = JournaledSteps()
  var pending = PendingSteps()
  /// The serial of the last undone step that only the journal has; 0 if there is none.
  var droppedEnd = 0
  /// The serial of the last step, which may be undone.
  var journalEnd: Int { max(steps.end, droppedEnd) }
  /// A Boolean value that indicates whether other writers are locked out.
  var isLocked = false
  private var holdCount = 0
  private var backoff = RetryBackoff()
  /// A Boolean value that indicates whether a step was committed after the journal was detached, and is lost on exit.
  private var hasUnwritten = false
  /// A Boolean value that indicates whether loaded steps, or steps of other connections, are being applied to the
  /// store.
  var isMerging = false

  init(_ journal: any Journal, _ kinds: [JournalKind], of store: DataStore) {
    self.journal = journal
    self.store = store
    livingStore = store
    self.kinds = KindSet(kinds, of: store)
  }

  /// The objects of the journal that the program cannot create, by kind and identity. They stay in the journal
  /// unchanged.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is their number.
  public var setAside: [SetAsideObject] {
    kinds.setAside.models.sorted { $0.id.isBefore($1.id) }
  }

  /// The fields that are in the journal but in no model of the program, by kind and identity of their objects.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of their objects.
  public var setAsideFields: [SetAsideFields] {
    kinds.setAsideFields.models.sorted { $0.id.isBefore($1.id) }
  }

  /// The objects of the store in the form in which the journal stores them, including objects that are set aside.
  ///
  /// - Complexity: O(*n*), where *n* is their number.
  package var objects: [JournalObject] {
    kinds.keys.map { JournalObject($0, fields: kinds.current($0)) }
  }

  /// Returns the host's number and the session of a step of the history; `nil` if the step is not in the journal.
  public func entry(of number: Int) -> (number: Int, session: Int)? {
    steps[number].map { ($0.number, $0.session) }
  }

  /// Sets the host's number of unwritten steps of the history. It is stored with the steps and restored when the
  /// journal is loaded, even if the history has dropped some of the steps before they are written.
  ///
  /// - Parameters:
  ///   - steps: the numbers of the steps in the history.
  ///   - number: the host's number of all these steps.
  ///   - line: the text of the line, stored with the last step; `nil` if it is the cause of the only step.
  public func name(_ steps: Range<Int>, number: Int, line: String?) {
    self.steps.name(steps, number)
    pending.name(steps, number, line: line)
  }

  // MARK: Holding

  /// Locks out other writers and merges what they wrote. Later commits are written by ``release()``.
  ///
  /// If the journal cannot be locked for a reason other than ``JournalError/busy``, the store continues in memory, and
  /// ``problem`` is the reason.
  /// - Throws: ``JournalError/busy``, or the reason why the steps of others cannot be merged.
  public func hold() throws(JournalError) {
    if holdCount == 0 { try lock() }
    holdCount += 1
  }

  /// Writes what was committed since ``hold()``.
  ///
  /// - Throws: the reason if the steps are in memory only.
  public func release() throws(JournalError) {
    guard holdCount > 0 else { return }
    holdCount -= 1
    if holdCount == 0 { try write() }
  }

  /// Writes all unwritten steps without waiting for the next scheduled attempt.
  ///
  /// - Throws: the reason if the steps are in memory only.
  public func retry() throws(JournalError) {
    guard let problem else { return }
    if isDetached { throw problem }
    backoff = RetryBackoff()
    try hold()
    try release()
  }

  private func lock() throws(JournalError) {
    if isDetached || isLocked { return }
    if refusal != nil {
      // Other connections may have resolved the refusal by what they wrote. `refresh()` records a failure in `problem`;
      // the journal stays readable.
      try? refresh()
      if refusal != nil { return }
    }
    backoff.countLine()
    if backoff.isWaiting { return }
    let news: RemoteSteps?
    do {
      news = try journal.begin()
      isLocked = true
    } catch {
      // Only a lock can be waited for; other failures are recorded, and the store continues.
      if error == .busy, problem == nil { throw error }
      return fail(error)
    }
    guard let news else { return }
    do {
      try merge(news)
    } catch {
      unlock()
      throw error
    }
  }

  func unlock() {
    if isLocked { journal.cancel() }
    isLocked = false
  }

  /// Merges what other connections wrote, without locking them out.
  public func refresh() throws(JournalError) {
    if isDetached || isLocked { return }
    do {
      if let news = try journal.news() { try merge(news) }
    } catch {
      fail(error)
      throw error
    }
  }

  /// Drops the steps before the newest `numbers` step numbers from the journal and the history, and frees their space.
  ///
  /// - Returns: the size of the journal in bytes before and after.
  public func compact(keeping numbers: Int) throws(JournalError) -> (before: Int, after: Int) {
    if let problem, isDetached || !pending.isEmpty { throw problem }
    if let refusal { throw refusal }
    // Writes pending steps and unlocks the journal.
    try write()
    // The journal is locked again. Otherwise, others could write before the steps that follow until ``release()``.
    defer { if holdCount > 0 { try? lock() } }
    let sizes = try journal.compact(keeping: numbers)
    dropCompactedSteps(keeping: numbers)
    return sizes
  }

  /// Drops the steps from the history that a compaction has dropped from the journal.
  private func dropCompactedSteps(keeping numbers: Int) {
    guard let newest = steps[store.history.present - 1]?.number,
      let first = steps.entries.firstIndex(where: { $0.number > newest - numbers }), first > 0
    else { return }
    let limit = store.history.limit
    store.history.limit = HistoryLimit(steps: steps.entries.count - first, changes: limit.changes)
    store.history.limit = limit
    steps.drop(before: store.history.steps.lowerBound)
  }

  /// Detaches the journal; the store continues in memory.
  public func detach(_ reason: JournalError) {
    unlock()
    problem = reason
    isDetached = true
  }

  private func fail(_ error: JournalError) {
    problem = error
    backoff.noteFailure()
    if error == .replaced || error == .removed || error == .conflict { detach(error) }
  }

  // MARK: Writing

  private func write() throws(JournalError) {
    // A compaction while the journal was held has unlocked it.
    if !isLocked, problem == nil, !pending.isEmpty { try lock() }
    guard isLocked else {
      defer { hasUnwritten = false }
      if let problem, hasUnwritten || !pending.isEmpty { throw problem }
      return
    }
    if pending.isEmpty {
      unlock()
      noteSuccess()
      return
    }
    var batch = JournalBatch(present: steps.present)
    batch.dropsAfter = pending.dropsAfter
    batch.isMoved = pending.isMoved
    if writesSchema { batch.schema = evolution?.text }
    batch.steps = pending.steps.map(journalStep)
    do {
      try journal.commit(batch)
    } catch {
      unlock()
      fail(error)
      throw error
    }
    isLocked = false
    if writesSchema, let text = evolution?.text {
      // Completes the list without reading the journal again.
      schemas.append(
        JournalSchema(
          number: (schemas.last?.number ?? 0) + 1,
          since: batch.steps.first.map { $0.serial - 1 } ?? steps.last,
          text: text))
      writesSchema = false
    }
    pending = PendingSteps()
    livingStore?.pinLog(from: nil)
    noteSuccess()
  }

  private func noteSuccess() {
    problem = nil
    backoff = RetryBackoff()
  }

  private func journalStep(_ step: PendingSteps.Step) -> JournalStep {
    var changes = ChangesByObject()
    for commit in step.commits { changes.add(kinds.changes(of: commit)) }
    return JournalStep(
      serial: step.serial, number: step.number, cause: step.commits.first?.cause ?? "", line: step.line,
      tick: step.tick, session: journal.session, changes: changes.net)
  }
}

extension StoreJournal: CommitSink {
  package func prepare() throws(StoreError) {
    if isMerging || holdCount > 0 { return }
    do {
      try lock()
    } catch {
      throw .journal(message: "\(journal.name): \(error)")
    }
  }

  package func validate() throws(StoreError) {
    if let refusal {
      var isChanged = false
      try store.forEachOpenTable { (_) throws(StoreError) in isChanged = true }
      if isChanged { throw .journal(message: "the store “\(journal.name)”: \(refusal)") }
    }
    // An object with the same key would replace the set-aside one in the journal.
    if kinds.setAside.count == 0 { return }
    try store.forEachOpenTable { table throws(StoreError) in
      for key in kinds[table]?.openInsertions() ?? [] where kinds.setAside[key] != nil {
        throw .invalid(
          message: "\(key) is set aside in the store: choose another name or number")
      }
    }
  }

  package func keep(_ commit: LoggedCommit, as role: CommitRole) {
    if isMerging { return }
    commitCount += 1
    if isDetached {
      hasUnwritten = true
      return
    }
    switch role {
    case .step(let number):
      let previous = number.map { steps.serial(before: $0) } ?? steps.present
      let serial = steps.last + 1
      pending.add(
        commit, serial: serial, number: number, tick: readTick(), after: previous, end: journalEnd)
      droppedEnd = 0
      // The host's number is set by `name` when the host's step has ended.
      steps.append(.init(serial: serial, number: serial, session: journal.session), at: number)
      steps.drop(before: store.history.steps.lowerBound)
    case .response: pending.add(answer: commit)
    case .move:
      steps.present = steps.serial(before: store.history.present)
      pending.noteMove()
    case .takeBack:
      steps.drop(from: store.history.present)
      // The journal keeps the undone steps that the history dropped, for other connections that have them.
      droppedEnd = pending.takeBack(after: steps.present) ?? 0
    }
    store.pinLog(from: pending.firstCommit)
  }

  package func finish() throws(StoreError) {
    if isMerging || holdCount > 0 { return }
    do {
      try write()
    } catch {
      throw .journal(message: "\(journal.name): \(error)")
    }
  }
}

/// The schedule by which a failed write to a journal is retried: after 1, 2, 4, 8, … lines.
///
/// An attempt costs as much as there is to write, so all attempts together cost at most twice as much as the last one.
struct RetryBackoff {
  /// The number of lines of the last wait.
  private var interval = 0
  /// The number of lines before the next attempt.
  private var remaining = 0

  /// A Boolean value that indicates whether it is too early for another attempt.
  var isWaiting: Bool { remaining > 0 }

  /// Starts a wait that is twice as long as the previous one.
  mutating func noteFailure() {
    interval = max(1, interval * 2)
    remaining = interval
  }

  mutating func countLine() { remaining = max(0, remaining - 1) }
}
