public import ListEdits
public import StoreMemory

/// The effect of a commit on a live query's list, for its observers and for values computed from it.
@usableFromInline
final class QueryFeed<Model: Storable> {
  @usableFromInline let source = ChangeSource()
  @usableFromInline let state = Cell(State())

  @usableFromInline
  struct State {
    /// The edits of the last commit that changed the list while someone wanted to know.
    @usableFromInline var edits: [ListEdit<Model.ID>] = []
    /// The rows that the current commit touched in the list, some perhaps twice, if there are dependents;
    /// `nil` when all may have changed.
    @usableFromInline var touchedRows: ContiguousArray<Int32>? = []
    /// Those who compute something of the list, and follow the store behind the query.
    @usableFromInline var dependents = WeakList<QueryFollower>()

    @inlinable
    init() {}
  }

  @usableFromInline
  init() {}

  /// A Boolean value that indicates whether there is an observer of the changes.
  @inlinable var isListed: Bool { source.hasObservers || hasDependents }

  /// The edits of the last commit that changed the list while someone wanted to know.
  @inlinable var edits: [ListEdit<Model.ID>] { state.read { $0.edits } }

  @inlinable var hasDependents: Bool { state.read { !$0.dependents.isEmpty } }

  /// The rows that the current commit touched in the list; `nil` when all may have changed.
  var touchedRows: ContiguousArray<Int32>? { state.read { $0.touchedRows } }

  /// Lets what `follower` keeps up to date follow from the rows that commits touch.
  func add(_ follower: QueryFollower) { state.modify { $0.dependents.append(follower) } }

  /// Forgets what the commit before did, if anyone wants to know what this one does. Identities that end may run code
  /// of a user.
  ///
  /// - Returns: whether anyone wants to know.
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

  /// Notes a row whose model or membership changed.
  @inlinable
  func touch(_ row: Int32) { state.modify { $0.touchedRows?.append(row) } }

  /// Notes that every row may have changed for the dependents.
  @inlinable
  func noteRefill() { state.modify { $0.touchedRows = nil } }

  /// Tells observers of the edits, if there are any, when the current commit is told.
  @inlinable
  func fire(_ core: StoreCore) {
    if state.read({ !$0.edits.isEmpty }) { core.fire(source) }
  }
}
