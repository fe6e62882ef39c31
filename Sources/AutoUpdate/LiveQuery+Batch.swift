/// What a live query notes while it takes in a commit of several changes.
@usableFromInline
enum QueryBatch<Key, Group: Comparable> {
  /// A touched row that is in the list before or after the commit, at any position.
  @usableFromInline
  struct Visit {
    @usableFromInline let row: Int32
    /// Its key after the commit, if it meets the condition then.
    @usableFromInline let key: Key?
    /// Its position before the commit, or -1.
    @usableFromInline var old: Int = -1
    /// Its position after the commit, or -1.
    @usableFromInline var new: Int = -1
    /// Whether its place among all rows that did not move is as it was.
    @usableFromInline var keptPlace = false
    @usableFromInline var oldGroup: Group?
    @usableFromInline var newGroup: Group?

    @inlinable
    init(row: Int32, key: Key?) {
      self.row = row
      self.key = key
    }
  }

  /// A section of the list before the commit, after it or both.
  @usableFromInline
  struct Span {
    @usableFromInline let key: Group
    @usableFromInline let old: Int
    @usableFromInline var new: Int

    @inlinable
    init(key: Group, old: Int, new: Int) {
      self.key = key
      self.old = old
      self.new = new
    }
  }
}

extension QueryIndex {
  /// Takes in several changes.
  @inlinable
  func followMany(_ changes: TableChanges<Model>, for query: LiveQuery<Model>) {
    let oldCount = count
    listVisits(changes)
    if visits.isEmpty { return }
    // A walk over the list costs about as much for sixteen rows as one of them would alone.
    if visits.count > 8, visits.count > rows.count / 16 {
      replaceAtOnce()
    } else {
      replaceSingly()
    }
    let isListed = query.isObserved || group != nil
    if isListed { listItems(oldCount: oldCount) }
    visits.removeAll(keepingCapacity: true)
    query.currentCount = count
    guard isListed else { return }
    let edits = diff.edits()
    guard !edits.isEmpty, query.isObserved else { return }
    query.edits.removeAll(keepingCapacity: true)
    query.edits.reserveCapacity(edits.count)
    for edit in edits { query.edits.append(edit.map { table.identity(of: $0) }) }
    query.fire()
  }

  /// Lists the touched rows that are in the list or will be.
  @inlinable
  func listVisits(_ changes: TableChanges<Model>) {
    changes.forEachEntry { entry in
      let row = entry.pointee.row
      var newKey: Order.Key?
      if let after = entry.pointee.after, condition(after) { newKey = key(after) }
      if newKey == nil, !rows.contains(row) { return }
      var visit = QueryBatch<Order.Key, Group>.Visit(row: row, key: newKey)
      if let group, let newKey { visit.newGroup = group(newKey) }
      visits.append(visit)
    }
  }

  /// Makes the changes one after the other: all old positions, the changes, all new positions.
  @inlinable
  func replaceSingly() {
    for index in visits.indices {
      let row = visits[index].row
      guard let position = rows.position(of: row) else { continue }
      visits[index].old = position
      if let group { visits[index].oldGroup = rows.key(of: row).map(group) }
    }
    for index in visits.indices {
      let row = visits[index].row
      guard let key = visits[index].key else {
        rows.remove(row)
        continue
      }
      if visits[index].old >= 0, visits[index].oldGroup == visits[index].newGroup,
        rows.replaceKey(of: row, with: key)
      {
        visits[index].keptPlace = true
      } else {
        rows.insert(row, key: key)
      }
    }
    for index in visits.indices where visits[index].key != nil {
      visits[index].new = rows.position(of: visits[index].row) ?? -1
    }
  }

  /// Makes the changes in two walks over the whole list.
  @inlinable
  func replaceAtOnce() {
    for (number, visit) in visits.enumerated() {
      marks.mark(visit.row, number: number)
      if let key = visit.key { entries.append((visit.row, key)) }
    }
    rows.takeOut(marks) { number, position, key in
      visits[number].old = position
      if let group { visits[number].oldGroup = group(key) }
    }
    entries.sort { rows.precedes($0.key, $0.row, $1.key, $1.row) }
    rows.putIn(entries) { index, position in
      guard let number = marks.number(of: entries[index].row) else { return }
      visits[number].new = position
    }
    for visit in visits { marks.unmark(visit.row) }
    entries.removeAll(keepingCapacity: true)
  }
}
