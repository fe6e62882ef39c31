import StoreMemory
import TestSupport
import Testing

/// The store's own containers against the standard library's.
struct StorageTests {
  @Test(arguments: 0..<50) func `a queue agrees with an array`(seed: UInt64) {
    var random = SplitMix(seed)
    var queue = Deque<String>()
    var array: [String] = []
    for number in 0..<400 {
      if random.below(5) < 3 {
        queue.append("element \(number)")
        array.append("element \(number)")
      } else {
        #expect(queue.popFirst() == (array.isEmpty ? nil : array.removeFirst()), "seed \(seed)")
      }
      #expect(queue.count == array.count && queue.isEmpty == array.isEmpty, "seed \(seed)")
    }
  }

  @Test func `a queue that held many elements keeps the rest in order while it releases memory`() {
    var queue = Deque<Int>()
    for number in 0..<10_000 { queue.append(number) }
    for number in 0..<9_900 { #expect(queue.popFirst() == number) }
    for number in 10_000..<10_200 { queue.append(number) }
    for number in 9_900..<10_200 { #expect(queue.popFirst() == number) }
    #expect(queue.isEmpty)
  }

  @Test func `types have numbers in the order of their coming, and others have none`() {
    var index = TypeIndex()
    let types = [Int.self, String.self, Bool.self, [Int].self, Double.self, UInt8.self].map {
      ObjectIdentifier($0 as Any.Type)
    }
    for type in types.dropLast() { index.append(type) }
    #expect(types.map { index[$0] } == [0, 1, 2, 3, 4, nil])
  }

  @Test(arguments: 0..<50) func `an index of rows agrees with a dictionary, also when hashes collide`(
    seed: UInt64
  ) {
    var random = SplitMix(seed)
    var index = RowIndex()
    // Few hashes, at the end of the first block too, so that lines of cells are long and wrap around.
    let hashes: [UInt64] = [0, 1, 6, 7, 8, 15, 0xFFFF_FFFF]
    var rows: [Int32: UInt64] = [:]
    func found(_ hash: UInt64) -> [Int32] {
      var found: [Int32] = []
      var place = index.start(hash)
      while let next = index.next(hash, from: place) {
        found.append(next.row)
        place = next.index
      }
      return found
    }
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
      for (row, hash) in rows { #expect(found(hash).contains(row), "seed \(seed), row \(row)") }
      for hash in hashes {
        #expect(Set(found(hash)) == Set(rows.filter { $0.value == hash }.keys), "seed \(seed), hash \(hash)")
      }
    }
  }
}
