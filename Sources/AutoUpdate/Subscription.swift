/// A token for one observation: it ends the observation when it is cancelled or released.
///
/// Cancelling is idempotent. An observation that ends during a delivery is not called any more in
/// that delivery.
public class Subscription {
  @usableFromInline
  init() {}

  /// Ends the observation. Calling it again does nothing.
  public func cancel() {}

  /// What a ``DeliveryTracer`` calls the observer; views of single rows, of which there may be very
  /// many, have none.
  public var name: String {
    get { "" }
    set {}
  }
}

/// The token of a view that observes one row.
@usableFromInline
final class RowSubscription<Model: Storable>: Subscription {
  private let table: Table<Model>
  private let sequence: UInt64
  private let row: Int32
  private let place: Int32

  @usableFromInline
  init(table: Table<Model>, row: Int32, place: Int32, sequence: UInt64) {
    self.table = table
    self.row = row
    self.place = place
    self.sequence = sequence
  }

  public override func cancel() {
    table.removeObserver(at: place, of: row, sequence: sequence)
  }

  deinit {
    table.removeObserver(at: place, of: row, sequence: sequence)
  }
}

/// The token, and at once the recipient, of a closure that observes whole sources: a table, a live
/// query, the store.
///
/// Several sources that change in one transaction call it once. The store never keeps it alive.
public final class SourceSubscription: Subscription {
  private let core: StoreCore
  private let sources: [ChangeSource]
  private let tell: () -> Void
  private var place: Int32?
  let sequence: UInt64
  private var ownName = ""

  public override var name: String {
    get { ownName }
    set { ownName = newValue }
  }

  /// Begins to observe `sources`; `tell` is called once for each transaction that changes any of them.
  ///
  /// - Precondition: every source belongs to one store.
  @usableFromInline
  init(_ sources: [ChangeSource], core: StoreCore, tell: @escaping () -> Void) {
    self.core = core
    self.sources = sources
    self.tell = tell
    self.sequence = core.takeSequence()
    super.init()
    let place = core.recipients.add(self)
    self.place = place
    for source in sources { source.recipients.append(place) }
  }

  func call() { tell() }

  public override func cancel() {
    guard let place else { return }
    self.place = nil
    for source in sources { source.recipients.removeAll { $0 == place } }
    core.recipients.remove(place)
  }

  deinit { cancel() }
}

/// Something that can be observed as a whole and says when a commit changed it.
public final class ChangeSource {
  /// Places in the store's recipients, in the order of registration.
  @exclusivity(unchecked) var recipients: ContiguousArray<Int32> = []

  init() {}
}

/// The closures that observe whole sources, by place; a place is used again after its end.
///
/// A recipient is held unmanaged: its token owns it and takes it out of here before it dies.
struct Recipients {
  private struct Slot {
    var token: Unmanaged<SourceSubscription>?
    var sequence: UInt64
    /// The last commit it was told of, so that several sources tell it once.
    var lastCommit: UInt64
  }

  private var slots: ContiguousArray<Slot> = []
  private var free: ContiguousArray<Int32> = []

  /// How many recipients are registered.
  var count: Int { slots.count - free.count }

  mutating func add(_ token: SourceSubscription) -> Int32 {
    let slot = Slot(token: .passUnretained(token), sequence: token.sequence, lastCommit: 0)
    if let place = free.popLast() {
      slots[Int(place)] = slot
      return place
    }
    slots.append(slot)
    return Int32(truncatingIfNeeded: slots.count - 1)
  }

  mutating func remove(_ place: Int32) {
    slots[Int(place)].token = nil
    slots[Int(place)].sequence = 0
    free.append(place)
  }

  /// The recipient's sequence if `commit` has yet to be delivered to it.
  mutating func claim(_ place: Int32, commit: UInt64, before limit: UInt64) -> UInt64? {
    let slot = slots[Int(place)]
    guard slot.token != nil, slot.sequence < limit, slot.lastCommit != commit else { return nil }
    slots[Int(place)].lastCommit = commit
    return slot.sequence
  }

  /// The recipient at a place, if it is still the one with that sequence.
  func recipient(at place: Int32, sequence: UInt64) -> SourceSubscription? {
    let slot = slots[Int(place)]
    guard slot.sequence == sequence else { return nil }
    return slot.token?.takeUnretainedValue()
  }
}
