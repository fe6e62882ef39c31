/// The views that observe single rows of a table: a list for each row, in one pool.
@usableFromInline
struct RowObservers<Model: Storable> {
  @usableFromInline
  struct Node {
    @usableFromInline weak var view: (any AutoUpdating<Model>)?
    /// 0 when the node is free.
    @usableFromInline var sequence: UInt64
    @usableFromInline var row: Int32
    @usableFromInline var next: Int32
    @usableFromInline var previous: Int32
  }

  @inlinable
  init() {}

  @usableFromInline var nodes = Slab<Node>()
  @usableFromInline var firstFree: Int32 = -1
  @usableFromInline var count = 0

  @usableFromInline
  mutating func add(
    _ view: any AutoUpdating<Model>, row: Int32, after previous: Int32, sequence: UInt64
  ) -> Int32 {
    let node = Node(view: view, sequence: sequence, row: row, next: -1, previous: previous)
    count += 1
    let place: Int32
    if firstFree >= 0 {
      place = firstFree
      firstFree = nodes[Int(place)].next
      nodes[Int(place)] = node
    } else {
      place = Int32(truncatingIfNeeded: nodes.count)
      nodes.append(node)
    }
    if previous >= 0 { nodes[Int(previous)].next = place }
    return place
  }

  @usableFromInline
  mutating func remove(_ place: Int32) {
    let (next, previous) = (nodes[Int(place)].next, nodes[Int(place)].previous)
    if previous >= 0 { nodes[Int(previous)].next = next }
    if next >= 0 { nodes[Int(next)].previous = previous }
    nodes[Int(place)] = Node(view: nil, sequence: 0, row: -1, next: firstFree, previous: -1)
    firstFree = place
    count -= 1
  }
}

extension Table {
  /// How many views observe rows of the table.
  public var observerCount: Int { observers.count }

  @inlinable
  func addObserver(_ view: any AutoUpdating<Model>, of id: Model.ID) -> Subscription {
    let row = intern(id)
    let sequence = core.takeSequence()
    let last = slots[Int(row)].lastObserver
    let node = observers.add(view, row: row, after: last, sequence: sequence)
    slots[Int(row)].lastObserver = node
    if last < 0 { slots[Int(row)].firstObserver = node }
    return RowSubscription(table: self, node: node, sequence: sequence)
  }

  @usableFromInline
  func removeObserver(_ place: Int32, sequence: UInt64) {
    let index = Int(place)
    guard observers.nodes[index].sequence == sequence else { return }
    let row = observers.nodes[index].row
    let (next, previous) = (observers.nodes[index].next, observers.nodes[index].previous)
    if previous < 0 { slots[Int(row)].firstObserver = next }
    if next < 0 { slots[Int(row)].lastObserver = previous }
    observers.remove(place)
    releaseIfUnused(row)
  }

  @inlinable
  func gather(_ run: Int, before limit: UInt64) {
    for index in core.runs[run].entries where !entries[index].isVoid {
      gather(
        Int32(truncatingIfNeeded: index), at: slots[entries[index].row].firstObserver, before: limit)
    }
  }

  /// Adds the observers of an entry's row, from the one at `first` on, to the delivery.
  @inlinable
  @inline(__always)
  func gather(_ entry: Int32, at first: Int32, before limit: UInt64) {
    var place = first
    while place >= 0 {
      let node = observers.nodes.base + Int(place)
      if node.pointee.sequence < limit {
        core.delivery.append(
          Delivery(sequence: node.pointee.sequence, table: self, place: place, entry: entry))
      }
      place = node.pointee.next
    }
  }

  @inlinable
  @inline(__always)
  func deliver(_ calls: Range<Int>) {
    var index = calls.lowerBound
    while index < calls.upperBound {
      let call = core.delivery[index]
      index &+= 1
      // Ended since it was gathered: a place that was given away has another sequence.
      guard observers.nodes[call.place].sequence == call.sequence else { continue }
      guard let view = observers.nodes[call.place].view else { continue }
      // Lent by moving it out and back in. A copy would count references; and it cannot be shown in
      // place, for the view may write, and the entries then move.
      let model = placeOfAfter(call.entry).move()
      view.prepare(with: model)
      placeOfAfter(call.entry).initialize(to: consume model)
    }
  }
}
