/// A search for the rows that stay: a heaviest sequence that has the same order in both lists.
///
/// The touched rows that may stay divide the untouched rows into blocks. In the old order, each row and each block
/// extends the best sequence before it that also precedes it in the new order. A Fenwick tree of maxima finds that
/// sequence. This is the longest increasing subsequence (M. Fredman, 1975) with weights.
struct ChainSearch {
  struct Element {
    var rank: Int32
    let weight: Int32
    /// The index of a touched row among the items, or -1 for a block of untouched rows.
    let item: Int32
    /// A Boolean value that indicates whether the element is preferred among sequences of the same weight.
    let prefersStaying: Bool
    var stays = false
    var value: Int64 = 0
    var before: Int32 = -1
  }

  struct Block {
    let start: Int32
    let end: Int32
    var rank: Int32 = 0
    var stays = false
  }

  private(set) var blocks: ContiguousArray<Block> = []
  private var elements: ContiguousArray<Element> = []
  /// The tree of maxima: for each rank, the element with the greatest value in the range of ranks that the node covers,
  /// or -1.
  private var maxima: ContiguousArray<Int32> = []

  /// Sets `stays` in the items and blocks.
  mutating func find(
    in items: inout ContiguousArray<TouchedRow>, commonOld: ContiguousArray<Int32>,
    commonNew: ContiguousArray<Int32>, untouched: Int32
  ) {
    cutBlocks(items, commonOld, commonNew, untouched)
    rank(&items, commonNew)
    arrange(items, commonOld)
    // A part with the same elements in both orders is searched separately. Most parts have one element.
    var start = 0
    var greatest: Int32 = -1
    for position in elements.indices {
      greatest = max(greatest, elements[position].rank)
      guard Int(greatest) == position else { continue }
      if position == start {
        elements[position].stays = true
      } else {
        search(start...position)
      }
      start = position + 1
    }
    var block = 0
    for element in elements {
      if element.item >= 0 {
        items[Int(element.item)].stays = element.stays
      } else {
        blocks[block].stays = element.stays
        block += 1
      }
    }
  }

  /// Divides the untouched rows at each row that may stay, in both lists.
  private mutating func cutBlocks(
    _ items: ContiguousArray<TouchedRow>, _ commonOld: ContiguousArray<Int32>,
    _ commonNew: ContiguousArray<Int32>, _ untouched: Int32
  ) {
    blocks.removeAll(keepingCapacity: true)
    var (old, new) = (0, 0)
    var start: Int32 = 0
    while start < untouched {
      while old < commonOld.count,
        !items[Int(commonOld[old])].mayStay || items[Int(commonOld[old])].oldGap <= start
      {
        old += 1
      }
      while new < commonNew.count,
        !items[Int(commonNew[new])].mayStay || items[Int(commonNew[new])].newGap <= start
      {
        new += 1
      }
      var end = untouched
      if old < commonOld.count { end = min(end, items[Int(commonOld[old])].oldGap) }
      if new < commonNew.count { end = min(end, items[Int(commonNew[new])].newGap) }
      blocks.append(Block(start: start, end: end))
      start = end
    }
  }

  /// Numbers rows and blocks in the new order.
  private mutating func rank(
    _ items: inout ContiguousArray<TouchedRow>, _ commonNew: ContiguousArray<Int32>
  ) {
    var (rank, block): (Int32, Int) = (0, 0)
    for index in commonNew where items[Int(index)].mayStay {
      while block < blocks.count, blocks[block].start < items[Int(index)].newGap {
        blocks[block].rank = rank
        (rank, block) = (rank + 1, block + 1)
      }
      items[Int(index)].rank = rank
      rank += 1
    }
    for rest in block..<blocks.count {
      blocks[rest].rank = rank
      rank += 1
    }
  }

  /// Lists rows and blocks in the old order.
  private mutating func arrange(
    _ items: ContiguousArray<TouchedRow>, _ commonOld: ContiguousArray<Int32>
  ) {
    elements.removeAll(keepingCapacity: true)
    var block = 0
    for index in commonOld where items[Int(index)].mayStay {
      while block < blocks.count, blocks[block].start < items[Int(index)].oldGap {
        append(blocks[block])
        block += 1
      }
      elements.append(
        Element(
          rank: items[Int(index)].rank, weight: 1, item: index, prefersStaying: !items[Int(index)].isChanged))
    }
    for rest in block..<blocks.count { append(blocks[rest]) }
  }

  private mutating func append(_ block: Block) {
    elements.append(
      Element(rank: block.rank, weight: block.end - block.start, item: -1, prefersStaying: true))
  }

  /// Finds the heaviest sequence in a part. Among equally heavy sequences, prefers one with more elements that prefer
  /// to stay.
  private mutating func search(_ part: ClosedRange<Int>) {
    let scale = Int64(part.count + 1)
    maxima.removeAll(keepingCapacity: true)
    maxima.append(contentsOf: repeatElement(-1, count: part.count))
    var best: Int32 = -1
    for position in part {
      let element = elements[position]
      let rank = Int(element.rank) - part.lowerBound
      let before = greatest(below: rank)
      var value = Int64(element.weight) &* scale
      if element.prefersStaying { value &+= 1 }
      if before >= 0 { value &+= elements[Int(before)].value }
      elements[position].value = value
      elements[position].before = before
      enter(Int32(truncatingIfNeeded: position), at: rank)
      if best < 0 || value > elements[Int(best)].value { best = Int32(truncatingIfNeeded: position) }
    }
    while best >= 0 {
      elements[Int(best)].stays = true
      best = elements[Int(best)].before
    }
  }

  private func greatest(below rank: Int) -> Int32 {
    var best: Int32 = -1
    var index = rank
    while index > 0 {
      let other = maxima[index - 1]
      if other >= 0, best < 0 || elements[Int(other)].value > elements[Int(best)].value { best = other }
      index &= index - 1
    }
    return best
  }

  private mutating func enter(_ position: Int32, at rank: Int) {
    var index = rank
    while index < maxima.count {
      let other = maxima[index]
      if other < 0 || elements[Int(position)].value > elements[Int(other)].value { maxima[index] = position }
      index |= index + 1
    }
  }
}
