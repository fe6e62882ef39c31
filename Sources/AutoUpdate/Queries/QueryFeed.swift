public import StoreMemory

/// What a live query tells of a commit, and whom.
@usableFromInline
final class QueryFeed<Model: Storable> {
  @usableFromInline let source = ChangeSource()
  @usableFromInline let state = Cell(State())
  private var dependents: ContiguousArray<WeakDependent> = []

  private let table: Int32
  /// The query's place among those that follow a table.
  private weak var follower: QueryFollower?
  /// What the query's own code reads beside the model.
  private var joined = TableSet()
  private var followed = TableSet()

  /// What a commit did to the list.
  @usableFromInline
  struct State {
    /// The edits of the last commit that changed the list while someone wanted to know.
    @usableFromInline var edits: [ListEdit<Model.ID>] = []
    /// Whether there are dependents that follow the rows which a commit touches.
    @usableFromInline var hasDependents = false
    /// The rows that the current commit touched in the list; some may be there twice.
    @usableFromInline var touchedRows: ContiguousArray<Int32> = []
    @usableFromInline var isRefilled = false

    @inlinable
    init() {}
  }

  private struct WeakDependent {
    weak var dependent: QueryDependent?
  }

  @usableFromInline
  init(table: Int32) {
    self.table = table
  }

  // MARK: Following

  /// Makes the store ask `follower` whenever the query may change.
  @usableFromInline
  func begin(_ follower: QueryFollower, joining tables: TableSet, in core: StoreCore) {
    self.follower = follower
    follow(joining: tables, in: core)
  }

  /// Follows other tables beside the query's own.
  @usableFromInline
  func follow(joining tables: TableSet, in core: StoreCore) {
    joined = tables
    followTables(in: core)
  }

  private func followTables(in core: StoreCore) {
    guard let follower else { return }
    var tables = TableSet([table])
    tables.formUnion(joined)
    for dependent in dependents.compactMap(\.dependent) { tables.formUnion(dependent.reads) }
    if tables == followed { return }
    core.follow(tables, insteadOf: followed, by: follower)
    followed = tables
  }

  // MARK: Telling

  /// Whether anyone wants to know what changes.
  @inlinable var isListed: Bool { source.hasRecipients || hasDependents }

  /// The edits of the last commit that changed the list while someone wanted to know.
  @inlinable var edits: [ListEdit<Model.ID>] { state.read { $0.edits } }

  /// Whether there are dependents that follow the rows which a commit touches.
  @inlinable var hasDependents: Bool { state.read { $0.hasDependents } }

  /// Forgets the edits of the commit before. Identities that end may run code of a user.
  @inlinable
  func begin() {
    var gone: [ListEdit<Model.ID>] = []
    state.modify { swap(&$0.edits, &gone) }
    gone.clear()
    state.modify { swap(&$0.edits, &gone) }
  }

  @inlinable
  func append(_ edit: ListEdit<Model.ID>) { state.modify { $0.edits.append(edit) } }

  /// Notes a row whose model or membership changed.
  @inlinable
  func touch(_ row: Int32) { state.modify { $0.touchedRows.append(row) } }

  /// Notes that every row may have changed for the dependents.
  @inlinable
  func noteRefill() { state.modify { $0.isRefilled = true } }

  /// Tells observers of the edits, if there are any, when the current commit is told.
  @inlinable
  func fire(_ core: StoreCore) {
    if state.read({ !$0.edits.isEmpty }) { core.fire(source) }
  }

  // MARK: Dependents

  /// Lets `dependent` follow the query; it is held weakly.
  func add(_ dependent: QueryDependent, in core: StoreCore) {
    dependents.append(WeakDependent(dependent: dependent))
    state.modify { $0.hasDependents = true }
    followTables(in: core)
  }

  /// Lets the dependents take in what the current commit did.
  @usableFromInline
  func tellDependents(in core: StoreCore) {
    let rows = state.modify { state in
      let rows = state.isRefilled ? nil : state.touchedRows
      state.isRefilled = false
      state.touchedRows = []
      return rows
    }
    let living = dependents.compactMap(\.dependent)
    if living.count < dependents.count {
      dependents.removeAll { $0.dependent == nil }
      let isOneLeft = !dependents.isEmpty
      state.modify { $0.hasDependents = isOneLeft }
    }
    for dependent in living {
      if rows == nil || core.hasChanged(anyOf: dependent.reads) {
        dependent.follow(nil)
      } else if rows?.isEmpty == false {
        dependent.follow(rows)
      }
    }
    followTables(in: core)
  }
}

/// What follows from a live query, and is brought up to date right after it.
@usableFromInline
final class QueryDependent {
  /// Takes in the rows that a commit touched; `nil` when all may have changed.
  let follow: (_ rows: ContiguousArray<Int32>?) -> Void
  /// The tables that its own code reads beside the model.
  var reads = TableSet()

  init(_ follow: @escaping (_ rows: ContiguousArray<Int32>?) -> Void) {
    self.follow = follow
  }
}

extension StoreCore {
  /// Whether the current commit changed one of the tables.
  @usableFromInline
  func hasChanged(anyOf tables: TableSet) -> Bool {
    guard !tables.isEmpty, let current else { return false }
    return current.parts.contains { tables.contains($0.table) }
  }
}
