import StoreMemory
import TestSupport
import Testing

/// Few numbers in a set or in a list, against arrays.
@Suite struct NumberSetTests {
  /// The numbers without those that stood before, in their order.
  private func distinct(_ numbers: [Int32]) -> [Int32] {
    var found: [Int32] = []
    for number in numbers where !found.contains(number) { found.append(number) }
    return found
  }

  @Test(arguments: UInt64(1)...60)
  func `a set has each number once, in the order of their coming`(seed: UInt64) {
    var random = SplitMix(seed)
    var model: [Int32] = []
    var set = NumberSet()
    #expect(set.isEmpty && !set.contains(0))
    for _ in 0..<30 {
      // None, one and many; the ends of the range among them.
      let numbers = (0..<random.below(4)).map { _ in
        [.min, .max, Int32(random.below(9)) - 1][random.below(3)]
      }
      if random.oneIn(2) {
        for number in numbers { set.insert(number) }
      } else {
        set.formUnion(NumberSet(ContiguousArray(numbers)))
      }
      model = distinct(model + numbers)
      #expect(Array(set.numbers) == model, "seed \(seed)")
      #expect(set.isEmpty == model.isEmpty, "seed \(seed)")
      #expect((-2..<10).allSatisfy { set.contains($0) == model.contains($0) }, "seed \(seed)")
      if random.oneIn(8) {
        set = NumberSet()
        model = []
      }
    }
    #expect(set == NumberSet(ContiguousArray(model + model)), "seed \(seed)")
  }

  @Test(arguments: UInt64(1)...40)
  func `a list of numbers agrees with an array, also when it begins anew`(seed: UInt64) {
    var random = SplitMix(seed)
    var model: [Int32] = []
    var list = NumberList()
    for number in Int32(0)..<60 {
      if random.oneIn(9) {
        list.removeAll()
        model = []
      } else {
        // From 0 up, the same again too.
        let number = random.oneIn(4) ? 0 : random.oneIn(9) ? .max : number
        list.append(number)
        model.append(number)
      }
      #expect((0..<list.count).map { list[$0] } == model, "seed \(seed)")
    }
  }
}
