public import AutoUpdate
import TerminalText

/// Keeps a store's commits in a journal, and takes in what others write to it.
///
/// By itself it writes each transaction with its answers before the call returns. Between ``hold()`` and
/// ``release()`` it writes all at once, as a host does for the commands of one line.
public final class StoreJournal {
  /// The journal that it writes to.
  public let journal: any Journal
  /// The virtual time, where the host has one: asked when a step is committed.
  public var readTick: () -> Int? = { nil }
  /// Called when the steps that were loaded are the history, as far as that keeps them, with the changes of each; `first` is the
  /// history's number of the first.
  public var onLoad: (_ steps: [JournalStep], _ changes: [ChangeSet], _ first: Int) -> Void = { _, _, _ in }
  /// Called when a step of others has become a step of the history.
  public var onForeign: (_ step: JournalStep, _ number: Int) -> Void = { _, _ in }
  /// The program's schema, where the host has one; set before the journal is loaded.
  public var evolution: JournalEvolution?
  /// The schemas by which the journal's steps were written, in their order.
  public internal(set) var schemas: [JournalSchema] = []
  /// The names of the fields that objects have, by their kinds, in a journal that carries no schema.
  public internal(set) var heldFields: [String: Set<String>] = [:]
  /// The reason why nothing may be written, as the schema is another one: a transaction that changes something fails with it.
  /// The journal is read, and followed, all the same.
  public var refusal: JournalError?
  /// A Boolean value that indicates whether the program's schema, which is another one than the journal's, is written with the
  /// next step.
  public var writesSchema = false
  /// Called when steps of others have been merged; not when the journal was loaded for them.
  public var onNews: () -> Void = {}
  /// A Boolean value that indicates whether the journal held steps when it was opened.
  public internal(set) var hasLoaded = false
  /// The number of times that steps of other connections were merged.
  public internal(set) var newsCount = 0
  /// The number of transactions that were committed, others' not counted.
  public private(set) var commitCount = 0
  /// The reason why the journal is not up to date, and new steps are in memory only. Later writes try again, less and
  /// less often; ``retry()`` does so at once.
  public internal(set) var problem: JournalError?
  /// A Boolean value that indicates whether the journal is given up: it is neither written nor read any more.
  public internal(set) var isDetached = false

  unowned let store: DataStore
  /// The store, or `nil` once it has ended: somebody may keep its journal.
  weak var livingStore: DataStore?
  let kinds: KindSet
  var steps = JournaledSteps()
  /// The steps that are committed and not yet written.
  var pending = PendingSteps()
  /// A Boolean value that indicates whether other connections are locked out from writing.
  var isLocked = false
  private var holdCount = 0
  private var backoff = RetryBackoff()
  /// A Boolean value that indicates whether a step was committed that the journal, which is given up, will never
  /// hold.
  private var hasUnkept = false
  /// A Boolean value that indicates whether loaded steps, or steps of other connections, are being written to the
  /// store.
  var isTakingIn = false

  init(_ journal: any Journal, _ kinds: [JournalKind], of store: DataStore) {
    self.journal = journal
    self.store = store
    livingStore = store
    self.kinds = KindSet(kinds, of: store)
  }

  /// The number of steps that are committed and not yet written.
  public var pendingCount: Int { pending.steps.count }

  /// The objects of the journal that the program cannot make, by kind and identity. They stay in the journal unchanged.
  ///
  /// - Complexity: O(n log n) of them.
  public var setAside: [SetAsideObject] {
    kinds.setAside.models.sorted {
      if $0.id.kind != $1.id.kind { return $0.id.kind < $1.id.kind }
      if case (.number(let left), .number(let right)) = ($0.id.id, $1.id.id) { return left < right }
      return $0.id.id.shown.raw < $1.id.id.shown.raw
    }
  }

  /// The fields that are in the journal and in no model of the program, by kind and identity of their objects.
  ///
  /// - Complexity: O(n log n) of them.
  public var setAsideFields: [SetAsideFields] {
    kinds.setAsideFields.models.sorted {
      if $0.id.kind != $1.id.kind { return $0.id.kind < $1.id.kind }
      if case (.number(let left), .number(let right)) = ($0.id.id, $1.id.id) { return left < right }
      return $0.id.id.shown.raw < $1.id.id.shown.raw
    }
  }

  /// A step of the history as the journal knows it; `nil` for one that it does not.
  public func entry(of number: Int) -> (number: Int, sitting: Int)? {
    steps[number].map { ($0.number, $0.sitting) }
  }

  /// Says what the host calls steps of the history that are not written yet: it is kept with them, and found again
  /// when the journal is loaded, however few steps the history still keeps when they are written.
  ///
  /// - Parameters:
  ///   - steps: the history's numbers.
  ///   - number: the host's number of all of them.
  ///   - line: kept with the first; needed where there are several, as it says where their number begins.
  public func name(_ steps: Range<Int>, number: Int, line: String?) {
    self.steps.name(steps, number)
    pending.name(steps, number, line: line)
  }

  // MARK: Holding

  /// Keeps others from writing, and takes in what they wrote; what is committed until ``release()`` is written then.
  ///
  /// Where the journal cannot be written, for another reason than that another program is writing, the store goes on
  /// in memory, and ``problem`` tells why.
  /// - Throws: ``JournalError/busy``, or why what others wrote cannot be taken in.
  public func hold() throws(JournalError) {
    if holdCount == 0 { try lock() }
    holdCount += 1
  }

  /// Writes what was committed since ``hold()``.
  ///
  /// - Throws: why it is in memory only.
  public func release() throws(JournalError) {
    guard holdCount > 0 else { return }
    holdCount -= 1
    if holdCount == 0 { try write() }
  }

  /// Writes what is not written yet, however soon after a failure.
  ///
  /// - Throws: why it is in memory only.
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
      // Others write on; what they wrote may be what was waited for.
      // A failure is noted as the problem of the journal, whose contents can be read on.
      try? refresh()
      if refusal != nil { return }
    }
    backoff.countLine()
    if backoff.isWaiting { return }
    let news: JournalNews?
    do {
      news = try journal.begin()
      isLocked = true
    } catch {
      // What cannot be waited out is told, and the store goes on.
      if error == .busy, problem == nil { throw error }
      return fail(error)
    }
    guard let news else { return }
    do {
      try takeIn(news)
    } catch {
      unlock()
      throw error
    }
  }

  func unlock() {
    if isLocked { journal.cancel() }
    isLocked = false
  }

  /// Takes in what others wrote, without keeping them from writing.
  public func refresh() throws(JournalError) {
    if isDetached || isLocked { return }
    do {
      if let news = try journal.news() { try takeIn(news) }
    } catch {
      fail(error)
      throw error
    }
  }

  /// Drops the steps before the newest `numbers` numbers from the journal, and gives the room back; what the history
  /// keeps in memory stays.
  ///
  /// - Returns: how many bytes the journal had before, and has now.
  public func compact(keeping numbers: Int) throws(JournalError) -> (before: Int, after: Int) {
    if let problem, isDetached || !pending.isEmpty { throw problem }
    if let refusal { throw refusal }
    // Others may write again meanwhile, and what they wrote until now is taken in.
    try write()
    return try journal.compact(keeping: numbers)
  }

  /// Gives the journal up; the store goes on in memory.
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
    // A compaction in between has let others write.
    if !isLocked, problem == nil, !pending.isEmpty { try lock() }
    guard isLocked else {
      defer { hasUnkept = false }
      if let problem, hasUnkept || !pending.isEmpty { throw problem }
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
      // The steps before it are read no more under the names that they had.
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
      tick: step.tick, sitting: journal.sitting, changes: changes.net)
  }
}

extension StoreJournal: CommitSink {
  package func prepare() throws(StoreError) {
    if isTakingIn || holdCount > 0 { return }
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
    // An object of the same key would take the place of the one in the journal.
    if kinds.setAside.count == 0 { return }
    try store.forEachOpenTable { table throws(StoreError) in
      for key in kinds[table]?.openInsertions() ?? [] where kinds.setAside[key] != nil {
        throw .invalid(
          message: "\(key) is set aside in the store: choose another name or number")
      }
    }
  }

  package func keep(_ commit: LoggedCommit, as role: CommitRole) {
    if isTakingIn { return }
    commitCount += 1
    if isDetached {
      hasUnkept = true
      return
    }
    switch role {
    case .step(let number):
      let previous = number.map { steps.serial(before: $0) } ?? steps.present
      if steps.end > previous { pending.drop(after: previous) }
      let serial = steps.last + 1
      // Its number among the host's steps is known when the host's step has ended.
      steps.append(.init(serial: serial, number: serial, sitting: journal.sitting), at: number)
      pending.add(commit, serial: serial, number: number, tick: readTick())
      steps.forget(before: store.history.steps.lowerBound)
    case .response: pending.add(answer: commit)
    case .move:
      steps.present = steps.serial(before: store.history.present)
      pending.noteMove()
    case .takeBack:
      steps.drop(from: store.history.present)
      pending.drop(after: steps.present)
      pending.noteMove()
    }
    store.pinLog(from: pending.firstCommit)
  }

  package func finish() throws(StoreError) {
    if isTakingIn || holdCount > 0 { return }
    do {
      try write()
    } catch {
      throw .journal(message: "\(journal.name): \(error)")
    }
  }
}
