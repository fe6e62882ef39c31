/// What a store held at a point of its history, read without moving the store.
///
/// ```swift
/// var past = store.pastState()
/// while let step = past.stepBack() {
///   print(step.cause, past["arthur", in: heroes]?.hp ?? 0)   // before that step
/// }
/// ```
///
/// It begins at the present and goes step by step, also into steps that were undone. It rests on the
/// changes of those steps alone: it costs what they changed, whatever the store holds.
///
/// - Precondition: the store is not written to while it is used.
public struct PastState {
  private let core: StoreCore
  private var cursor: HistoryCursor
  /// The models that the steps between the present and the point changed, as they are at the point.
  private var models: [ModelKey: (any Storable)?] = [:]

  init(core: StoreCore) {
    self.core = core
    cursor = core.presentCursor
  }

  /// The step after the point, as ``DataStore/present`` counts.
  public var position: Int { cursor.step }

  /// Goes to the point before the previous step and returns what that step changed, in its order;
  /// `nil` when no earlier step is kept.
  @discardableResult
  public mutating func stepBack() -> ChangeSet? {
    var changes: [any AnyChange] = []
    guard cursor.stepBack(in: core, { changes.append($0.operations.pastChange($0, $1)) }) else { return nil }
    for change in changes { set(change.inverted) }
    return ChangeSet(cause: core.history.steps[cursor.step].cause.text, changes: changes.reversed())
  }

  /// Goes to the point after the next step and returns what that step changed; `nil` at the end.
  @discardableResult
  public mutating func stepForward() -> ChangeSet? {
    let cause = position < core.history.steps.endIndex ? core.history.steps[position].cause.text : ""
    var changes: [any AnyChange] = []
    guard cursor.stepForward(in: core, { changes.append($0.operations.pastChange($0, $1)) }) else {
      return nil
    }
    for change in changes { set(change) }
    return ChangeSet(cause: cause, changes: changes)
  }

  /// The model with this identity at the point.
  public subscript<Model: Storable>(id: Model.ID, in table: Table<Model>) -> Model? {
    guard let known = models[ModelKey(Model.self, id)] else { return table[id] }
    return known as? Model
  }

  private mutating func set(_ change: some AnyChange) {
    guard let key = change.key else { return }
    models.updateValue(change.after, forKey: key)
  }
}

extension DataStore {
  /// The present state, from which one can go through the history without moving the store.
  public func pastState() -> PastState { PastState(core: core) }

  /// What a kept step changed, in its order; a model that observers changed as well stands there again.
  ///
  /// - Complexity: O(changes of the steps between the present and it).
  public func changes(ofStep number: Int) -> ChangeSet? {
    guard steps.contains(number) else { return nil }
    var past = pastState()
    while past.position <= number { past.stepForward() }
    while past.position > number + 1 { past.stepBack() }
    return past.stepBack()
  }
}
