internal import StoreMemory

/// The contents of a store at a point of its history, read without moving the store.
///
/// ```swift
/// let past = store.pastState()
/// while let step = past.stepBack() {
///   print(step.cause, past["arthur", in: heroes]?.hp ?? 0)   // before that step
/// }
/// ```
///
/// It begins at the present and goes step by step, also into steps that were undone. It rests on the
/// changes of those steps alone: it costs what they changed, whatever the store holds. The steps are those of
/// when it was made; what the store does later does not change what it shows.
public final class PastState {
  private let core: StoreCore
  private let log: StepLog
  private var reader: PastReader?
  /// The step after the point, as ``History/present`` counts.
  public private(set) var position: Int
  /// The models that differ between the point and the store as it stands, as they are at the point.
  private var models: [ModelKey: (any Storable)?] = [:]

  init(core: StoreCore) {
    self.core = core
    log = core.history
    position = log.present
    let reader = PastReader { [weak self] commit in
      for change in commit.changes { self?.keep(change) }
    }
    self.reader = reader
    core.state.modify { state in
      state.pastReaders.removeGone()
      state.pastReaders.append(reader)
    }
  }

  /// Goes to the point before the previous step and returns what that step changed, in its order;
  /// `nil` when no earlier step is kept.
  @discardableResult
  public func stepBack() -> ChangeSet? {
    guard let commit = log[position - 1] else { return nil }
    position -= 1
    let changes = commit.stepChangeSet
    for change in changes.changes.reversed() { set(change.inverted) }
    return changes
  }

  /// Goes to the point after the next step and returns what that step changed; `nil` at the end.
  @discardableResult
  public func stepForward() -> ChangeSet? {
    guard let commit = log[position] else { return nil }
    position += 1
    let changes = commit.stepChangeSet
    for change in changes.changes { set(change) }
    return changes
  }

  /// The model with this identity at the point.
  public subscript<Model: Storable>(id: Model.ID, in table: Table<Model>) -> Model? {
    guard let known = models[ModelKey(Model.self, id)] else { return table.committed(id) }
    return known as? Model
  }

  private func set(_ change: some AnyChange) {
    guard let key = change.key else { return }
    models.updateValue(change.after, forKey: key)
  }

  private func keep(_ change: some AnyChange) {
    guard let key = change.key, models[key] == nil else { return }
    models.updateValue(change.before, forKey: key)
  }
}

extension DataStore {
  /// The present state, from which one can go through the history without moving the store.
  public func pastState() -> PastState { PastState(core: core) }
}
