import AutoUpdate

/// Finds units by the UTF-8 bytes of their names, without making a string.
///
/// It follows the table like any observer, and is the first to be told: while a transaction is open, it has
/// the names from before. Open addressing with linear probing; removal moves later entries back (Knuth, The
/// Art of Computer Programming, vol. 3, 6.4, algorithm R), so that no markers pile up.
final class NameIndex {
  private struct Entry {
    var key: NameKey
    /// 0 when the place is free.
    var unit: Int32

    static let free = Entry(key: NameKey([UInt8]().span), unit: 0)

    /// Where the entry would stand if it were alone.
    func home(_ mask: Int) -> Int { Int(key.hash >> 4) & mask }
  }

  private var entries: [Entry]
  private var count = 0
  private let units: Table<AnyUnit>
  private var subscription: Subscription?

  init(of units: Table<AnyUnit>) {
    self.units = units
    entries = Array(repeating: .free, count: 64)
    subscription = units.observe(name: "names") { [unowned self] update in
      guard case .changes(let changes) = update else { return }
      for change in changes where change.before?.name != change.after?.name {
        if let before = change.before { remove(before) }
        if let after = change.after { insert(after) }
      }
    }
  }

  /// The unit with this name.
  func find(_ name: Span<UInt8>) -> UnitID? {
    let key = NameKey(name)
    let mask = entries.count - 1
    var place = Int(key.hash >> 4) & mask
    while entries[place].unit != 0 {
      if entries[place].key == key {
        let id = UnitID(entries[place].unit)
        if key.isWhole || isNamed(id, name) { return id }
      }
      place = (place + 1) & mask
    }
    return nil
  }

  func find(_ name: String) -> UnitID? { find(name.utf8.span) }

  private func isNamed(_ id: UnitID, _ name: Span<UInt8>) -> Bool {
    units[id].map { NameKey.isEqual($0.name, name) } == true
  }

  private func insert(_ unit: AnyUnit) {
    if (count + 1) * 2 > entries.count { grow() }
    count += 1
    put(Entry(key: NameKey(unit.name.utf8.span), unit: unit.id.number))
  }

  private func put(_ entry: Entry) {
    let mask = entries.count - 1
    var place = entry.home(mask)
    while entries[place].unit != 0 { place = (place + 1) & mask }
    entries[place] = entry
  }

  private func remove(_ unit: AnyUnit) {
    let mask = entries.count - 1
    var hole = Int(NameKey(unit.name.utf8.span).hash >> 4) & mask
    while entries[hole].unit != unit.id.number {
      if entries[hole].unit == 0 { return }
      hole = (hole + 1) & mask
    }
    count -= 1
    var place = hole
    while true {
      place = (place + 1) & mask
      if entries[place].unit == 0 { break }
      let home = entries[place].home(mask)
      // An entry may fill the hole unless its home lies behind the hole.
      let isBehind = hole <= place ? hole < home && home <= place : hole < home || home <= place
      if !isBehind {
        entries[hole] = entries[place]
        hole = place
      }
    }
    entries[hole] = .free
  }

  private func grow() {
    let old = entries
    entries = Array(repeating: .free, count: old.count * 2)
    for entry in old where entry.unit != 0 { put(entry) }
  }
}
