public import AutoUpdate

extension DataStore {
  /// Creates a store with the contents of a journal, and records its commits in the journal.
  ///
  /// ```swift
  /// let store = try DataStore(journal: try SQLiteJournal("heroes.store", owner: "heroes"), kinds: [heroes])
  /// store.transaction("Arthur is hit") { $0.update("arthur", in: table) { $0.hp = 40 } }  // on disk on return
  /// try store.history.undo()   // also what was done before the program was last started
  /// ```
  ///
  /// Before each transaction, the store applies the steps that other connections wrote to the journal. It writes the
  /// transaction after all responses to it have run. If writing fails, the store continues in memory and reports the
  /// reason in ``DataStore/faults``. Tables of types without a kind are not recorded.
  ///
  /// - Parameters:
  ///   - journal: the journal of the store's steps; no other store may use it.
  ///   - kinds: the representation of each type of models that is recorded.
  ///   - historyLimit: the part of the history that is held in memory; see ``History/limit``.
  /// - Throws: the reason if the journal cannot be read.
  public convenience init(
    journal: any Journal, kinds: [JournalKind],
    historyLimit: HistoryLimit = HistoryLimit(steps: 10_000, changes: 100_000)
  ) throws(JournalError) {
    self.init()
    history.limit = historyLimit
    try open(journal, kinds: kinds) { $0.readNumberLimit = { historyLimit.steps } }
  }

  /// Replaces the contents of the store by those of a journal, and records later commits in the journal. An empty
  /// journal gets the contents of the store instead.
  ///
  /// - Parameters:
  ///   - journal: the journal of the store's steps; no other store may use it.
  ///   - kinds: the representation of each type of models that is recorded.
  ///   - configure: called before anything is loaded.
  /// - Returns: the connection between the store and the journal, which the store retains.
  @discardableResult
  public func open(
    _ journal: any Journal, kinds: [JournalKind], configure: (StoreJournal) -> Void = { _ in }
  ) throws(JournalError) -> StoreJournal {
    let sink = StoreJournal(journal, kinds, of: self)
    configure(sink)
    try sink.load()
    self.sink = sink
    return sink
  }

  /// Closes the journal; the store continues in memory.
  public func closeJournal() { sink = nil }

  /// The connection between the store and its journal; `nil` if the store has none.
  public var journal: StoreJournal? { sink as? StoreJournal }
}
