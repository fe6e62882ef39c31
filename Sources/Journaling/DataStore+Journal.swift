public import AutoUpdate

extension DataStore {
  /// A store that holds what a journal keeps, and keeps there what it commits.
  ///
  /// ```swift
  /// let store = try DataStore(journal: try SQLiteJournal("heroes.store", owner: "heroes"), kinds: [heroes])
  /// store.transaction("Arthur is hit") { $0.update("arthur", in: table) { $0.hp = 40 } }  // on disk on return
  /// try store.history.undo()   // also what was done before the program was last started
  /// ```
  ///
  /// A transaction first takes in what others have written to the journal, and is written when it has ended with all
  /// its answers. Where that fails, the store goes on in memory, and ``DataStore/faults`` tells why. Tables of types
  /// that no kind names are not kept.
  ///
  /// - Parameters:
  ///   - journal: what keeps the store's steps; no other store uses it.
  ///   - kinds: how the models of each type that is kept are kept.
  ///   - historyLimit: how much of the past is kept in memory, as ``History/limit``.
  /// - Throws: why the journal cannot be read.
  public convenience init(
    journal: any Journal, kinds: [JournalKind],
    historyLimit: HistoryLimit = HistoryLimit(steps: 10_000, changes: 100_000)
  ) throws(JournalError) {
    self.init()
    history.limit = historyLimit
    try open(journal, kinds: kinds, numbers: historyLimit.steps)
  }

  /// Replaces what the store holds by what a journal keeps, if it keeps anything, and keeps there what it commits.
  ///
  /// - Parameters:
  ///   - journal: what keeps the store's steps; no other store uses it.
  ///   - kinds: how the models of each type that is kept are kept.
  ///   - numbers: how many of the newest step numbers become history.
  ///   - configure: called before anything is loaded.
  /// - Returns: what stands between the store and its journal; the store keeps it.
  @discardableResult
  public func open(
    _ journal: any Journal, kinds: [JournalKind], numbers: Int,
    configure: (StoreJournal) -> Void = { _ in }
  ) throws(JournalError) -> StoreJournal {
    let sink = StoreJournal(journal, kinds, of: self)
    configure(sink)
    try sink.load(numbers: numbers)
    self.sink = sink
    return sink
  }

  /// Closes the journal; the store goes on in memory.
  public func closeJournal() { sink = nil }

  /// The connection between the store and its journal; `nil` for a store without one.
  public var journal: StoreJournal? { sink as? StoreJournal }
}
