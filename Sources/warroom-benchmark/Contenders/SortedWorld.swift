/// A world with a list that is kept sorted by hand: dense units, and an array of the wounded ones with binary search.
struct SortedWorld {
  struct Entry: Comparable {
    let hp: Int32
    let id: Int32

    static func < (left: Entry, right: Entry) -> Bool { (left.hp, left.id) < (right.hp, right.id) }
  }

  private var world: DenseWorld
  private var list: [Entry]
  private var editCount = 0
  /// A Boolean value that indicates whether to compute the edits with the standard library's `difference(from:)`.
  private let edits: Bool

  init(count: Int, edits: Bool) {
    world = DenseWorld(count: count)
    list = Self.list(of: world)
    self.edits = edits
  }

  private static func list(of world: DenseWorld) -> [Entry] {
    world.units.filter { $0.status == .wounded }.map { Entry(hp: $0.hp, id: $0.id) }.sorted()
  }

  mutating func update(_ operations: Int, _ order: inout Order) {
    order.forEach(operations) { id, blow in
      let old = edits ? list : []
      guard let (before, after) = world.update(id, blow) else { return }
      if before.status == .wounded { list.remove(at: index(of: Entry(hp: before.hp, id: id))) }
      if after.status == .wounded {
        let entry = Entry(hp: after.hp, id: id)
        list.insert(entry, at: index(of: entry))
      }
      if edits, old != list { editCount &+= list.difference(from: old).count }
    }
  }

  /// Returns the index of an entry, or the index at which to insert it.
  private func index(of entry: Entry) -> Int {
    var (low, high) = (0, list.count)
    while low < high {
      let middle = (low + high) / 2
      if list[middle] < entry { low = middle + 1 } else { high = middle }
    }
    return low
  }

  var isCorrect: Bool { world.isCorrect && list == Self.list(of: world) && (editCount > 0) == edits }
}
