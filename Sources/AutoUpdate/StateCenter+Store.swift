extension StateCenter {
  /// Makes the centre's state that of a model in a store, until the subscription ends.
  ///
  /// The store has the truth from now on: its state is taken over at once and with each transaction,
  /// so that undo moves it as well. ``assign(_:)`` becomes a transaction, and the order in which
  /// answers are told is the store's, which is the same.
  ///
  /// A centre follows one model: following another ends what was before.
  ///
  /// - Parameters:
  ///   - state: where in the model the state is.
  ///   - id: the model; while the store has none, the centre keeps its state and ignores assignments.
  ///   - cause: the cause of the transactions that assignments become.
  public func follow<Model: Storable>(
    _ state: WritableKeyPath<Model, State>, of id: Model.ID, in store: DataStore, cause: String
  ) -> Subscription {
    leader?.cancel()
    let table = store.table(of: Model.self)
    let follower = StateFollower(center: self, state: state)
    route = { [weak store] (new) throws(CascadeError) in
      do {
        try store?.transaction(cause) { _ = $0.update(id, in: table) { $0[keyPath: state] = new } }
      } catch let error as CascadeError {
        throw error
      } catch {
        // The body throws nothing, so a store throws nothing else.
      }
    }
    leader = follower
    follower.autoUpdate(id, from: table)
    return follower
  }
}

/// Takes over the state of a model whenever it changes.
private final class StateFollower<Model: Storable, State: Equatable>: Subscription, AutoUpdating {
  private weak var center: StateCenter<State>?
  private let state: WritableKeyPath<Model, State>
  var subscription: Subscription?

  init(center: StateCenter<State>, state: WritableKeyPath<Model, State>) {
    self.center = center
    self.state = state
  }

  func prepare(with model: Model?) {
    guard let model else { return }
    // Answers go to the store, so none can wait here and no cascade can come of it.
    try? center?.change(to: model[keyPath: state])
  }

  override func cancel() {
    guard subscription != nil else { return }
    subscription = nil
    center?.route = nil
  }

  deinit { cancel() }
}
