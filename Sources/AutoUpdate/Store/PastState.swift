internal import StoreMemory

/// A view of a store's contents at a point of its history, without moving the store.
///
/// ```swift
/// let past = store.pastState()
/// while let step = past.stepBack() {
///   print(step.cause, past["arthur", in: heroes]?.hp ?? 0)   // before that step
/// }
/// ```
///
/// A past state begins at the current point. It moves by one step at a time, back or forward, and undone steps are
/// ahead of it. A move applies the changes of its step, so its cost depends on them and not on the size of the store. A
/// past state can access the steps that existed when it was created. Later transactions do not change what it shows.
public final class PastState {
  private let core: StoreCore
  /// The steps that existed when the past state was created.
  fileprivate let steps: Range<Int>
  /// The changes of steps that may be removed from the log.
  fileprivate var dropped: [Int: ChangeSet] = [:]
  /// The number of the step after the point, as in ``History/present``.
  public private(set) var position: Int
  /// The models that differ between the point and the store.
  private var models: [ModelKey: (any Storable)?] = [:]

  init(core: StoreCore) {
    self.core = core
    (steps, position) = core.shared.content.read { ($0.log.steps, $0.log.present) }
    core.shared.content.modify { content in
      content.pastStates.removeGone()
      content.pastStates.append(self)
    }
  }

  /// Moves to the point before the previous step. Returns the changes of that step in their order; `nil` if there is no
  /// earlier step.
  @discardableResult
  public func stepBack() -> ChangeSet? {
    guard let changes = changes(of: position - 1) else { return nil }
    position -= 1
    for change in changes.changes.reversed() { set(change.inverted) }
    return changes
  }

  /// Moves to the point after the next step. Returns the changes of that step; `nil` if there is no later step.
  @discardableResult
  public func stepForward() -> ChangeSet? {
    guard let changes = changes(of: position) else { return nil }
    position += 1
    for change in changes.changes { set(change) }
    return changes
  }

  private func changes(of step: Int) -> ChangeSet? {
    steps.contains(step) ? dropped[step] ?? core.changeSet(of: step) : nil
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

  /// Stores the value before a change that the store has just made.
  fileprivate func keep(_ change: some AnyChange) {
    guard let key = change.key, models[key] == nil else { return }
    models.updateValue(change.before, forKey: key)
  }
}

extension DataStore {
  /// Returns a view of the current state, which can move through the history without moving the store.
  public func pastState() -> PastState { PastState(core: core) }
}

extension StoreCore {
  func changeSet(of number: Int) -> ChangeSet? {
    let (parts, cause) = shared.content.read { content in
      let parts = content.log.parts(of: number)
      return (parts, parts.isEmpty ? "" : content.log.cause(of: parts.lowerBound))
    }
    return parts.isEmpty ? nil : ChangeSet(cause: cause, changes: changes(in: parts))
  }

  private var pastStates: ContiguousArray<PastState> {
    shared.content.modify { content in
      var states: ContiguousArray<PastState> = []
      if !content.pastStates.isEmpty { content.pastStates.append(to: &states) }
      return states
    }
  }

  /// Passes the changes of the current commit to all past states, outside any access, since they hash identities, which
  /// runs user code.
  func notePast() {
    let states = pastStates
    guard !states.isEmpty, let current = shared.content.read({ $0.current }) else { return }
    let changes = changes(in: current)
    for state in states {
      for change in changes { state.keep(change) }
    }
  }

  /// Passes the changes of the retained steps to all past states, since steps may be removed from the log.
  ///
  /// - Complexity: O(changes of the history), once for each past state.
  func handOverHistory() {
    for state in pastStates {
      for step in state.steps where state.dropped[step] == nil {
        state.dropped[step] = changeSet(of: step)
      }
    }
  }
}
