import StoreMemory
import TestSupport
import Testing

@Suite struct ChunkedLogTests {
  @Test(arguments: 0..<20) func `a log holds what a list holds, at positions that never change`(seed: UInt64)
  {
    var random = SplitMix(seed)
    var log = ChunkedLog<Int>()
    var model: [Int] = []
    var start = 0
    // Long enough for several chunks, and empty now and then.
    for step in 0..<6_000 {
      let isGrowing = step / 1_500 % 2 == 0
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<(isGrowing ? 8 : 2):
        log.append(step)
        model.append(step)
      case 8 where !model.isEmpty: #expect(log.removeLast() == model.removeLast(), "seed \(seed)")
      default:
        if model.isEmpty { continue }
        log.dropFirst()
        model.removeFirst()
        start += 1
      }
      #expect(log.start == start && log.end - start == model.count, "seed \(seed)")
      if let place = model.indices.randomElement(using: &random) {
        #expect(log[start + place] == model[place], "seed \(seed)")
        (log[start + place], model[place]) = (-step, -step)
        #expect(log[start + place] == -step, "seed \(seed)")
      }
    }
  }

  @Test func `a packed position is found as long as the log has it`() {
    var log = ChunkedLog<Int>()
    for number in 0..<1_000 { log.append(number) }
    for _ in 0..<600 { log.dropFirst() }
    #expect(log.position(ChunkedLog<Int>.packed(599)) == -1)
    #expect(log.position(ChunkedLog<Int>.packed(600)) == 600)
    #expect(log.position(ChunkedLog<Int>.packed(999)) == 999)
    #expect(log.position(ChunkedLog<Int>.packed(1_000)) == -1)
    #expect(log.position(-1) == -1)
  }
}
