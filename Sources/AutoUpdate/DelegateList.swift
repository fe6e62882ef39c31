/// Weakly held delegates in the order of registration, each at most once.
///
/// A place of a dead or removed delegate is cleared away when everyone was told, or when half of all
/// places might be such: so what is kept is at most about twice what lives.
struct DelegateList<State: Equatable> {
  struct Slot {
    weak var delegate: (any StateDelegate<State>)?
    let key: ObjectIdentifier
    let name: String
  }

  private(set) var slots: ContiguousArray<Slot> = []
  /// The place of each key; a key may be that of an object that died.
  private var places: [ObjectIdentifier: Int] = [:]
  /// Below this many slots, nothing is cleared away on adding.
  private var bound = 8

  var living: [(delegate: any StateDelegate<State>, name: String)] {
    slots.compactMap { slot in slot.delegate.map { ($0, slot.name) } }
  }

  mutating func add(_ delegate: any StateDelegate<State>, name: String?, mayCompact: Bool) {
    let key = ObjectIdentifier(delegate)
    // The same address may belong to a new object: only a living one counts as registered.
    if let place = places[key], slots[place].delegate != nil { return }
    if mayCompact, slots.count >= bound { compact() }
    places[key] = slots.count
    slots.append(Slot(delegate: delegate, key: key, name: name ?? String(describing: type(of: delegate))))
  }

  mutating func remove(_ delegate: any StateDelegate<State>, mayCompact: Bool) {
    guard let place = places.removeValue(forKey: ObjectIdentifier(delegate)) else { return }
    slots[place].delegate = nil
    if mayCompact, places.count &* 2 < slots.count { compact() }
  }

  /// Clears away the places of delegates that died or were removed.
  mutating func compact() {
    if slots.contains(where: { $0.delegate == nil }) {
      slots = slots.filter { $0.delegate != nil }
      places.removeAll()
      for (place, slot) in slots.enumerated() { places[slot.key] = place }
    }
    bound = max(8, slots.count &* 2)
  }
}
