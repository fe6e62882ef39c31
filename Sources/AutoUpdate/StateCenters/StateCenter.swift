/// An observer of the state of a ``StateCenter``.
///
/// A program can refine the protocol with its own names:
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

  /// Called after the state has changed; `old` and `new` are never equal.
  func stateChanged(from old: State, to new: State)
}

/// A state with any number of delegates, which are called with each change in the order of registration.
///
/// The state is a property of one row of a store. So an assignment is a transaction, and undo restores the state.
///
/// - The program must retain the state center, since nothing else does. Delegates are called only while it exists.
/// - Assigning an equal state calls no delegate.
/// - An assignment by a delegate that is being called waits until all delegates have been called with the current
///   change. During a call, ``state`` is the new state of that call.
/// - A delegate is held weakly, and is registered at most once. A delegate that is removed or released during a
///   delivery is not called again. A delegate that is added during a delivery is first called with the next change.
public final class StateCenter<State: Equatable & Sendable> {
  /// The store that holds the state. If delegates assign in response to each other more often than its cascade limit,
  /// the error is in `store.faults`.
  public let store: DataStore
  // Everything is inlinable, so that the code is specialised for the program's type of state.
  @usableFromInline let read: () -> State?
  @usableFromInline let write: (Transaction, State) -> Void
  /// Makes an observer that calls a closure whenever the model has changed.
  @usableFromInline let observe: (_ name: String, _ handler: @escaping () -> Void) -> any NamedObserver
  @usableFromInline let cause: String
  /// The state while the store does not contain the model.
  @usableFromInline let fallback: State

  @usableFromInline var delegatesByID: [ObjectIdentifier: DelegateLink<State>] = [:]
  @usableFromInline var addedCount = 0
  /// The number of delegates at which released ones are removed.
  @usableFromInline var bound = 8

  /// Creates a state center with a new store.
  public convenience init(_ state: State) {
    let store = DataStore()
    store.transaction("state") { $0.save(StateRow(state: state)) }
    self.init(\StateRow<State>.state, of: 0, in: store, default: state, cause: "state")
  }

  /// Creates a state center for a property of a model in a store.
  ///
  /// - Parameters:
  ///   - state: the property that is the state.
  ///   - id: the identity of the model. While the store does not contain the model, assignments have no effect.
  ///   - store: the store of the model.
  ///   - fallback: the state while the store does not contain the model.
  ///   - cause: the cause of the transactions that assign the state.
  @inlinable
  public init<Model: Storable>(
    _ state: WritableKeyPath<Model, State>, of id: Model.ID, in store: DataStore,
    default fallback: State, cause: String
  ) {
    let table = store.table(of: Model.self)
    self.store = store
    self.fallback = fallback
    self.cause = cause
    read = { table[id]?[keyPath: state] }
    write = { transaction, new in transaction.update(id, in: table) { $0[keyPath: state] = new } }
    observe = { name, handler in
      let observer = RowHandler<Model>(name: name, handler)
      _ = table.register(observer, of: id)
      return observer
    }
  }

  /// The current state. Within a transaction, it includes the transaction's writes. During a delivery, it is the state
  /// that is being delivered.
  @inlinable public var state: State { read() ?? fallback }

  /// The state without the writes of an open transaction, with which the delegates have been called.
  @inlinable var deliveredState: State { store.readCommitted { state } }

  /// Sets the state and calls every delegate. During a delivery of the store, the assignment is queued.
  ///
  /// Within a transaction, the assignment becomes part of it.
  ///
  /// - Complexity: O(delegates), independent of other state centers and of other rows of the table.
  public func assign(_ new: State) {
    if store.isDelivering {
      store.respond(cause) { [write] in write($0, new) }
    } else {
      store.transaction(cause) { write($0, new) }
    }
  }

  // MARK: Delegates

  /// Registers a delegate after all others. A delegate that is already registered keeps its position and name.
  ///
  /// - Parameters:
  ///   - delegate: the delegate, which is held weakly.
  ///   - name: the name for ``delegateNames`` and a `DeliveryTracer`; by default, the name of its type.
  /// - Returns: the committed state. The delegate is called with every later change.
  /// - Complexity: amortised O(1).
  @inlinable
  @discardableResult
  public func add(_ delegate: any StateDelegate<State>, name: String? = nil) -> State {
    let key = ObjectIdentifier(delegate)
    // A new object may have the address of a released one, so the delegate must still exist.
    if delegatesByID[key]?.delegate != nil { return deliveredState }
    if delegatesByID.count >= bound { clear() }
    let name = name ?? String(describing: type(of: delegate))
    let link = DelegateLink(delegate, name: name, index: addedCount, state: deliveredState)
    addedCount += 1
    link.observer = observe(name) { [weak self, weak link] in
      if let self, let link, !link.notify(of: state) { drop(link) }
    }
    delegatesByID[key] = link
    return link.state
  }

  /// Ends a delegate's registration. Does nothing if the delegate is not registered.
  ///
  /// - Complexity: amortised O(1).
  public func remove(_ delegate: any StateDelegate<State>) {
    delegatesByID.removeValue(forKey: ObjectIdentifier(delegate))?.observer?.subscription?.cancel()
  }

  /// The delegates, in the order in which they are called.
  public var delegates: [any StateDelegate<State>] { living.compactMap(\.delegate) }

  /// The names of the delegates, in the order in which they are called.
  public var delegateNames: [String] { living.map(\.name) }

  /// The number of delegates, including released ones that have not been removed yet.
  var slotCount: Int { delegatesByID.count }

  private var living: [DelegateLink<State>] {
    delegatesByID.values.filter { $0.delegate != nil }.sorted { $0.index < $1.index }
  }

  @usableFromInline
  func drop(_ link: DelegateLink<State>) {
    link.observer?.subscription?.cancel()
    if delegatesByID[link.key] === link { delegatesByID[link.key] = nil }
  }

  @usableFromInline
  package func clear() {
    delegatesByID = delegatesByID.filter { $0.value.delegate != nil }
    bound = max(8, delegatesByID.count * 2)
  }
}

/// A state center with any type of state.
package protocol DelegateRegister: AnyObject {
  /// Removes the delegates that have been released.
  func clear()
}

extension StateCenter: DelegateRegister {}

/// The model of a state center that was created without a store.
private struct StateRow<State: Equatable & Sendable>: Storable {
  let id = 0
  var state: State
}

/// A delegate's registration, and the state with which the delegate was last called.
@usableFromInline
final class DelegateLink<State: Equatable> {
  @usableFromInline weak var delegate: (any StateDelegate<State>)?
  @usableFromInline let key: ObjectIdentifier
  @usableFromInline let name: String
  /// The position of the registration, from 0.
  @usableFromInline let index: Int
  @usableFromInline var state: State
  /// The observer of the model's row, which the store holds weakly.
  @usableFromInline var observer: (any NamedObserver)?

  @inlinable
  init(_ delegate: any StateDelegate<State>, name: String, index: Int, state: State) {
    self.delegate = delegate
    key = ObjectIdentifier(delegate)
    self.name = name
    self.index = index
    self.state = state
  }

  /// Calls the delegate if the state differs from the one with which it was last called. Returns `false` if the
  /// delegate has been released.
  @inlinable
  func notify(of new: State) -> Bool {
    guard let delegate else { return false }
    if new != state {
      let old = state
      state = new
      delegate.stateChanged(from: old, to: new)
    }
    return true
  }
}
