import AutoUpdate
import TerminalText

extension StoreJournal {
  /// Replaces the contents and the history of the store by those of the journal.
  ///
  /// - Returns: the loaded steps; none if the journal was empty.
  @discardableResult
  public func load() throws(JournalError) -> [JournalStep] {
    var content = try journal.load(numbers: readNumberLimit(), translation: translation)
    if evolution?.learn(content) == true {
      content = try journal.load(numbers: readNumberLimit(), translation: translation)
    }
    if content.last == 0, content.objects.isEmpty {
      return try begin()
    }
    schemas = content.schemas
    heldFields = [:]
    if evolution != nil, schemas.isEmpty {
      for object in content.objects {
        heldFields[object.key.kind, default: []].formUnion((object.fields ?? []).map(\.name))
      }
    }
    try whileMerging { () throws(JournalError) in
      do { try kinds.restore(content.objects, in: store, cause: "open \(journal.name)") } catch {
        throw .failed("\(error)")
      }
    }
    let first = store.history.present
    (steps, droppedEnd) = (JournaledSteps(base: content.base, firstNumber: first), 0)
    for step in content.steps {
      steps.append(
        .init(serial: step.serial, number: step.number, session: step.session), at: steps.endNumber)
    }
    (steps.last, steps.present) = (max(content.last, steps.last), content.present)
    replaceHistory(by: content)
    if store.history.limit.steps > 0 { steps.drop(before: store.history.steps.lowerBound) }
    hasLoaded = content.last > 0
    onLoad(content.steps, first)
    if let damage = content.damage { detach(.damaged(at: damage)) }
    return content.steps
  }

  /// Writes the contents of the store to an empty journal, unless another connection has written to it first.
  private func begin() throws(JournalError) -> [JournalStep] {
    if try journal.begin() != nil {
      journal.cancel()
      return try load()
    }
    var batch = JournalBatch(present: 0)
    batch.objects = objects
    batch.schema = evolution?.text
    try journal.commit(batch)
    schemas = evolution.map { [JournalSchema(number: 1, since: 0, text: $0.text)] } ?? []
    steps = JournaledSteps(base: 0, firstNumber: store.history.steps.upperBound)
    return []
  }

  /// Replaces the history of the store by the steps of the journal.
  private func replaceHistory(by content: JournalContent) {
    let barrier = content.schemas.map(\.barrier).max() ?? 0
    let doneCount = content.steps.prefix { $0.serial <= content.present }.count
    var done = HistoryWalk(from: content.objects, of: kinds, isBackward: true)
    for index in (0..<doneCount).reversed() {
      // A model before the barrier may lack unreadable fields, because undo does not go back to those steps.
      done.walk(over: content.steps[index], isLenient: content.steps[index].serial <= barrier)
    }
    let undoneSteps = content.steps[doneCount...]
    var undone = HistoryWalk(
      from: undoneSteps.isEmpty ? [] : content.objects, of: kinds, isBackward: false)
    for step in undoneSteps { undone.walk(over: step, isLenient: false) }
    store.replaceHistory(by: done.steps, undone: undone.steps)
  }

  /// Returns the translation to current names, given the journal's schemas.
  private func translation(_ schemas: [JournalSchema]) -> JournalTranslation {
    evolution?.translation(schemas) ?? JournalTranslation(kinds.names)
  }

  private func whileMerging<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
    let outer = isMerging
    isMerging = true
    defer { isMerging = outer }
    try body()
  }

  // MARK: Steps of other connections

  func merge(_ news: RemoteSteps) throws(JournalError) {
    // An observer of the merged steps may release the store.
    guard let store = livingStore else { return }
    defer { withExtendedLifetime(store) {} }
    if !pending.isEmpty {
      detach(.conflict)
      throw .conflict
    }
    newsCount += 1
    try whileMerging { () throws(JournalError) in try apply(news) }
  }

  private func apply(_ news: RemoteSteps) throws(JournalError) {
    do {
      if try follow(news) { return onNews() }
    } catch let error as JournalError {
      throw error
    } catch {
      throw .failed("\(error)")
    }
    // The steps start at a point that this store never reached.
    try load()
  }

  /// Applies the undo and the steps of other connections; returns `false` if a step on the way is missing.
  private func follow(_ news: RemoteSteps) throws -> Bool {
    if news.isGap || store.history.limit.steps <= 0 { return false }
    if let base = news.base {
      guard let start = steps.point(after: base) else { return false }
      guard try move(to: start) else { return false }
      for step in news.steps where try !apply(step) { return false }
    }
    guard let point = steps.point(after: news.present), try move(to: point) else { return false }
    steps.present = news.present
    return true
  }

  // MARK: Evolving

  /// The steps that migrate a journal's objects to a new schema.
  public struct Evolved {
    /// The new schema as JSON; `nil` if it is unchanged.
    public var schema: String?
    /// The number of the first step; the others are numbered consecutively.
    public var number: Int
    /// The causes and changes of the steps, in order.
    public var steps: [(cause: String, changes: [JournalChange])]

    /// Creates the steps that migrate objects to a schema.
    public init(schema: String?, number: Int, steps: [(cause: String, changes: [JournalChange])]) {
      (self.schema, self.number, self.steps) = (schema, number, steps)
    }
  }

  /// Writes a new schema and the steps that migrate the objects to it in one transaction of the journal, and then
  /// reloads the journal. Other writers are locked out meanwhile. If reloading fails, the journal is detached, and
  /// ``problem`` is the reason.
  ///
  /// - Parameters:
  ///   - copy: called with the whole content of the journal, under the names by which it was written, before anything
  ///     is written.
  ///   - find: returns the schema and the steps, given the journal's objects under their current names; `nil` if
  ///     nothing is to be written.
  /// - Throws: an error of `copy` or `find`, or the reason why the journal cannot be read or written. In this case,
  ///   nothing was written.
  public func evolve(
    copy: ((_ content: JournalContent) throws -> Void)? = nil,
    _ find: (_ objects: [JournalObject]) throws -> Evolved?
  ) throws {
    if let problem { throw problem }
    if !isLocked {
      let news = try journal.begin()
      isLocked = true
      do { if let news { try merge(news) } } catch {
        unlock()
        throw error
      }
    }
    do {
      let content = try journal.load(numbers: 0, translation: translation)
      guard let evolved = try find(content.objects) else { return unlock() }
      if let copy {
        // Read by this connection, as another one could be locked out.
        try copy(try journal.stored())
        _ = try journal.load(numbers: 0, translation: translation)
      }
      try journal.commit(batch(of: evolved))
    } catch {
      unlock()
      throw error
    }
    isLocked = false
    // The store has the objects from before the steps, so nothing more may be written from it.
    do { try load() } catch { detach(error) }
  }

  private func batch(of evolved: Evolved) -> JournalBatch {
    var batch = JournalBatch(present: steps.present)
    if journalEnd > steps.present { batch.dropsAfter = steps.present }
    batch.steps = evolved.steps.enumerated().map { index, step in
      JournalStep(
        serial: steps.last + 1 + index, number: evolved.number + index, cause: step.cause, tick: readTick(),
        session: journal.session, changes: step.changes)
    }
    batch.schema = evolved.schema
    if batch.schema != nil { batch.barrier = batch.steps.last?.serial ?? 0 }
    return batch
  }

  /// - Returns: `false` if the history does not contain the point.
  private func move(to point: Int) throws -> Bool {
    guard try store.history.move(to: point, cause: "undo in another session") else { return false }
    steps.present = steps.serial(before: point)
    return true
  }

  /// - Returns: `false` if the step changed nothing, which means that the store differs from the one that wrote it.
  private func apply(_ step: JournalStep) throws -> Bool {
    let number = store.history.present
    try store.transaction(from: .foreign, step.cause) { transaction in
      for change in step.changes {
        let fields = change.applied(to: kinds.current(change.key), isInverted: false)
        kinds.write(JournalObject(change.key, fields: fields), in: transaction)
      }
    }
    guard store.history.present > number else { return false }
    steps.append(.init(serial: step.serial, number: step.number, session: step.session), at: number)
    steps.drop(before: store.history.steps.lowerBound)
    onForeign(step, number)
    return true
  }
}
