internal import StoreMemory

/// The closures that observe whole sources (a table, a live query, the store), by place; a place is used again
/// after its end.
struct Recipients {
  struct Recipient {
    /// The sequence number of its registration; 0 while the slot is vacant.
    var sequence: UInt64
    /// The name that a ``DeliveryTracer`` reports.
    var name: String
    var tell: (() -> Void)?
    var sources: [ChangeSource] = []
    /// The last pass that it was listed in, so that several sources tell it once.
    var lastPass: UInt64 = 0
  }

  private var recipients: ContiguousArray<Recipient> = []
  private var free: ContiguousArray<Int32> = []

  mutating func reserveCapacity(_ count: Int) { recipients.reserveCapacity(count) }

  /// The number of registered closures.
  var count: Int { recipients.count - free.count }

  mutating func add(
    _ tell: @escaping () -> Void, to sources: [ChangeSource], name: String, sequence: UInt64
  ) -> Int32 {
    let recipient = Recipient(sequence: sequence, name: name, tell: tell, sources: sources)
    if let place = free.popLast() {
      recipients[Int(place)] = recipient
      return place
    }
    recipients.append(recipient)
    return Int32(truncatingIfNeeded: recipients.count - 1)
  }

  /// Takes a closure out, for the caller to let go of.
  mutating func remove(_ place: Int32, sequence: UInt64) -> Recipient? {
    guard recipients.indices.contains(Int(place)), recipients[Int(place)].sequence == sequence else {
      return nil
    }
    let gone = recipients[Int(place)]
    recipients[Int(place)] = Recipient(sequence: 0, name: "", tell: nil)
    free.append(place)
    for source in gone.sources { source.noteEnded(self) }
    return gone
  }

  func isRegistered(_ place: Int32, _ sequence: UInt64) -> Bool {
    recipient(at: place, sequence: sequence) != nil
  }

  /// A Boolean value that indicates whether a closure is registered and has yet to be listed in `pass`; it counts as listed then.
  mutating func claim(_ place: Int32, _ sequence: UInt64, pass: UInt64) -> Bool {
    let place = Int(place)
    guard recipients.indices.contains(place), recipients[place].sequence == sequence,
      recipients[place].lastPass != pass
    else { return false }
    recipients[place].lastPass = pass
    return true
  }

  /// The closure at a place, if it is still the one with that sequence.
  func recipient(at place: Int32, sequence: UInt64) -> Recipient? {
    // A store that is let go of while it tells has none any more.
    guard recipients.indices.contains(Int(place)) else { return nil }
    let recipient = recipients[Int(place)]
    return recipient.sequence == sequence ? recipient : nil
  }

  /// Takes all closures out.
  mutating func removeAll() -> ContiguousArray<Recipient> {
    defer { self = Recipients() }
    return recipients
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

  /// A Boolean value that indicates whether a closure may be registered.
  @usableFromInline var hasRecipients: Bool { state.read { $0.listed.count > $0.endedCount } }

  func append(_ place: Int32, _ sequence: UInt64) { state.modify { $0.listed.append((place, sequence)) } }

  /// Notes that one of the closures ended, and drops those when they are half of all: O(1) for each.
  func noteEnded(_ recipients: borrowing Recipients) {
    state.modify { state in
      state.endedCount += 1
      guard state.endedCount > 8, state.endedCount * 2 > state.listed.count else { return }
      state.listed.removeAll { !recipients.isRegistered($0.place, $0.sequence) }
      state.endedCount = 0
    }
  }
}
