/// The digests of the states at points of the history. A move to a point must restore the state with its digest.
struct KnownDigests {
  /// In the order of the points.
  private var digests: [(point: Int, digest: StateDigest)] = []

  private static let countMax = 1_024

  /// Records the digest at a point, unless that point or a later one is recorded. Drops the older half when full.
  mutating func note(_ digest: StateDigest, at point: Int) {
    if let last = digests.last, last.point >= point { return }
    if digests.count == Self.countMax { digests.removeFirst(Self.countMax / 2) }
    digests.append((point, digest))
  }

  /// Drops the digests after a point, because other states follow that point now.
  mutating func forget(after point: Int) {
    while let last = digests.last, last.point > point { digests.removeLast() }
  }

  subscript(point: Int) -> StateDigest? { digests.last { $0.point == point }?.digest }
}
