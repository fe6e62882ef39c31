/// A computation of the edits that change an old list into a new one, given the touched rows.
///
/// Untouched rows have the same order in both lists, and are never visited. The edits are computed from the positions
/// of the k touched rows in O(k log k).
///
/// The caller fills `items`, `untouched`, `updates` and `sections`, and calls `edits()`. The buffers are reused for the
/// next computation.
@usableFromInline
package struct ListDiff {
  /// A section of the old list, the new one or both.
  @usableFromInline
  package struct Section {
    @usableFromInline let isOld: Bool
    @usableFromInline let isNew: Bool
    /// The index at which the section begins, or would begin.
    @usableFromInline let oldStart: Int32
    @usableFromInline let newStart: Int32
    var oldIndex = 0
    var newIndex = 0
    /// The number of untouched rows before it.
    var oldGap: Int32 = 0
    var newGap: Int32 = 0
    /// The number of staying rows before it.
    var stayingBefore: Int32 = 0
    /// The number of moving rows before it, in the old and in the new list.
    var movedOld: Int32 = 0
    var movedNew: Int32 = 0

    @inlinable
    package init(isOld: Bool = true, isNew: Bool = true, oldStart: Int32 = 0, newStart: Int32 = 0) {
      self.isOld = isOld
      self.isNew = isNew
      self.oldStart = oldStart
      self.newStart = newStart
    }
  }

  /// The touched rows that are in only one of the lists or may have moved.
  @usableFromInline package var items: ContiguousArray<TouchedRow> = []
  /// The positions in the new list at which the model changed.
  @usableFromInline package var updates: ContiguousArray<Int32> = []
  /// The sections of both lists in order; a single section if there are none.
  @usableFromInline package var sections: ContiguousArray<Section> = []
  /// The number of rows that are in both lists and not among the items.
  @usableFromInline package var untouched = 0

  // The items in the order of each list, and the items that are in both.
  var byOld = PositionSort()
  var byNew = PositionSort()
  var byUpdate = PositionSort()
  var commonOld: ContiguousArray<Int32> = []
  var commonNew: ContiguousArray<Int32> = []
  var chain = ChainSearch()
  var moves = MoveOrder()
  // The buffers of `chooseStaying`: the rows that passed untouched ones, and the least slacks from each of them to the
  // end.
  var crossers: ContiguousArray<Int32> = []
  var leastSlack: ContiguousArray<Int32> = []

  @usableFromInline
  package init() {}

  /// Returns the edits, and clears the buffers.
  @usableFromInline
  package mutating func edits() -> [ListEdit<Int32>] {
    if sections.isEmpty { sections.append(Section()) }
    sort()
    var edits: [ListEdit<Int32>] = []
    edits.reserveCapacity(items.count + updates.count)
    for index in byOld.order.reversed() where items[Int(index)].new < 0 {
      let item = items[Int(index)]
      edits.append(.remove(item.row, at: oldPosition(item.old, item.oldSection)))
    }
    for (number, section) in sections.enumerated() where section.isNew && !section.isOld {
      edits.append(.sectionInserted(at: number))
    }
    appendMoves(to: &edits)
    for (number, section) in sections.enumerated().reversed() where section.isOld && !section.isNew {
      edits.append(.sectionRemoved(at: number))
    }
    for index in byNew.order where items[Int(index)].old < 0 {
      let item = items[Int(index)]
      edits.append(.insert(item.row, at: newPosition(item.new, item.newSection)))
    }
    appendUpdates(to: &edits)
    items.removeAll(keepingCapacity: true)
    updates.removeAll(keepingCapacity: true)
    sections.removeAll(keepingCapacity: true)
    return edits
  }

  private func oldPosition(_ position: Int32, _ section: Int32) -> ListPosition {
    let span = sections[Int(section)]
    return ListPosition(section: span.oldIndex, row: Int(position &- span.oldStart))
  }

  private func newPosition(_ position: Int32, _ section: Int32) -> ListPosition {
    let span = sections[Int(section)]
    return ListPosition(section: span.newIndex, row: Int(position &- span.newStart))
  }

  private mutating func appendUpdates(to edits: inout [ListEdit<Int32>]) {
    byUpdate.sort(updates.count) { updates[$0] }
    var section = 0
    for index in byUpdate.order {
      let position = updates[Int(index)]
      while section + 1 < sections.count,
        sections[section + 1].newStart <= position || !sections[section].isNew
      { section += 1 }
      edits.append(.update(at: newPosition(position, Int32(truncatingIfNeeded: section))))
    }
  }

  /// Sorts the items by both lists, and counts the untouched rows before each.
  private mutating func sort() {
    byOld.sort(items.count) { items[$0].old }
    byNew.sort(items.count) { items[$0].new }
    commonOld.removeAll(keepingCapacity: true)
    commonNew.removeAll(keepingCapacity: true)
    var (number, touched): (Int, Int32) = (0, 0)
    for index in byOld.order {
      let old = items[Int(index)].old
      while number < sections.count, sections[number].oldStart <= old {
        sections[number].oldGap = sections[number].oldStart &- touched
        number += 1
      }
      items[Int(index)].oldGap = old &- touched
      touched &+= 1
      if items[Int(index)].new >= 0 { commonOld.append(index) }
    }
    for rest in number..<sections.count { sections[rest].oldGap = sections[rest].oldStart &- touched }
    (number, touched) = (0, 0)
    for index in byNew.order {
      let new = items[Int(index)].new
      while number < sections.count, sections[number].newStart <= new {
        sections[number].newGap = sections[number].newStart &- touched
        number += 1
      }
      items[Int(index)].newGap = new &- touched
      touched &+= 1
      if items[Int(index)].old >= 0 { commonNew.append(index) }
    }
    for rest in number..<sections.count { sections[rest].newGap = sections[rest].newStart &- touched }
    var (olds, news) = (0, 0)
    for number in sections.indices {
      sections[number].oldIndex = olds
      sections[number].newIndex = news
      if sections[number].isOld { olds += 1 }
      if sections[number].isNew { news += 1 }
    }
  }
}

/// A touched row. Positions are counted from the beginning of the list, across sections.
@usableFromInline
package struct TouchedRow {
  @usableFromInline package let row: Int32
  /// Its position in the old list, or -1.
  @usableFromInline let old: Int32
  /// Its position in the new list, or -1.
  @usableFromInline package let new: Int32
  @usableFromInline package var oldSection: Int32 = 0
  @usableFromInline package var newSection: Int32 = 0
  /// The number of untouched rows before it, in the old and in the new list.
  var oldGap: Int32 = 0
  var newGap: Int32 = 0
  /// Its index in the new order, among the rows that may stay.
  var rank: Int32 = 0
  /// A Boolean value that indicates whether the row's value changed. If there is a choice, changed rows move.
  @usableFromInline var isChanged: Bool
  var mayStay = false
  var stays = false
  /// Its index among the moved rows in the old order, if it moves.
  var moved: Int32 = 0

  @inlinable
  package init(row: Int32, old: Int, new: Int, isChanged: Bool = true) {
    self.row = row
    self.isChanged = isChanged
    self.old = Int32(truncatingIfNeeded: old)
    self.new = Int32(truncatingIfNeeded: new)
  }
}
