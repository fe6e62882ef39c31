import AutoUpdate

/// Finds units by the UTF-8 bytes of their names, without making a string.
///
/// It follows the table like any observer, and is the first to be told. Open addressing with linear
/// probing; removal moves later entries back (Knuth, The Art of Computer Programming, vol. 3, 6.4,
/// algorithm R), so that no markers pile up.
final class NameIndex {
  private struct Entry {
    var hash: UInt32
    /// 0 when the place is free.
    var unit: Int32
  }

  private var entries: [Entry]
  private var count = 0
  private let units: Table<AnyUnit>
  private var subscription: Subscription?

  init(of units: Table<AnyUnit>) {
    self.units = units
    entries = Array(repeating: Entry(hash: 0, unit: 0), count: 64)
    subscription = units.observe { [unowned self] changes in
      changes.forEach { _, before, after in
        if before?.name == after?.name { return }
        if let before { self.remove(before) }
        if let after { self.insert(after) }
      }
    }.named("names")
  }

  /// The unit with this name.
  func find(_ name: Span<UInt8>) -> UnitID? {
    let hash = Self.hash(name)
    var place = Int(hash) & (entries.count - 1)
    while entries[place].unit != 0 {
      if entries[place].hash == hash {
        let id = UnitID(entries[place].unit)
        if let unit = units[id], Self.isEqual(unit.name, name) { return id }
      }
      place = (place + 1) & (entries.count - 1)
    }
    return nil
  }

  func find(_ name: String) -> UnitID? { find(name.utf8.span) }

  private func insert(_ unit: AnyUnit) {
    if (count + 1) * 2 > entries.count { grow() }
    count += 1
    put(Entry(hash: Self.hash(unit.name.utf8.span), unit: unit.id.number))
  }

  private func put(_ entry: Entry) {
    var place = Int(entry.hash) & (entries.count - 1)
    while entries[place].unit != 0 { place = (place + 1) & (entries.count - 1) }
    entries[place] = entry
  }

  private func remove(_ unit: AnyUnit) {
    let mask = entries.count - 1
    var hole = Int(Self.hash(unit.name.utf8.span)) & mask
    while entries[hole].unit != unit.id.number {
      if entries[hole].unit == 0 { return }
      hole = (hole + 1) & mask
    }
    count -= 1
    var place = hole
    while true {
      place = (place + 1) & mask
      if entries[place].unit == 0 { break }
      let home = Int(entries[place].hash) & mask
      // An entry may fill the hole unless its home lies behind the hole.
      let isBehind = hole <= place ? hole < home && home <= place : hole < home || home <= place
      if !isBehind {
        entries[hole] = entries[place]
        hole = place
      }
    }
    entries[hole] = Entry(hash: 0, unit: 0)
  }

  private func grow() {
    let old = entries
    entries = Array(repeating: Entry(hash: 0, unit: 0), count: old.count * 2)
    for entry in old where entry.unit != 0 { put(entry) }
  }

  /// FNV-1a, folded so that the low bits depend on all.
  private static func hash(_ name: Span<UInt8>) -> UInt32 {
    var hash: UInt32 = 2_166_136_261
    for index in name.indices { hash = (hash ^ UInt32(name[index])) &* 16_777_619 }
    return hash ^ (hash >> 15)
  }

  private static func isEqual(_ name: String, _ bytes: Span<UInt8>) -> Bool {
    let utf8 = name.utf8.span
    guard utf8.count == bytes.count else { return false }
    for index in utf8.indices where utf8[index] != bytes[index] { return false }
    return true
  }
}
