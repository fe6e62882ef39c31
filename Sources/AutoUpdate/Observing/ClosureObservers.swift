internal import StoreMemory

/// The closures that observe whole sources (a table, a live query, the store). Each observation has a slot, which is
/// reused after the observation has ended.
struct ClosureObservers {
  struct Entry {
    /// The sequence number of its registration; 0 for a vacant slot.
    var sequence: UInt64
    /// The name that a ``DeliveryTracer`` reports.
    var name: String
    var handler: (() -> Void)?
    var sources: [ChangeSource] = []
    /// The last pass that listed the closure, so that it is called once for several sources.
    var lastPass: UInt64 = 0
  }

  private var entries: ContiguousArray<Entry> = []
  private var free: ContiguousArray<Int32> = []

  mutating func reserveCapacity(_ count: Int) { entries.reserveCapacity(count) }

  var count: Int { entries.count - free.count }

  mutating func add(
    _ handler: @escaping () -> Void, to sources: [ChangeSource], name: String, sequence: UInt64
  ) -> Int32 {
    let entry = Entry(sequence: sequence, name: name, handler: handler, sources: sources)
    if let index = free.popLast() {
      entries[Int(index)] = entry
      return index
    }
    entries.append(entry)
    return Int32(truncatingIfNeeded: entries.count - 1)
  }

  /// Removes a closure and returns it. The caller must release it.
  mutating func remove(_ index: Int32, sequence: UInt64) -> Entry? {
    guard entries.indices.contains(Int(index)), entries[Int(index)].sequence == sequence else {
      return nil
    }
    let gone = entries[Int(index)]
    entries[Int(index)] = Entry(sequence: 0, name: "", handler: nil)
    free.append(index)
    for source in gone.sources { source.noteEnded(self) }
    return gone
  }

  func isRegistered(_ index: Int32, _ sequence: UInt64) -> Bool {
    // If the store was released during a delivery, there are no entries.
    entries.indices.contains(Int(index)) && entries[Int(index)].sequence == sequence
  }

  /// Returns whether a closure is registered and has not been listed in `pass` yet, and marks it as listed.
  mutating func claim(_ index: Int32, _ sequence: UInt64, pass: UInt64) -> Bool {
    let index = Int(index)
    guard entries.indices.contains(index), entries[index].sequence == sequence,
      entries[index].lastPass != pass
    else { return false }
    entries[index].lastPass = pass
    return true
  }

  /// Returns the entry of an observation; `nil` if the observation has ended.
  func entry(of observation: Observation) -> Entry? {
    isRegistered(observation.index, observation.sequence) ? entries[Int(observation.index)] : nil
  }

  mutating func removeAll() -> ContiguousArray<Entry> {
    defer { self = ClosureObservers() }
    return entries
  }
}

/// The observers of a whole table, live query, live value or store.
@usableFromInline
final class ChangeSource {
  struct State {
    /// The slots and sequence numbers of closures, in the order of registration. Some may have ended.
    var listed: ContiguousArray<(index: Int32, sequence: UInt64)> = []
    var endedCount = 0
  }

  let state = Cell(State())

  @usableFromInline
  init() {}

  @usableFromInline var hasObservers: Bool { state.read { $0.listed.count > $0.endedCount } }

  func append(_ index: Int32, _ sequence: UInt64) { state.modify { $0.listed.append((index, sequence)) } }

  /// Records that an observation has ended. Removes ended observations when they are more than half of the list.
  ///
  /// - Complexity: amortised O(1).
  func noteEnded(_ observers: borrowing ClosureObservers) {
    state.modify { state in
      state.endedCount += 1
      guard state.endedCount > 8, state.endedCount * 2 > state.listed.count else { return }
      state.listed.removeAll { !observers.isRegistered($0.index, $0.sequence) }
      state.endedCount = 0
    }
  }
}
