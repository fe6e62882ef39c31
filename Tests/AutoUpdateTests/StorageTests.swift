import Testing

@testable import AutoUpdate

/// The store's own containers against the standard library's.
struct StorageTests {
  @Test("a trail agrees with an array whose beginning is forgotten", arguments: 0..<50)
  func trail(seed: UInt64) {
    var random = SplitMix(seed)
    var trail = Trail<String>()
    defer { trail.destroy() }
    var array: [String] = []
    var forgotten = 0
    for number in 0..<400 {
      switch random.below(6) {
      case 0..<3:
        trail.append("element \(number) of the trail")
        array.append("element \(number) of the trail")
      case 3:
        let place = UnsafeMutablePointer<String>.allocate(capacity: 1)
        place.initialize(to: "moved element \(number)")
        trail.append(movedFrom: place)
        place.deallocate()
        array.append("moved element \(number)")
      case 4:
        let count = random.below(min(array.count, 3) + 1)
        trail.removeFirst(count)
        array.removeFirst(count)
        forgotten += count
      default:
        let count = random.below(min(array.count, 2) + 1)
        trail.removeLast(count)
        array.removeLast(count)
      }
      #expect(trail.startIndex == forgotten && trail.endIndex == forgotten + array.count, "seed \(seed)")
      #expect((trail.startIndex..<trail.endIndex).map { trail[$0] } == array, "seed \(seed)")
    }
  }

  @Test("a trail gives back what many elements needed, and the rest keep their indices")
  func trailShrinks() {
    var trail = Trail<Int>()
    defer { trail.destroy() }
    for number in 0..<10_000 { trail.append(number) }
    trail.removeFirst(9_900)
    #expect(trail.mask < 1_024)
    for number in 10_000..<10_200 { trail.append(number) }
    #expect(trail.startIndex == 9_900 && trail.endIndex == 10_200)
    #expect((9_900..<10_200).allSatisfy { trail[$0] == $0 })
    trail.popFirst().destroy()
    #expect(trail.startIndex == 9_901 && trail[9_901] == 9_901)
  }

  @Test("an index of rows agrees with a dictionary, also when hashes collide", arguments: 0..<50)
  func rowIndex(seed: UInt64) {
    var random = SplitMix(seed)
    var index = RowIndex()
    defer { index.destroy() }
    // Few hashes, at the end of the first block too, so that lines of cells are long and wrap around.
    let hashes: [UInt64] = [0, 1, 6, 7, 8, 15, 0xFFFF_FFFF]
    var rows: [Int32: UInt64] = [:]
    for number in 0..<300 {
      if random.below(5) < 3 {
        let hash = hashes[random.below(hashes.count)]
        index.insert(Int32(number), hash: hash)
        rows[Int32(number)] = hash
      } else if let row = rows.keys.sorted().randomElement(using: &random), let hash = rows[row] {
        index.remove(row, hash: hash)
        rows[row] = nil
      }
      #expect(index.count == rows.count, "seed \(seed)")
      for (row, hash) in rows { #expect(index.row(hash) { $0 == row } == row, "seed \(seed), row \(row)") }
      for hash in hashes {
        var found: Set<Int32> = []
        _ = index.row(hash) {
          found.insert($0)
          return false
        }
        #expect(found == Set(rows.filter { $0.value == hash }.keys), "seed \(seed), hash \(hash)")
      }
    }
  }

  @Test("a slab gives back what one large use needed, and keeps what is in use")
  func slab() {
    var slab = Slab<Int>()
    defer { slab.destroy() }
    for number in 0..<10_000 { slab.append(number) }
    #expect(slab.elements.elementsEqual(0..<10_000))
    slab.forgetAll()
    #expect(slab.capacity >= 10_000)
    for _ in 0..<10 {
      slab.append(1)
      slab.forgetAll()
    }
    #expect(slab.capacity <= 1_024)
    for number in 0..<5_000 { slab.append(number) }
    #expect(slab.elements.elementsEqual(0..<5_000))
  }
}
