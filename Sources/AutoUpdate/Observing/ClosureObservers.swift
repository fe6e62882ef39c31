internal import StoreMemory

/// The closures that observe whole sources (a table, a live query, the store), by place; a place is used again
/// after its end.
struct ClosureObservers {
  struct Entry {
    /// The sequence number of its registration; 0 while the slot is vacant.
    var sequence: UInt64
    /// The name that a ``DeliveryTracer`` reports.
    var name: String
    var tell: (() -> Void)?
    var sources: [ChangeSource] = []
    /// The last pass that it was listed in, so that several sources tell it once.
    var lastPass: UInt64 = 0
  }

  private var entries: ContiguousArray<Entry> = []
  private var free: ContiguousArray<Int32> = []

  mutating func reserveCapacity(_ count: Int) { entries.reserveCapacity(count) }

  /// The number of registered closures.
  var count: Int { entries.count - free.count }

  mutating func add(
    _ tell: @escaping () -> Void, to sources: [ChangeSource], name: String, sequence: UInt64
  ) -> Int32 {
    let entry = Entry(sequence: sequence, name: name, tell: tell, sources: sources)
    if let place = free.popLast() {
      entries[Int(place)] = entry
      return place
    }
    entries.append(entry)
    return Int32(truncatingIfNeeded: entries.count - 1)
  }

  /// Takes a closure out, for the caller to release.
  mutating func remove(_ place: Int32, sequence: UInt64) -> Entry? {
    guard entries.indices.contains(Int(place)), entries[Int(place)].sequence == sequence else {
      return nil
    }
    let gone = entries[Int(place)]
    entries[Int(place)] = Entry(sequence: 0, name: "", tell: nil)
    free.append(place)
    for source in gone.sources { source.noteEnded(self) }
    return gone
  }

  func isRegistered(_ place: Int32, _ sequence: UInt64) -> Bool {
    // A store that is released during a delivery has no entries any more.
    entries.indices.contains(Int(place)) && entries[Int(place)].sequence == sequence
  }

  /// A Boolean value that indicates whether a closure is registered and has yet to be listed in `pass`; it counts as listed then.
  mutating func claim(_ place: Int32, _ sequence: UInt64, pass: UInt64) -> Bool {
    let place = Int(place)
    guard entries.indices.contains(place), entries[place].sequence == sequence,
      entries[place].lastPass != pass
    else { return false }
    entries[place].lastPass = pass
    return true
  }

  /// The closure of an observation, if that has not ended.
  func closure(of observation: Observation) -> (() -> Void)? {
    isRegistered(observation.place, observation.sequence) ? entries[Int(observation.place)].tell : nil
  }

  /// The name of an observation, if that has not ended.
  func name(of observation: Observation) -> String? {
    isRegistered(observation.place, observation.sequence) ? entries[Int(observation.place)].name : nil
  }

  /// Takes all closures out.
  mutating func removeAll() -> ContiguousArray<Entry> {
    defer { self = ClosureObservers() }
    return entries
  }
}

/// Something that can be observed as a whole and says when a commit changed it.
@usableFromInline
final class ChangeSource {
  struct State {
    /// Places and sequences of closures, in the order of registration; some may have ended.
    var listed: ContiguousArray<(place: Int32, sequence: UInt64)> = []
    var endedCount = 0
  }

  let state = Cell(State())

  @usableFromInline
  init() {}

  /// A Boolean value that indicates whether there may be observers.
  @usableFromInline var hasObservers: Bool { state.read { $0.listed.count > $0.endedCount } }

  func append(_ place: Int32, _ sequence: UInt64) { state.modify { $0.listed.append((place, sequence)) } }

  /// Notes that one of the closures ended, and drops those when they are half of all: O(1) for each.
  func noteEnded(_ observers: borrowing ClosureObservers) {
    state.modify { state in
      state.endedCount += 1
      guard state.endedCount > 8, state.endedCount * 2 > state.listed.count else { return }
      state.listed.removeAll { !observers.isRegistered($0.place, $0.sequence) }
      state.endedCount = 0
    }
  }
}
