/// A view that observes a row, in the list of the row's observers in the order of registration.
///
/// The first of them is in the row itself, as nearly every row that is watched is watched by one view;
/// further ones are in the table's pool. A place is a number: 0 for the one in the row, above that for
/// one in the pool, -1 for none. The row's own stays at the head of the list even when it is vacant.
@usableFromInline
struct RowObserver {
  @usableFromInline weak var view: AnyObject?
  /// When it was registered, and below that the number of the view's kind; 0 while the place is vacant.
  @usableFromInline var sequence: UInt64
  @usableFromInline var next: Int32 = -1
  /// The place before this one; for the head of a list, the last place.
  @usableFromInline var previous: Int32

  @inlinable
  init(view: AnyObject?, sequence: UInt64, previous: Int32) {
    self.view = view
    self.sequence = sequence
    self.previous = previous
  }

  /// The head of an empty list.
  @inlinable
  static var none: RowObserver { RowObserver(view: nil, sequence: 0, previous: 0) }

  /// Whether this is the head of an empty list.
  @inlinable var isAlone: Bool { sequence == 0 && next < 0 }
}

/// The observers of rows that have several.
@usableFromInline
struct ObserverPool {
  /// The first one is never used, as 0 is the place in the row.
  @usableFromInline var observers = Slab<RowObserver>()
  @usableFromInline var firstFree: Int32 = -1

  @inlinable
  init() { observers.append(.none) }

  @usableFromInline
  mutating func add(_ observer: RowObserver) -> Int32 {
    guard firstFree >= 0 else {
      observers.append(observer)
      return Int32(truncatingIfNeeded: observers.count - 1)
    }
    let place = firstFree
    firstFree = observers[place].next
    observers[place] = observer
    return place
  }

  @usableFromInline
  mutating func remove(_ place: Int32) {
    observers[place] = .none
    observers[place].next = firstFree
    firstFree = place
  }
}

extension Table {
  /// The observer at a place of a row's list.
  @inlinable
  @inline(__always)
  func observer(at place: Int32, of row: Int32) -> UnsafeMutablePointer<RowObserver> {
    if place > 0 { return pool.observers.base + Int(place) }
    return withUnsafeMutablePointer(to: &slots[row].observer) { $0 }
  }

  @inlinable
  func addObserver<View: AutoUpdating<Model>>(_ view: View, of id: Model.ID) -> Subscription {
    let row = intern(id)
    let sequence = core.takeSequence() | kindNumber(of: View.self)
    let place = addObserver(view, at: row, sequence: sequence)
    return RowSubscription(table: self, row: row, place: place, sequence: sequence)
  }

  @usableFromInline
  func addObserver(_ view: AnyObject, at row: Int32, sequence: UInt64) -> Int32 {
    observerCount += 1
    let head = observer(at: 0, of: row)
    if head.pointee.isAlone {
      head.pointee.view = view
      head.pointee.sequence = sequence
      return 0
    }
    let last = head.pointee.previous
    let place = pool.add(RowObserver(view: view, sequence: sequence, previous: last))
    observer(at: last, of: row).pointee.next = place
    head.pointee.previous = place
    return place
  }

  @usableFromInline
  func removeObserver(at place: Int32, of row: Int32, sequence: UInt64) {
    let gone = observer(at: place, of: row)
    guard gone.pointee.sequence == sequence else { return }
    observerCount -= 1
    if place == 0 {
      gone.pointee.view = nil
      gone.pointee.sequence = 0
    } else {
      let (previous, next) = (gone.pointee.previous, gone.pointee.next)
      observer(at: previous, of: row).pointee.next = next
      // The head knows the last place as the one before it.
      observer(at: max(next, 0), of: row).pointee.previous = previous
      pool.remove(place)
    }
    releaseIfUnused(row)
  }

  @inlinable
  func gather(_ run: Int, before limit: UInt64) {
    for index in core.runs[run].entries where !entries[index].isVoid {
      gather(Int32(truncatingIfNeeded: index), of: entries[index].row, before: limit)
    }
  }

  /// Adds the observers of an entry's row to the delivery.
  @inlinable
  @inline(__always)
  func gather(_ entry: Int32, of row: Int32, before limit: UInt64) {
    var place: Int32 = 0
    while place >= 0 {
      let observer = observer(at: place, of: row)
      let sequence = observer.pointee.sequence
      if sequence != 0, sequence < limit {
        core.delivery.append(Delivery(sequence: sequence, table: self, place: place, entry: entry))
      }
      place = observer.pointee.next
    }
  }

  @inlinable
  @inline(__always)
  func deliver(_ calls: Range<Int>) {
    var index = calls.lowerBound
    while index < calls.upperBound {
      let call = core.delivery[index]
      index &+= 1
      let observer = observer(at: call.place, of: entries[call.entry].row)
      // Ended since it was gathered: a place that was given away has another sequence.
      if observer.pointee.sequence == call.sequence { tell(call.entry, observer) }
    }
  }

  /// Lets an observer show an entry's outcome.
  @inlinable
  @inline(__always)
  func tell(_ entry: Int32, _ observer: UnsafeMutablePointer<RowObserver>) {
    guard let view = observer.pointee.view else { return }
    // Lent by moving it out and back in. A copy would count references; and it cannot be shown in
    // place, for the view may write, and the entries then move.
    let model = placeOfAfter(entry).move()
    viewKind(of: observer.pointee.sequence)._withUnsafeGuaranteedRef { $0.prepare(view, with: model) }
    placeOfAfter(entry).initialize(to: consume model)
  }
}
