public import StoreMemory

/// The one place where models are kept and from which views update themselves.
///
/// ```swift
/// let store = DataStore()
/// let heroes = store.table(of: Hero.self)
/// label.autoUpdate("arthur", from: store)
/// store.transaction("Arthur is hit") { transaction in
///   transaction.update("arthur", in: heroes) { $0.status = .wounded }
/// }
/// ```
///
/// A store, its tables and its observers live in one isolation domain of the user's choice (the main
/// actor in an app); no lock is needed inside. What crosses is `Sendable`: models, change sets, subscriptions.
public final class DataStore {
  @usableFromInline let core = StoreCore()

  /// An empty store, which keeps no history.
  public init() {}

  deinit { core.close() }

  /// The table of a type of model; it is made at the first call.
  @inlinable
  public func table<Model: Storable>(of type: Model.Type) -> Table<Model> {
    core.table(of: type)
  }

  /// Runs `body` as one transaction: it commits whole or leaves nothing behind.
  ///
  /// When it is the outermost one, everyone who observes what changed is told before the call
  /// returns, each once, in the order of registration, and then of the transactions that observers answered
  /// with. Within another transaction it becomes part of that one.
  ///
  /// A transaction may not be begun while observers are told (they use ``respond(_:_:)``), nor by a condition,
  /// a sort key or a comparison that the store is asking. Then, and when one of its writes is refused, it leaves
  /// nothing behind and ends in a ``StoreError``. This is thrown where the body's type of error can be one
  /// (`any Error`, `StoreError`); a body that throws nothing, or another type of error, returns, and the error
  /// is in ``faults``.
  ///
  /// - Parameters:
  ///   - cause: why; carried by the change set and named by errors.
  ///   - body: reads and writes; the writes of a body that throws are undone.
  /// - Throws: what `body` throws.
  /// - Complexity: O(changes + observers of what changed); with several changed rows, their
  ///   observers are sorted.
  @inlinable
  @discardableResult
  public func transaction<Result, Failure: Error>(
    _ cause: String, _ body: (Transaction) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try core.transaction(.text(cause), body)
  }

  /// Runs `body` as one transaction whose cause is a text that need not be made a string for it.
  ///
  /// - Parameters:
  ///   - cause: UTF-8 text; it is copied.
  ///   - body: reads and writes; the writes of a body that throws are undone.
  /// - Throws: what `body` throws.
  @inlinable
  @discardableResult
  public func transaction<Result, Failure: Error>(
    cause: Span<UInt8>, _ body: (Transaction) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try core.transaction(CompactText(cause), body)
  }

  /// Calls `body`, which may only read, and reads what is committed, as a ``LiveValue`` does.
  public func readCommitted<Result>(_ body: () -> Result) -> Result {
    var reads = Reads()
    let result = core.shared.evaluate(noting: &reads, body)
    // Whoever notes around this one notes them as well.
    core.shared.noteReads(reads)
    return result
  }

  /// Runs `body` as a transaction of its own once everyone has heard of the present one.
  ///
  /// This is how an observer writes. Answers run in the order in which they were given. One that is given
  /// within a transaction is dropped if that is rolled back; one that is given while nothing runs, runs at once.
  ///
  /// A chain of answers to answers that is longer than ``cascadeLimit``, or a hundred times as many answers to
  /// one transaction, ends in a ``StoreError`` in ``faults``; all that was committed before is delivered.
  ///
  /// - Parameters:
  ///   - cause: why.
  ///   - body: reads and writes; what it throws undoes its writes and is noted in ``faults``.
  public func respond(_ cause: String, _ body: @escaping (Transaction) throws -> Void) {
    core.respond(cause, body)
  }

  /// Saves one model in a transaction of its own.
  ///
  /// Throws a ``StoreError`` where a transaction is refused.
  @inlinable
  public func update<Model: Storable>(_ model: Model, cause: String = "update") throws(StoreError) {
    try transaction(cause) { (transaction) throws(StoreError) in transaction.save(model) }
  }

  /// Applies a change set, such as an inverted one, as a transaction with its cause.
  ///
  /// Throws a ``StoreError`` where a transaction is refused.
  public func apply(_ changes: ChangeSet) throws(StoreError) {
    try transaction(changes.cause) { (transaction) throws(StoreError) in transaction.apply(changes) }
  }

  /// The transaction that is open, for code that its closure calls; `nil` outside of one.
  public var openTransaction: Transaction? {
    core.shared.content.read { $0.phase == .writing ? Transaction(core: core, serial: $0.serial) : nil }
  }

  /// Runs `body`, which reads what the code around it reads, and adds that to `reads`.
  package func note<Result, Failure: Error>(
    _ reads: inout Reads, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try core.shared.note(&reads, body)
  }

  /// Adds a record to the one that is being kept.
  package func noteReads(_ reads: Reads) {
    if !reads.isEmpty { core.shared.noteReads(reads) }
  }

  /// Returns whether the open transaction wrote to a table of a record.
  package func isOpenTransactionAbout(_ reads: Reads) -> Bool {
    let touched = core.shared.touchedTables
    if touched.intersects(reads.tables) { return true }
    if reads.outcomes.contains(where: { touched.intersects($0.tables) }) { return true }
    return reads.keyed.contains { entry in
      touched.intersects(entry.source.tables)
        && entry.source.openKeys.map { !$0().isDisjoint(with: entry.keys) } ?? true
    }
  }

  /// A Boolean value that indicates whether code reads what is committed, though a transaction may be open.
  package var readsCommitted: Bool { core.shared.readsCommitted }

  /// The number of the outermost transaction that is open, or was open last.
  package var transactionCount: UInt64 { core.shared.content.read { $0.serial } }

  /// A Boolean value that indicates whether a transaction is open within another one.
  package var hasInnerTransaction: Bool { core.shared.depth > 1 }

  /// A Boolean value that indicates whether a live query or value records what is read.
  package var isNotingReads: Bool { core.shared.isNoting }

  /// A Boolean value that indicates whether observers are being called, so that a plain transaction is refused.
  public var isDelivering: Bool { core.shared.content.read { $0.phase == .delivering } }

  // MARK: Limits and faults

  /// The largest number of transactions that observers may queue in response to each other.
  public var cascadeLimit: Int {
    get { core.shared.content.read { $0.cascadeLimit } }
    set { core.shared.content.modify { $0.cascadeLimit = max(0, newValue) } }
  }

  /// The errors that no `throw` could report, oldest first; at most the first hundred since
  /// ``takeFaults()``.
  public var faults: [StoreError] { core.shared.content.read { $0.faults } }

  /// Returns ``faults`` and forgets them.
  public func takeFaults() -> [StoreError] { core.shared.takeFaults() }

  /// Called with each fault when the store is idle again; it is then in ``faults`` no more.
  ///
  /// It may cause faults of its own, of which it is told as well. A chain of a hundred such faults ends with the
  /// next one in ``faults``, to be told after the next transaction.
  public var onFault: ((StoreError) -> Void)? {
    get { core.shared.content.read { $0.onFault } }
    set { core.set(newValue) { swap(&$0.onFault, &$1) } }
  }

  /// Called at the end of each outermost transaction, before it is committed: an error of it takes the
  /// transaction back, and is thrown in place of it.
  ///
  /// It may read, also ``Table/forEachOpenChange(_:)``, and write nothing. It is not asked about moves through
  /// the history.
  public var validator: (() throws -> Void)? {
    get { core.shared.content.read { $0.validator }?.check }
    set {
      var validator: Validator?
      if let newValue { validator = Validator(check: newValue) }
      core.set(validator) { swap(&$0.validator, &$1) }
    }
  }

  /// Calls `body` with the ``Table/number`` of each table that the open transaction wrote to, in the order of the
  /// tables' making.
  ///
  /// It is for the ``validator``, and calls nobody within an inner transaction.
  @inlinable
  public func forEachOpenTable<Failure: Error>(_ body: (Int) throws(Failure) -> Void) throws(Failure) {
    guard core.shared.isOutermost else { return }
    try core.shared.touchedTables.forEach { (table) throws(Failure) in try body(Int(table)) }
  }

  // MARK: Observing

  /// The number of transactions that have changed the store.
  public var commitCount: UInt64 { core.commitCount }

  /// An update that an observer of a store receives.
  public enum Update {
    /// The observer was registered: the store is as it stands.
    case initial
    /// The changes of a transaction.
    case changes(ChangeSet)
  }

  /// Calls `tell` now, and once for each transaction, until the subscription ends.
  ///
  /// - Parameters:
  ///   - name: what a ``DeliveryTracer`` calls the observer.
  ///   - tell: kept by the store until the subscription ends.
  public func observe(name: String = "", _ tell: @escaping (Update) -> Void) -> Subscription {
    let token = core.subscribe(to: [core.source], name: name) { [unowned core] in
      if let changes = core.currentChangeSet { tell(.changes(changes)) }
    }
    core.shared.tellCommitted { tell(.initial) }
    return token
  }

  /// The tracer of the store's deliveries, which the store keeps.
  public var tracer: (any DeliveryTracer)? {
    get { core.shared.content.read { $0.tracer } }
    set { core.set(newValue) { swap(&$0.tracer, &$1) } }
  }
}

extension DataStore {
  /// The number of times that an observer has been called with a change since the store was made.
  public var toldCount: Int { core.toldCount }
}
