import StoreMemory
import TestSupport
import Testing

@Suite struct SlabTests {
  @Test(arguments: 0..<10) func `a slab holds what an array holds`(seed: UInt64) {
    var random = SplitMix(seed)
    var slab = Slab<String>()
    var model: [String] = []
    for step in 0..<2_000 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<5:
        // Too long to stand within the string itself.
        slab.append("the element of step \(step)")
        model.append("the element of step \(step)")
      case 5..<7 where !model.isEmpty: #expect(slab.removeLast() == model.removeLast(), "seed \(seed)")
      case 7 where !model.isEmpty: #expect(slab.removeFirst() == model.removeFirst(), "seed \(seed)")
      case 8 where step % 50 == 0:
        slab.removeAll()
        model.removeAll()
      default: slab.reserveCapacity(model.count + 3)
      }
      #expect(slab.count == model.count && slab.isEmpty == model.isEmpty, "seed \(seed)")
      if let place = model.indices.randomElement(using: &random) {
        #expect(slab[place] == model[place], "seed \(seed)")
        slab[place] += "!"
        model[place] += "!"
      }
    }
    #expect(slab.indices.map { slab[$0] } == model, "seed \(seed)")
  }

  @Test(arguments: 0..<10) func `bytes are added and taken out at both ends as those of an array`(
    seed: UInt64
  ) {
    var random = SplitMix(seed)
    var slab = Slab<UInt8>()
    var model: [UInt8] = []
    for step in 0..<1_000 {
      switch Int.random(in: 0..<4, using: &random) {
      case 0, 1:
        let bytes = [UInt8](repeating: UInt8(step % 251), count: Int.random(in: 0..<20, using: &random))
        slab.append(bytes.span)
        model += bytes
      case 2:
        let count = Int.random(in: 0...model.count, using: &random)
        slab.truncate(to: count)
        model.removeLast(model.count - count)
      default:
        let count = Int.random(in: 0...min(10, model.count), using: &random)
        slab.removeFirst(count)
        model.removeFirst(count)
      }
      #expect(slab.indices.map { slab[$0] } == model, "seed \(seed)")
    }
    slab.sort { $0 < $1 }
    #expect(slab.indices.map { slab[$0] } == model.sorted(), "seed \(seed)")
  }

  @Test func `a slab keeps its elements alive, and releases each once`() {
    final class Counted {
      static nonisolated(unsafe) var count = 0
      init() { Counted.count += 1 }
      deinit { Counted.count -= 1 }
    }
    do {
      var slab = Slab<Counted>()
      for _ in 0..<100 { slab.append(Counted()) }
      #expect(Counted.count == 100)
      _ = slab.removeLast()
      _ = slab.removeFirst()
      #expect(Counted.count == 98)
      slab.removeAll()
      #expect(Counted.count == 0)
      for _ in 0..<10 { slab.append(Counted()) }
      slab.reserveCapacity(1_000)
      #expect(Counted.count == 10)
    }
    #expect(Counted.count == 0)
  }

  @Test func `an index out of a slab ends the program`() async {
    await #expect(processExitsWith: .failure) {
      let slab = Slab<Int>()
      _ = slab[0]
    }
    await #expect(processExitsWith: .failure) {
      var slab = Slab<Int>()
      slab.append(1)
      slab[-1] = 2
    }
  }
}
