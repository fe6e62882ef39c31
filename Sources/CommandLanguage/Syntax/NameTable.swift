/// Finds a name's index from its bytes, with no text made: open addressing over stable hashes.
struct NameTable: Sendable {
  private var slots: [Slot]
  private var names: [[UInt8]] = []
  private let mask: UInt32

  private struct Slot {
    var hash: UInt32
    var entry: Int32
  }

  /// - Parameter names: in the order of their indices; of two equal names the first is found.
  init(_ names: [String]) {
    var size = 8
    while size < names.count * 2 { size *= 2 }
    mask = UInt32(size - 1)
    slots = Array(repeating: Slot(hash: 0, entry: -1), count: size)
    self.names = names.map { Array($0.utf8) }
    for (index, name) in names.enumerated() {
      let hash = NameHash.of(name)
      var place = hash & mask
      while slots[Int(place)].entry >= 0 { place = (place &+ 1) & mask }
      slots[Int(place)] = Slot(hash: hash, entry: Int32(truncatingIfNeeded: index))
    }
  }

  @inline(__always)
  func index(of name: UnsafeBufferPointer<UInt8>, hash: UInt32) -> Int? {
    var place = hash & mask
    while true {
      let slot = slots[Int(place)]
      if slot.entry < 0 { return nil }
      if slot.hash == hash, matches(Int(slot.entry), name) { return Int(slot.entry) }
      place = (place &+ 1) & mask
    }
  }

  func index(of name: String) -> Int? {
    Array(name.utf8).withUnsafeBufferPointer { index(of: $0, hash: NameHash.of($0)) }
  }

  @inline(__always)
  private func matches(_ entry: Int, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
    let known = names[entry]
    guard known.count == name.count else { return false }
    for index in 0..<name.count where known[index] != name[index] { return false }
    return true
  }
}
