/// Someone who is told when the state of a ``StateCenter`` changes.
///
/// A host gives it the names of its own state:
///
/// ```swift
/// protocol AppStateDelegate: StateDelegate<AppState> {
///   func appStateChanged(_ state: AppState)
/// }
/// extension AppStateDelegate {
///   func stateChanged(from old: AppState, to new: AppState) { appStateChanged(new) }
/// }
/// ```
public protocol StateDelegate<State>: AnyObject {
  /// The state that the delegate observes.
  associatedtype State: Equatable

  /// Called after the state changed; `old` and `new` are never equal.
  func stateChanged(from old: State, to new: State)
}

/// One state and any number of delegates, who are told of each change in the order of registration.
///
/// It is a face of one row of a store, so that all that holds for a store holds for it: undo moves the state
/// as well, and an assignment is a transaction.
///
/// - An assignment of an equal state tells nobody.
/// - An assignment by a delegate that is being told waits: everyone hears of the first change before
///   anyone hears of the second. ``state`` is, at every call, the state that the call tells of.
/// - A delegate is held weakly and is itself its key. One that is removed or released while others
///   are told is not called any more; one that is added then hears of the next change first.
public final class StateCenter<State: Equatable & Sendable> {
  /// The store that holds the state. When delegates answer each other past its bound, the error is in its
  /// `store.faults`.
  public let store: DataStore
  // Inlinable throughout, so that a host's state is compared and copied as what it is.
  @usableFromInline let read: () -> State?
  @usableFromInline let write: (Transaction, State) -> Void
  /// Calls a closure whenever the model's table has changed.
  @usableFromInline let observe: (_ name: String, _ tell: @escaping () -> Void) -> Subscription
  @usableFromInline let cause: String
  /// The state while the store has no such model.
  @usableFromInline let fallback: State

  @usableFromInline var delegatesByID: [ObjectIdentifier: DelegateLink<State>] = [:]
  @usableFromInline var addedCount = 0
  /// At this many delegates, those that are gone are cleared away.
  @usableFromInline var bound = 8

  /// A state in a store of its own.
  public convenience init(_ state: State) {
    let store = DataStore()
    store.transaction("state") { $0.save(StateRow(state: state)) }
    self.init(\StateRow<State>.state, of: 0, in: store, otherwise: state, cause: "state")
  }

  /// The state that a model in a store has.
  ///
  /// - Parameters:
  ///   - state: where in the model the state is.
  ///   - id: the model. While the store has none, assignments do nothing.
  ///   - store: the store that holds the model.
  ///   - fallback: the state while the store has no such model.
  ///   - cause: the cause of the transactions that assignments become.
  @inlinable
  public init<Model: Storable>(
    _ state: WritableKeyPath<Model, State>, of id: Model.ID, in store: DataStore,
    otherwise fallback: State, cause: String
  ) {
    let table = store.table(of: Model.self)
    self.store = store
    self.fallback = fallback
    self.cause = cause
    read = { table.committed(id)?[keyPath: state] }
    write = { transaction, new in transaction.update(id, in: table) { $0[keyPath: state] = new } }
    observe = { name, tell in
      table.observe(name: name) { update in
        if case .changes = update { tell() }
      }
    }
  }

  /// The state that every delegate was told of, or is being told of.
  @inlinable public var state: State { read() ?? fallback }

  /// Sets the state and tells every delegate; while observers of the store are told, waits until that is over.
  ///
  /// Within a transaction it becomes part of it.
  ///
  /// - Complexity: O(delegates).
  public func assign(_ new: State) {
    if store.isDelivering {
      store.respond(cause) { [write] in write($0, new) }
    } else {
      store.transaction(cause) { write($0, new) }
    }
  }

  // MARK: Delegates

  /// Registers a delegate, behind those that are; one that is registered keeps its place and name.
  ///
  /// - Parameters:
  ///   - delegate: held weakly.
  ///   - name: what ``delegateNames`` and a `DeliveryTracer` call it; the name of its type when left out.
  /// - Returns: the state at this moment: there is no gap between reading it and being told.
  /// - Complexity: amortised O(1).
  @inlinable
  @discardableResult
  public func add(_ delegate: any StateDelegate<State>, name: String? = nil) -> State {
    let key = ObjectIdentifier(delegate)
    // The same address may belong to a new object: only a living one counts as registered.
    if delegatesByID[key]?.delegate != nil { return state }
    if delegatesByID.count >= bound { clear() }
    let name = name ?? String(describing: type(of: delegate))
    let link = DelegateLink(delegate, name: name, place: addedCount, state: state)
    addedCount += 1
    link.subscription = observe(name) { [weak self, weak link] in
      if let self, let link, !link.tell(of: state) { drop(link) }
    }
    delegatesByID[key] = link
    return link.state
  }

  /// Ends a delegate's registration; does nothing when it has none.
  ///
  /// - Complexity: amortised O(1).
  public func remove(_ delegate: any StateDelegate<State>) {
    delegatesByID.removeValue(forKey: ObjectIdentifier(delegate))?.subscription?.cancel()
  }

  /// The living delegates, in the order in which they are told.
  public var delegates: [any StateDelegate<State>] { living.compactMap(\.delegate) }

  /// The names of the living delegates, in the order in which they are told.
  public var delegateNames: [String] { living.map(\.name) }

  /// The number of delegates, including released ones that have not been removed yet.
  var slotCount: Int { delegatesByID.count }

  private var living: [DelegateLink<State>] {
    delegatesByID.values.filter { $0.delegate != nil }.sorted { $0.place < $1.place }
  }

  @usableFromInline
  func drop(_ link: DelegateLink<State>) {
    link.subscription?.cancel()
    if delegatesByID[link.key] === link { delegatesByID[link.key] = nil }
  }

  @usableFromInline
  package func clear() {
    delegatesByID = delegatesByID.filter { $0.value.delegate != nil }
    bound = max(8, delegatesByID.count * 2)
  }
}

/// A state center of whatever state.
package protocol DelegateRegister: AnyObject {
  /// Takes out the delegates that have been released.
  func clear()
}

extension StateCenter: DelegateRegister {}

/// The model of a state that is a store's only one.
private struct StateRow<State: Equatable & Sendable>: Storable {
  let id = 0
  var state: State
}

/// A delegate's registration, and the state that it knows.
@usableFromInline
final class DelegateLink<State: Equatable> {
  @usableFromInline weak var delegate: (any StateDelegate<State>)?
  @usableFromInline let key: ObjectIdentifier
  @usableFromInline let name: String
  /// The position of its registration, from 0.
  @usableFromInline let place: Int
  @usableFromInline var state: State
  @usableFromInline var subscription: Subscription?

  @inlinable
  init(_ delegate: any StateDelegate<State>, name: String, place: Int, state: State) {
    self.delegate = delegate
    key = ObjectIdentifier(delegate)
    self.name = name
    self.place = place
    self.state = state
  }

  /// Tells the delegate of a state that is another than the one it knows; returns whether it still lives.
  @inlinable
  func tell(of new: State) -> Bool {
    guard let delegate else { return false }
    if new != state {
      let old = state
      state = new
      delegate.stateChanged(from: old, to: new)
    }
    return true
  }
}
