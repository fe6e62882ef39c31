import AutoUpdate

extension DataStore {
  /// Calls `tell` with the changes of each transaction, without the beginning.
  func onChanges(name: String = "", _ tell: @escaping (ChangeSet) -> Void) -> Subscription {
    observe(name: name) { update in
      if case .changes(let changes) = update { tell(changes) }
    }
  }
}

extension Table {
  /// Calls `tell` with the changes of each transaction, without the beginning.
  func onChanges(name: String = "", _ tell: @escaping (TableChanges<Model>) -> Void) -> Subscription {
    observe(name: name) { update in
      if case .changes(let changes) = update { tell(changes) }
    }
  }
}
