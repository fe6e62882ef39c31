extension Table {
  @inlinable
  func save(_ model: Model) {
    let row = intern(model.id)
    if slots[Int(row)].model == model { return }
    write(model, at: row)
  }

  @inlinable
  func update<Failure: Error>(
    _ row: Row, _ change: (inout Model) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    guard row.index < slots.count, let before = slots[row.index].model else { return false }
    var model = before
    try change(&model)
    if model != before {
      precondition(model.id == before.id, "an update must leave the identity as it is")
      write(model, at: row.number)
    }
    return true
  }

  @inlinable
  func delete(_ id: Model.ID) -> Bool {
    guard let row = rows[id], slots[Int(row)].model != nil else { return false }
    write(nil, at: row)
    return true
  }

  /// Puts a value into a row; the first write of a transaction keeps what was there.
  @inlinable
  func write(_ model: consuming Model?, at row: Int32) {
    precondition(core.isWriting, "a write needs an open transaction")
    let slot = slots.base + Int(row)
    if (slot.pointee.model != nil) != (model != nil) { presenceChanged(at: row, id: model?.id) }
    let known = slot.pointee.entry
    if known >= levelStart {
      entries[known].isWrittenAgain = true
      slot.pointee.model = model
    } else {
      let entry = entryCount
      entries.append(Entry(row: row, previous: known, before: slot.pointee.model.take()))
      slot.pointee.model = model
      slot.pointee.entry = entry
      entryCount = entry &+ 1
      core.touch(table: number, entry: entry)
    }
  }

  /// Keeps the count and the identities of rows without value.
  @usableFromInline
  func presenceChanged(at row: Int32, id: Model.ID?) {
    if id == nil {
      count -= 1
      absent[row] = slots[Int(row)].model?.id
    } else {
      count += 1
      absent[row] = nil
    }
  }
}
