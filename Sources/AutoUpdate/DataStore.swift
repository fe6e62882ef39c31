/// The one place where models are kept and from which views update themselves.
///
/// ```swift
/// let store = DataStore()
/// let heroes = store.table(of: Hero.self)
/// label.autoUpdate("arthur", from: store)
/// try store.transaction("Arthur is hit") { transaction in
///   transaction.update("arthur", in: heroes) { $0.status = .wounded }
/// }
/// ```
///
/// A store, its tables and its observers live in one isolation domain of the user's choice (the main
/// actor in an app); no lock is needed inside. What crosses is `Sendable`: models and change sets.
public final class DataStore {
  @usableFromInline let core = StoreCore()

  public init() {}

  deinit {
    core.close()
  }

  /// The table of a type of model; it is made at the first call.
  @inlinable
  public func table<Model: Storable>(of type: Model.Type) -> Table<Model> {
    core.table(of: type)
  }

  /// Runs `body` as one transaction: it commits whole or leaves nothing behind.
  ///
  /// When it is the outermost one, everyone who observes what changed is told before the call
  /// returns, each once, in the order of registration. Within another transaction it becomes part of
  /// that one. From an observer it is applied at once and delivered after the present delivery.
  ///
  /// - Parameters:
  ///   - cause: why; carried by the change set and named by errors.
  ///   - body: reads and writes; the writes of a body that throws are undone.
  /// - Throws: what `body` throws, or ``CascadeError`` when observers answered each other past
  ///   ``cascadeLimit`` (the transaction itself is committed then, unless it is the refused one).
  /// - Complexity: O(changes + observers of what changed); with several changed rows, their
  ///   observers are sorted.
  @inlinable
  @discardableResult
  public func transaction<Result>(
    _ cause: String, _ body: (Transaction) throws -> Result
  ) throws -> Result {
    try transaction(.text(cause), body)
  }

  /// Runs `body` as one transaction whose cause is a text that need not be made a string for it.
  ///
  /// - Parameter cause: UTF-8 text; it is copied.
  @inlinable
  @discardableResult
  public func transaction<Result>(
    cause: Span<UInt8>, _ body: (Transaction) throws -> Result
  ) throws -> Result {
    try transaction(Cause(cause), body)
  }

  @inlinable
  @inline(__always)
  func transaction<Result>(_ cause: consuming Cause, _ body: (Transaction) throws -> Result) throws -> Result
  {
    try core.begin(cause)
    let result: Result
    do {
      result = try body(Transaction(core: core))
    } catch {
      core.rollBack()
      throw error
    }
    try core.commit(cause)
    return result
  }

  /// Saves one model in a transaction of its own.
  @inlinable
  public func update<Model: Storable>(_ model: Model, cause: String = "update") throws {
    try transaction(cause) { $0.save(model) }
  }

  /// Applies a change set, such as an inverted one, as a transaction with its cause.
  public func apply(_ changes: ChangeSet) throws {
    try transaction(changes.cause) { $0.apply(changes) }
  }

  /// How long a chain of transactions that observers answer each other with may be.
  public var cascadeLimit: Int {
    get { core.cascadeLimit }
    set { core.cascadeLimit = newValue }
  }

  /// How many transactions have changed the store.
  public var commitCount: UInt64 { core.commitCount }

  /// Calls `tell` with the change set of every transaction until the subscription ends.
  public func observe(_ tell: @escaping (ChangeSet) -> Void) -> Subscription {
    let core = self.core
    return SourceSubscription([core.source], core: core) { [unowned core] in tell(core.currentChanges) }
  }
}
