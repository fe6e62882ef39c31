/// The models of one type in a store, in dense rows behind their interned identities.
///
/// Reading is O(1). All writes go through a ``Transaction``.
public final class Table<Model: Storable>: AnyTable {
  /// All that belongs to one row, side by side: one write touches one place in memory.
  @usableFromInline
  struct Slot {
    @usableFromInline var model: Model?
    /// The index of the row's latest entry in the open transaction, or -1. It fits behind many models.
    @usableFromInline var entry: Int32 = -1
    /// The first of the row's observers.
    @usableFromInline var observer = RowObserver.none

    @inlinable
    init(model: Model?) {
      self.model = model
    }

    /// Whether there is no model; asked in place, where a comparison with `nil` copies it.
    @inlinable
    var isEmpty: Bool {
      if case .none = model { true } else { false }
    }
  }

  /// What happened to a row in a transaction.
  @usableFromInline
  struct Entry {
    @usableFromInline let row: Int32
    /// What `Slot.entry` was, to go back to.
    @usableFromInline let previous: Int32
    @usableFromInline var isWrittenAgain = false
    /// Merged into an earlier entry, or without effect in the end.
    @usableFromInline var isVoid = false
    // Written out, it is not nil to begin with, and the initialiser has nothing to end.
    @usableFromInline var before: Optional<Model>
    @usableFromInline var after: Model?

    @inlinable
    init(row: Int32, previous: Int32, before: consuming Model?) {
      self.row = row
      self.previous = previous
      self.before = before
    }
  }

  @exclusivity(unchecked) @usableFromInline var slots = Slab<Slot>()
  @exclusivity(unchecked) @usableFromInline var entries = Slab<Entry>()
  @exclusivity(unchecked) @usableFromInline var rows = RowIndex()
  /// The identities of rows that are kept for observers alone.
  @exclusivity(unchecked) @usableFromInline var absent: [Int32: Model.ID] = [:]
  @usableFromInline var freeRows: ContiguousArray<Int32> = []
  /// Rows that may be without value and observer once the running deliveries are complete.
  @usableFromInline var rowsToCheck: ContiguousArray<Int32> = []
  @exclusivity(unchecked) @usableFromInline var pool = ObserverPool()
  /// The classes of the views that have observed rows, by number.
  @exclusivity(unchecked) @usableFromInline var viewKinds: ContiguousArray<ViewKind<Model>> = []
  @exclusivity(unchecked) @usableFromInline var followers: ContiguousArray<Unmanaged<TableFollower<Model>>> =
    []
  /// The changes of the history's steps, oldest first.
  @exclusivity(unchecked) @usableFromInline var past = Trail<Entry>()

  /// How many models the table holds.
  public internal(set) var count = 0
  /// How many views observe rows of the table.
  public internal(set) var observerCount = 0

  @inlinable
  init(core: StoreCore, number: Int32) {
    super.init(core: core, number: number, operations: TableOperations(of: Table.self))
  }

  deinit { operations.release(self) }

  /// Gives back all memory, when the table ends.
  @inlinable
  func release() {
    slots.destroy()
    entries.destroy()
    pool.observers.destroy()
    past.destroy()
    rows.destroy()
  }

  override var modelName: String { String(describing: Model.self) }

  // MARK: Reading

  /// The model with this identity.
  @inlinable
  public subscript(id: Model.ID) -> Model? {
    guard let row = find(id) else { return nil }
    return slots[row].model
  }

  /// The model in a row.
  @inlinable
  public subscript(row: Row) -> Model? {
    guard row.index < slots.count else { return nil }
    return slots[row.index].model
  }

  /// The row of a model's identity, to read and write it again without looking it up.
  @inlinable
  public func row(of id: Model.ID) -> Row? {
    guard let row = find(id), !slots[row].isEmpty else { return nil }
    return Row(Int(row))
  }

  /// Calls `body` with every model, in the order of rows.
  ///
  /// The order is the same in every run with the same writes; it is not the order of insertion.
  @inlinable
  public func forEach<Failure: Error>(_ body: (Row, Model) throws(Failure) -> Void) throws(Failure) {
    for index in 0..<slots.count {
      if let model = slots[index].model { try body(Row(index), model) }
    }
  }

  /// The models in the order of rows.
  @inlinable
  public var models: [Model] {
    var models: [Model] = []
    models.reserveCapacity(count)
    forEach { models.append($1) }
    return models
  }

  // MARK: Rows

  /// Where the value of a row stands.
  @inlinable
  @inline(__always)
  func place(of row: Int32) -> UnsafeMutablePointer<Model?> {
    withUnsafeMutablePointer(to: &slots[row].model) { $0 }
  }

  /// The row of an identity, also of one that is there for observers alone.
  @inlinable
  func find(_ id: Model.ID) -> Int32? { find(id, hash: RowIndex.hash(id)) }

  @inlinable
  func find(_ id: Model.ID, hash: UInt64) -> Int32? {
    rows.row(hash) { row in
      place(of: row).lend { $0.map { $0.id == id } } ?? (absent[row] == id)
    }
  }

  /// The row of an identity, a new one when it has none.
  @inlinable
  func intern(_ id: Model.ID) -> Int32 {
    let hash = RowIndex.hash(id)
    return find(id, hash: hash) ?? addRow(for: id, hash: hash)
  }

  @inlinable
  func addRow(for id: Model.ID, hash: UInt64) -> Int32 {
    let row = takeRow(hash: hash)
    absent[row] = id
    return row
  }

  /// A row for an identity that has none; the caller sees to it that the row knows it, by its value or in
  /// `absent`.
  @inlinable
  func takeRow(hash: UInt64) -> Int32 {
    let row: Int32
    if let free = freeRows.popLast() {
      row = free
    } else {
      row = Int32(slots.count)
      slots.append(Slot(model: nil))
    }
    rows.insert(row, hash: hash)
    return row
  }

  /// Gives a row back when neither a value nor an observer needs it.
  @usableFromInline
  func releaseIfUnused(_ row: Int32) {
    guard core.isIdle else {
      rowsToCheck.append(row)
      core.hasRowsToCheck = true
      return
    }
    guard slots[row].isEmpty, slots[row].observer.isAlone, let id = absent.removeValue(forKey: row)
    else { return }
    rows.remove(row, hash: RowIndex.hash(id))
    freeRows.append(row)
  }
}
