extension ListDiff {
  /// Chooses the rows that stay, among the touched rows in both lists and the untouched rows.
  ///
  /// - Returns: `true` if any row moves.
  mutating func chooseStaying() -> Bool {
    var isInOrder = true
    var last: Int32 = -1
    for index in commonOld {
      let item = items[Int(index)]
      items[Int(index)].mayStay = item.oldSection == item.newSection
      if item.oldSection != item.newSection || item.oldGap != item.newGap || item.new < last {
        isInOrder = false
      }
      last = item.new
    }
    if isInOrder { return false }
    dropFarMoves()
    chain.find(in: &items, commonOld: commonOld, commonNew: commonNew, untouched: Int32(untouched))
    return true
  }

  /// Excludes rows that do not stay in any optimal choice, so that the search covers only the few others.
  ///
  /// A crosser is a row that passed untouched rows. It can only stay if those rows move, which is only useful if more
  /// crossers stay than untouched rows move. So there must be a range of gaps with more crossers than untouched rows,
  /// and the distance that the row moved must be within that range.
  private mutating func dropFarMoves() {
    // Two rounds exclude nearly all such rows. Each round makes the ranges of the next one smaller.
    for _ in 0..<2 {
      crossers.removeAll(keepingCapacity: true)
      for index in commonOld {
        let item = items[Int(index)]
        if item.mayStay, item.oldGap != item.newGap { crossers.append(index) }
      }
      // The `slack` of a crosser is its gap minus the number of crossers before it. Two crossers can be the ends of a
      // range if the slack of the later one is not greater.
      leastSlack.removeAll(keepingCapacity: true)
      leastSlack.append(contentsOf: repeatElement(Int32.max, count: crossers.count + 1))
      for position in crossers.indices.reversed() {
        leastSlack[position] = min(leastSlack[position + 1], slack(position))
      }
      var (start, greatest) = (0, Int32.min)
      for position in crossers.indices {
        greatest = max(greatest, slack(position))
        guard greatest < leastSlack[position + 1] else { continue }
        for inner in start...position {
          let item = items[Int(crossers[inner])]
          if Int(abs(item.oldGap &- item.newGap)) > position - start {
            items[Int(crossers[inner])].mayStay = false
          }
        }
        (start, greatest) = (position + 1, Int32.min)
      }
    }
  }

  private func slack(_ position: Int) -> Int32 {
    items[Int(crossers[position])].oldGap &- Int32(truncatingIfNeeded: position)
  }
}
