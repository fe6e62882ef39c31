public import ListEdits
public import StoreMemory

/// The effect of a commit on a live query's list, for its observers and for values that are computed from it.
@usableFromInline
final class QueryFeed<Model: Storable> {
  @usableFromInline let source = ChangeSource()
  @usableFromInline let state = Cell(State())

  @usableFromInline
  struct State {
    /// The edits of the last commit that changed the list while it had observers or dependents.
    @usableFromInline var edits: [ListEdit<Model.ID>] = []
    /// The rows of the list that the current commit touched, possibly with duplicates; `nil` if all may have changed.
    /// They are only recorded for dependents.
    @usableFromInline var touchedRows: ContiguousArray<Int32>? = []
    /// The followers that compute a value from the list, and are updated after the query.
    @usableFromInline var dependents = WeakList<QueryFollower>()

    @inlinable
    init() {}
  }

  @usableFromInline
  init() {}

  /// A Boolean value that indicates whether edits must be recorded.
  @inlinable var isListed: Bool { source.hasObservers || hasDependents }

  @inlinable var edits: [ListEdit<Model.ID>] { state.read { $0.edits } }

  @inlinable var hasDependents: Bool { state.read { !$0.dependents.isEmpty } }

  var touchedRows: ContiguousArray<Int32>? { state.read { $0.touchedRows } }

  /// Adds a follower that is updated from the rows that commits touch.
  func add(_ follower: QueryFollower) { state.modify { $0.dependents.append(follower) } }

  /// Clears the records of the previous commit if this commit must be recorded. Releasing identities may run user code.
  ///
  /// - Returns: whether the commit must be recorded.
  @inlinable
  func begin() -> Bool {
    guard isListed else { return false }
    var gone: [ListEdit<Model.ID>] = []
    state.modify { state in
      swap(&state.edits, &gone)
      if state.dependents.isEmpty { return }
      state.touchedRows = []
      state.dependents.removeGone()
    }
    gone.clear()
    state.modify { swap(&$0.edits, &gone) }
    return true
  }

  @inlinable
  func append(_ edit: ListEdit<Model.ID>) { state.modify { $0.edits.append(edit) } }

  /// Records a row whose model or membership changed.
  @inlinable
  func touch(_ row: Int32) { state.modify { $0.touchedRows?.append(row) } }

  @inlinable
  func noteRefill() { state.modify { $0.touchedRows = nil } }

  /// Lists the observers for the current delivery, if there are edits.
  @inlinable
  func fire(_ core: StoreCore) {
    if state.read({ !$0.edits.isEmpty }) { core.fire(source) }
  }
}
