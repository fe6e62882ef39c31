internal import StoreMemory

/// The old and new positions of the moved rows, relative to the rows that stay.
///
/// The rows that stay divide the list into gaps. The moves are made in the order of the new list. In each gap, the rows
/// that have been moved there come first, followed by the rows that have not been moved away yet. So a position is a
/// sum of three counts: staying rows, rows that have been placed, and rows that are waiting.
struct MoveOrder {
  struct Arrival {
    /// The index of the row among the moved rows in the old order.
    let moved: Int32
    /// The number of staying rows before it in the new list.
    let gap: Int32
    let section: Int32
  }

  /// For each moved row in the old order, the number of staying rows before it in the old list.
  var gaps: ContiguousArray<Int32> = []
  var sections: ContiguousArray<Int32> = []
  /// The moved rows that were not touched.
  var untouched: ContiguousArray<Int32> = []
  /// The moved rows in the new order.
  var arrivals: ContiguousArray<Arrival> = []
  /// For each moved row, the number of arrivals before the next staying row of the old list.
  var placeable: ContiguousArray<Int32> = []
  var waiting = PrefixSums()

  var count: Int { gaps.count }

  mutating func removeAll() {
    gaps.removeAll(keepingCapacity: true)
    sections.removeAll(keepingCapacity: true)
    untouched.removeAll(keepingCapacity: true)
    arrivals.removeAll(keepingCapacity: true)
    placeable.removeAll(keepingCapacity: true)
  }
}

extension ListDiff {
  mutating func appendMoves(to edits: inout [ListEdit<Int32>]) {
    guard chooseStaying() else { return }
    moves.removeAll()
    walkOld()
    walkNew()
    var arrival = 0
    for gap in moves.gaps {
      while arrival < moves.arrivals.count, moves.arrivals[arrival].gap <= gap { arrival += 1 }
      moves.placeable.append(Int32(truncatingIfNeeded: arrival))
    }
    moves.waiting.rebuild(count: moves.count) { _ in 1 }
    var departed = 0
    for (placed, arrival) in moves.arrivals.enumerated() {
      while departed < moves.count, moves.gaps[departed] < arrival.gap { departed += 1 }
      moves.waiting.add(-1, at: Int(arrival.moved))
      edits.append(
        .move(from: origin(of: arrival.moved, placed: placed), to: target(arrival, placed: placed, departed)))
    }
  }

  /// Returns the position of a row that has not been moved yet, after `placed` rows have been moved.
  private func origin(of moved: Int32, placed: Int) -> ListPosition {
    let number = Int(moves.sections[Int(moved)])
    let section = sections[number]
    let start = min(placed, Int(section.movedNew))
    let end = number + 1 < sections.count ? min(placed, Int(sections[number + 1].movedNew)) : placed
    let arrived = max(start, min(end, placed, Int(moves.placeable[Int(moved)]))) - start
    let waiting = moves.waiting.before(Int(moved)) - moves.waiting.before(Int(section.movedOld))
    return ListPosition(
      section: number, row: Int(moves.gaps[Int(moved)] - section.stayingBefore) + arrived + waiting)
  }

  /// Returns the destination of a row, after `placed` rows have been moved and the row itself has been removed.
  /// `departed` is the number of moved rows before its gap.
  private func target(_ arrival: MoveOrder.Arrival, placed: Int, _ departed: Int) -> ListPosition {
    let section = sections[Int(arrival.section)]
    let waiting = moves.waiting.before(departed) - moves.waiting.before(Int(section.movedOld))
    return ListPosition(
      section: Int(arrival.section),
      row: Int(arrival.gap - section.stayingBefore) + placed - Int(section.movedNew) + max(0, waiting))
  }

  /// Lists the moved rows in the old order.
  private mutating func walkOld() {
    var walk = Walk()
    for index in commonOld {
      while walk.section < sections.count, sections[walk.section].oldStart <= items[Int(index)].old {
        beginOldSection(&walk)
      }
      passOld(&walk, to: items[Int(index)].oldGap)
      if items[Int(index)].stays {
        walk.staying += 1
      } else {
        items[Int(index)].moved = Int32(truncatingIfNeeded: moves.count)
        moves.gaps.append(walk.staying)
        moves.sections.append(walk.lastSection)
      }
    }
    while walk.section < sections.count { beginOldSection(&walk) }
    passOld(&walk, to: Int32(truncatingIfNeeded: untouched))
  }

  private mutating func beginOldSection(_ walk: inout Walk) {
    passOld(&walk, to: sections[walk.section].oldGap)
    sections[walk.section].stayingBefore = walk.staying
    sections[walk.section].movedOld = Int32(truncatingIfNeeded: moves.count)
    walk.section += 1
  }

  /// Passes untouched rows up to a gap. Those in a block that does not stay are moved.
  private mutating func passOld(_ walk: inout Walk, to gap: Int32) {
    while let piece = walk.next(to: gap, of: chain.blocks) {
      if piece.stays {
        walk.staying += piece.count
        continue
      }
      for _ in 0..<piece.count {
        moves.untouched.append(Int32(truncatingIfNeeded: moves.count))
        moves.gaps.append(walk.staying)
        moves.sections.append(walk.lastSection)
      }
    }
  }

  /// Lists the moved rows in the new order.
  private mutating func walkNew() {
    var walk = Walk()
    for index in commonNew {
      while walk.section < sections.count, sections[walk.section].newStart <= items[Int(index)].new {
        beginNewSection(&walk)
      }
      passNew(&walk, to: items[Int(index)].newGap)
      if items[Int(index)].stays {
        walk.staying += 1
      } else {
        arrive(items[Int(index)].moved, walk)
      }
    }
    while walk.section < sections.count { beginNewSection(&walk) }
    passNew(&walk, to: Int32(truncatingIfNeeded: untouched))
  }

  private mutating func beginNewSection(_ walk: inout Walk) {
    passNew(&walk, to: sections[walk.section].newGap)
    sections[walk.section].movedNew = Int32(truncatingIfNeeded: moves.arrivals.count)
    walk.section += 1
  }

  private mutating func passNew(_ walk: inout Walk, to gap: Int32) {
    while let piece = walk.next(to: gap, of: chain.blocks) {
      if piece.stays {
        walk.staying += piece.count
        continue
      }
      // Untouched rows are in the same order in both lists.
      for _ in 0..<piece.count {
        arrive(moves.untouched[walk.arrivedUntouched], walk)
        walk.arrivedUntouched += 1
      }
    }
  }

  private mutating func arrive(_ moved: Int32, _ walk: Walk) {
    moves.arrivals.append(MoveOrder.Arrival(moved: moved, gap: walk.staying, section: walk.lastSection))
  }
}

/// The state of a walk through one of the lists.
private struct Walk {
  /// The number of staying rows that have been passed.
  var staying: Int32 = 0
  /// The next section to begin.
  var section = 0
  var arrivedUntouched = 0
  private var passed: Int32 = 0
  private var block = 0

  var lastSection: Int32 { Int32(truncatingIfNeeded: max(0, section - 1)) }

  /// Returns the next piece of a block before the gap.
  mutating func next(
    to gap: Int32, of blocks: ContiguousArray<ChainSearch.Block>
  ) -> (stays: Bool, count: Int32)? {
    guard passed < gap, block < blocks.count else { return nil }
    let (end, stays) = (min(gap, blocks[block].end), blocks[block].stays)
    defer {
      passed = end
      if end == blocks[block].end { block += 1 }
    }
    return (stays, end - passed)
  }
}
