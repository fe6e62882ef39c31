/// A computation of the shortest edit script between two sequences (E. Myers, “An O(ND) Difference Algorithm and Its
/// Variations”, 1986).
enum MyersDiff {
  enum Edit: Equatable {
    case same(Int, Int)
    case remove(Int)
    case insert(Int)
  }

  /// Returns the edits in order, or `nil` if the distance of the sequences is greater than `distanceMax`.
  /// O((old + new) · distance) comparisons, O(distance²) memory.
  static func edits(
    _ oldCount: Int, _ newCount: Int, distanceMax: Int, _ isSame: (Int, Int) -> Bool
  ) -> [Edit]? {
    let bound = min(distanceMax, oldCount + newCount)
    // `reach[bound + k + 1]` is the furthest old index on the diagonal k = old - new.
    var reach = [Int](repeating: 0, count: 2 * bound + 3)
    var trace: [[Int]] = []
    for distance in 0...bound {
      trace.append(Array(reach[(bound - distance)...(bound + distance + 2)]))
      for k in stride(from: -distance, through: distance, by: 2) {
        let isDown = k == -distance || (k != distance && reach[bound + k] < reach[bound + k + 2])
        var old = isDown ? reach[bound + k + 2] : reach[bound + k] + 1
        if distance == 0 { old = 0 }
        while old < oldCount, old - k < newCount, old - k >= 0, isSame(old, old - k) { old += 1 }
        reach[bound + k + 1] = old
        if old >= oldCount, old - k >= newCount {
          return walk(back: trace, oldCount, newCount)
        }
      }
    }
    return nil
  }

  private static func walk(back trace: [[Int]], _ oldCount: Int, _ newCount: Int) -> [Edit] {
    var edits: [Edit] = []
    var (old, new) = (oldCount, newCount)
    for distance in stride(from: trace.count - 1, to: 0, by: -1) {
      // The slice of a distance begins one diagonal below -distance.
      let reach = trace[distance]
      let k = old - new
      let (below, above) = (reach[k + distance], reach[k + distance + 2])
      let isDown = k == -distance || (k != distance && below < above)
      let oldBefore = isDown ? above : below
      let newBefore = oldBefore - (isDown ? k + 1 : k - 1)
      while old > (isDown ? oldBefore : oldBefore + 1), new > (isDown ? newBefore + 1 : newBefore) {
        (old, new) = (old - 1, new - 1)
        edits.append(.same(old, new))
      }
      edits.append(isDown ? .insert(newBefore) : .remove(oldBefore))
      (old, new) = (oldBefore, newBefore)
    }
    while old > 0, new > 0 {
      (old, new) = (old - 1, new - 1)
      edits.append(.same(old, new))
    }
    return edits.reversed()
  }
}
