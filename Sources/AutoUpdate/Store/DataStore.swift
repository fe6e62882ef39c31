public import StoreMemory

/// A store of models, from which views update themselves.
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
/// A store, its tables and its observers live in one isolation domain that the program chooses, such as the main actor
/// of an app. They need no lock. Models, change sets and subscriptions are `Sendable` and may cross its boundary.
public final class DataStore {
  @usableFromInline let core = StoreCore()

  /// Creates an empty store without a history.
  public init() {}

  deinit { core.close() }

  /// Returns the table of a model type, which is created at the first call.
  @inlinable
  public func table<Model: Storable>(of type: Model.Type) -> Table<Model> {
    core.table(of: type)
  }

  /// Runs `body` as one transaction, which is committed as a whole or changes nothing.
  ///
  /// When an outermost transaction commits, the observers of its changes are called before this method returns, each
  /// once, in the order of registration. Then the transactions that observers queued in response run, and are delivered
  /// in the same way. An inner transaction becomes part of the enclosing one.
  ///
  /// A transaction must not begin during delivery (observers use ``respond(_:_:)``), nor in a condition, a sort key or
  /// a comparison that the store calls. In these cases, and if one of its writes is refused, the transaction changes
  /// nothing and fails with a ``StoreError``. The error is thrown if the body's error type allows it (`any Error`,
  /// `StoreError`). Otherwise this method returns, and the error is in ``faults``.
  ///
  /// The error type of a closure without `throw` and `try` is `Never`, so `try` and `catch` around the call do not
  /// change it. State the type to catch the error:
  ///
  /// ```swift
  /// do {
  ///   try store.transaction("Arthur is hit") { (transaction) throws(StoreError) in
  ///     transaction.update("arthur", in: heroes) { $0.status = .wounded }
  ///   }
  /// } catch { … }
  /// ```
  ///
  /// If a transaction must not begin and its body's error type does not allow a ``StoreError``, `body` is called
  /// nevertheless, since this method must return a result. All its writes are refused, and its reads do not include
  /// them.
  ///
  /// - Parameters:
  ///   - cause: the reason for the transaction, which is part of its change set and of error messages.
  ///   - body: reads and writes the store; if it throws, its writes are reverted.
  /// - Throws: the error that `body` throws.
  /// - Complexity: O(changes + observers of the changed rows). If several rows changed, their observers are sorted.
  @inlinable
  @discardableResult
  public func transaction<Result, Failure: Error>(
    _ cause: String, _ body: (Transaction) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try core.transaction(cause.utf8.span, body)
  }

  /// Runs `body` as one transaction, with a cause that is given as bytes instead of a string.
  ///
  /// - Parameters:
  ///   - cause: UTF-8 text, which is copied when the transaction commits.
  ///   - body: reads and writes the store; if it throws, its writes are reverted.
  /// - Throws: the error that `body` throws.
  @inlinable
  @discardableResult
  public func transaction<Result, Failure: Error>(
    cause: Span<UInt8>, _ body: (Transaction) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try core.transaction(cause, body)
  }

  /// Calls `body`, in which reads return the committed state as in a ``LiveValue``. `body` must not write.
  public func readCommitted<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var reads = Reads()
    let result = core.shared.evaluate(noting: &reads) {
      Swift.Result { () throws(Failure) in try body() }
    }
    // An enclosing record includes these reads.
    core.shared.noteReads(reads)
    return try result.get()
  }

  /// Queues `body` as a separate transaction, which runs after all observers have been called with the current commit.
  ///
  /// Observers use this method to write. Queued transactions run in the order of the calls. A transaction that is
  /// queued within another one is dropped if that one is rolled back. If the store is idle, the transaction runs
  /// immediately. A transaction that is queued in a condition, a key, a ``validator`` or another closure that must not
  /// write is refused with ``StoreError/evaluating(cause:)`` in ``faults``.
  ///
  /// If transactions queue each other in a chain longer than ``cascadeLimit``, or if one transaction leads to more than
  /// a hundred times as many, the next one fails with a ``StoreError`` in ``faults``. Everything that was committed
  /// before is delivered.
  ///
  /// - Parameters:
  ///   - cause: the reason for the transaction.
  ///   - body: reads and writes the store; if it throws, its writes are reverted and the error is in ``faults``.
  public func respond(_ cause: String, _ body: @escaping (Transaction) throws -> Void) {
    core.respond(cause, body)
  }

  /// Saves one model in a separate transaction.
  ///
  /// Throws a ``StoreError`` if the transaction is refused.
  @inlinable
  public func update<Model: Storable>(_ model: Model, cause: String = "update") throws(StoreError) {
    try transaction(cause) { (transaction) throws(StoreError) in transaction.save(model) }
  }

  /// Applies a change set, such as an inverted one, as a transaction with the change set's cause.
  ///
  /// Throws a ``StoreError`` if the transaction is refused.
  public func apply(_ changes: ChangeSet) throws(StoreError) {
    try transaction(changes.cause) { (transaction) throws(StoreError) in transaction.apply(changes) }
  }

  /// The open transaction, for functions that its closure calls; `nil` if none is open.
  public var openTransaction: Transaction? {
    core.shared.content.read { $0.phase == .writing ? Transaction(core: core, serial: $0.serial) : nil }
  }

  /// Runs `body`, which reads the same state as the calling code and must not write.
  package func evaluate<Result>(_ body: () -> Result) -> Result { core.shared.evaluate(body) }

  /// Runs `body` and adds its reads to `reads`. `body` reads the same state as the calling code.
  @inlinable
  package func note<Result, Failure: Error>(
    _ reads: inout Reads, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try core.shared.note(&reads, body)
  }

  /// A Boolean value that indicates whether the current record of reads is not empty.
  @usableFromInline package var hasNotedReads: Bool { core.shared.hasNoted }

  /// Removes and returns the reads of the current record, which continues.
  package func takeNotedReads() -> Reads { core.shared.takeNoted() }

  package var openTables: NumberSet { core.shared.touchedTables }

  /// Returns whether the open transaction wrote to a table in a record of reads.
  package func openTransactionAffects(_ reads: Reads) -> Bool {
    let touched = core.shared.touchedTables
    if touched.intersects(reads.tables) { return true }
    if reads.outcomes.contains(where: { touched.intersects($0.tables) }) { return true }
    return reads.keyed.contains { entry in
      touched.intersects(entry.source.tables)
        && entry.source.openKeys.map { !entry.keys.isDisjoint(with: $0()) } ?? true
    }
  }

  package var readsCommitted: Bool { core.shared.readsCommitted }

  /// The number of the latest outermost transaction.
  package var transactionCount: UInt64 { core.shared.content.read { $0.serial } }

  /// The ``transactionCount`` of the last transaction that was committed.
  package var committedTransaction: UInt64 { core.shared.content.read { $0.committedSerial } }

  package var hasInnerTransaction: Bool { core.shared.depth > 1 }

  /// A Boolean value that indicates whether a live query or value is recording reads.
  package var isNotingReads: Bool { core.shared.isNoting }

  /// A Boolean value that indicates whether observers are being called. Until they have been called, a transaction is
  /// refused.
  public var isDelivering: Bool { core.shared.content.read { $0.phase == .delivering } }

  /// A Boolean value that indicates whether observers are being called with a move through the history.
  package var isDeliveringMove: Bool {
    core.shared.content.read { $0.phase == .delivering && $0.isCurrentTransient }
  }

  // MARK: Limits and faults

  /// The maximum length of a chain of transactions that observers queue in response to each other.
  public var cascadeLimit: Int {
    get { core.shared.content.read { $0.cascadeLimit } }
    set { core.shared.content.modify { $0.cascadeLimit = max(0, newValue) } }
  }

  /// The errors that could not be thrown, oldest first; at most the first hundred since the last call of
  /// ``takeFaults()``.
  public var faults: [StoreError] { core.shared.content.read { $0.faults } }

  /// Returns ``faults`` and clears them.
  public func takeFaults() -> [StoreError] { core.shared.takeFaults() }

  /// A closure that is called with each fault when the store is idle, after the fault has been removed from ``faults``.
  ///
  /// The closure may cause further faults, and is called with them in the next round. After a hundred rounds, further
  /// faults remain in ``faults`` until the end of the next transaction.
  public var onFault: ((StoreError) -> Void)? {
    get { core.shared.content.read { $0.onFault } }
    set { core.set(newValue) { swap(&$0.onFault, &$1) } }
  }

  /// A closure that is called before each outermost transaction commits. If it throws, the transaction is rolled back
  /// and throws the error.
  ///
  /// The closure may read, also with ``Table/forEachOpenChange(_:)``, and must not write. It is not called for moves
  /// through the history, nor for steps that a journal loads or merges.
  public var validator: (() throws -> Void)? {
    get { core.shared.content.read { $0.validator }?.check }
    set {
      var validator: Validator?
      if let newValue { validator = Validator(check: newValue) }
      core.set(validator) { swap(&$0.validator, &$1) }
    }
  }

  /// A closure that is called before a move through the history commits.
  ///
  /// It may use the same reads as a ``validator``, and must not write.
  package var moveObserver: (() -> Void)? {
    get { core.shared.content.read { $0.moveObserver } }
    set { core.set(newValue) { swap(&$0.moveObserver, &$1) } }
  }

  /// Calls `body` with the ``Table/number`` of each table to which the open transaction wrote, in the order in which
  /// the tables were created.
  ///
  /// Use this method in a ``validator``. Within an inner transaction, it does nothing.
  @inlinable
  public func forEachOpenTable<Failure: Error>(_ body: (Int) throws(Failure) -> Void) throws(Failure) {
    guard core.shared.isOutermost else { return }
    try core.shared.touchedTables.forEach { (table) throws(Failure) in try body(Int(table)) }
  }

  // MARK: Observing

  /// The number of transactions that have changed the store, plus the number of moves through the history, including
  /// moves that changed nothing.
  public var commitCount: UInt64 { core.shared.content.read { $0.commitCount } }

  /// An update that an observer of a store receives.
  public enum Update {
    /// The observer was registered. The store has its initial contents.
    case initial
    /// The changes of a transaction.
    case changes(ChangeSet)
  }

  /// Calls `handler` now, and once for each transaction, until the subscription ends.
  ///
  /// - Parameters:
  ///   - name: the name of the observer for a ``DeliveryTracer``.
  ///   - handler: receives the updates; the store retains it until the subscription has ended and the store is used
  ///     again. A handler that refers to the store captures it as `unowned` or `weak`.
  public func observe(name: String = "", _ handler: @escaping (Update) -> Void) -> Subscription {
    let token = core.subscribe(to: [core.source], name: name) { [unowned core] in
      if let changes = core.currentChangeSet { handler(.changes(changes)) }
    }
    core.shared.withCommittedReads { handler(.initial) }
    return token
  }

  /// The tracer of the store's deliveries, which the store retains.
  public var tracer: (any DeliveryTracer)? {
    get { core.shared.content.read { $0.tracer } }
    set { core.set(newValue) { swap(&$0.tracer, &$1) } }
  }
}

extension DataStore {
  /// The number of times that observers have been called with a change since the store was created.
  public var observerCallCount: Int { core.shared.content.read { $0.callCount } }
}
