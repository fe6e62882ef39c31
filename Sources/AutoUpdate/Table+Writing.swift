extension Table {
  @inlinable
  func save(_ model: Model) {
    let id = model.id
    let hash = RowIndex.hash(id)
    let row: Int32
    if let known = find(id, hash: hash) {
      row = known
      if let before = slots[row].model {
        if before == model { return }
      } else {
        appeared(at: row)
      }
    } else {
      row = takeRow(hash: hash)
      appearedAnew()
    }
    vacate(row).initialize(to: model)
  }

  @inlinable
  func update<Failure: Error>(
    _ row: Row, _ change: (inout Model) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    guard row.index < slots.count, var model = slots[row.index].model else { return false }
    try change(&model)
    let isSame = place(of: row.number).lend { before in
      guard let before else { return false }
      precondition(model.id == before.id, "an update must leave the identity as it is")
      return before == model
    }
    if isSame { return true }
    // The change itself may have removed it.
    if slots[row.index].isEmpty { appeared(at: row.number) }
    vacate(row.number).initialize(to: consume model)
    return true
  }

  @inlinable
  func delete(_ id: Model.ID) -> Bool {
    guard let row = find(id), !slots[row].isEmpty else { return false }
    disappeared(at: row, id: id)
    vacate(row).initialize(to: nil)
    return true
  }

  /// Takes the value out of a row, the first time in a transaction into an entry that keeps it.
  ///
  /// It is moved, where writing over it would copy it first.
  ///
  /// - Returns: the value's place, which the caller fills at once.
  @inlinable
  @inline(__always)
  func vacate(_ row: Int32) -> UnsafeMutablePointer<Model?> {
    precondition(core.isWriting, "a write needs an open transaction")
    let slot = slots.base + Int(row)
    let place = place(of: row)
    let known = slot.pointee.entry
    if known >= levelStart {
      entries[known].isWrittenAgain = true
      core.isRewritten = true
      place.destroy()
    } else {
      let entry = entryCount
      entries.append(Entry(row: row, previous: known, before: place.move()))
      slot.pointee.entry = entry
      entryCount = entry &+ 1
      core.touch(self, entry: entry)
    }
    return place
  }

  /// Takes note that a row has a value from now on.
  @usableFromInline
  func appeared(at row: Int32) {
    count += 1
    absent[row] = nil
  }

  /// Takes note that a row that nobody knew before has a value from now on.
  @usableFromInline
  func appearedAnew() { count += 1 }

  /// Takes note that a row has no value from now on.
  @usableFromInline
  func disappeared(at row: Int32, id: Model.ID) {
    count -= 1
    absent[row] = id
  }
}
