import StoreMemory
import TestSupport
import Testing

/// Few numbers in a set or in a list, against arrays.
@Suite struct NumberSetTests {
  private func numbers(_ set: NumberSet) -> [Int32] {
    var numbers: [Int32] = []
    set.forEach { numbers.append($0) }
    return numbers
  }

  @Test func `a set returns its numbers in ascending order, small and large ones, each once`() {
    var set = NumberSet(63)
    for number: Int32 in [200, 0, 64, 63, 5, 64, .max, 200, 100] { set.insert(number) }
    #expect(numbers(set) == [0, 5, 63, 64, 100, 200, .max])
    #expect(![1, 62, 65, 199, 264].contains { set.contains($0) })
  }

  @Test(arguments: UInt64(1)...60)
  func `sets agree with sets of the library, however their numbers came in`(seed: UInt64) {
    var random = SplitMix(seed)
    var model: Set<Int32> = []
    var set = NumberSet()
    for _ in 0..<30 {
      // None, one and many, on both sides of what fits into bits.
      let numbers = (0..<random.below(4)).map { _ in
        Int32([random.below(9), 60 + random.below(9)][random.below(2)])
      }
      if random.oneIn(2) {
        for number in numbers { set.insert(number) }
      } else {
        var other = NumberSet()
        for number in numbers.reversed() { other.insert(number) }
        set.formUnion(other)
      }
      model.formUnion(numbers)
      #expect(self.numbers(set) == model.sorted(), "seed \(seed)")
      #expect(set.isEmpty == model.isEmpty, "seed \(seed)")
      #expect((0..<80).allSatisfy { set.contains($0) == model.contains($0) }, "seed \(seed)")
      var same = NumberSet()
      for number in model.sorted(by: >) { same.insert(number) }
      #expect(set == same, "seed \(seed)")
      if random.oneIn(8) {
        set = NumberSet()
        model = []
      }
    }
  }

  @Test(arguments: UInt64(1)...40)
  func `large sets are searched, united and intersected like sets of the library`(seed: UInt64) {
    var random = SplitMix(seed)
    func numbers() -> Set<Int32> {
      Set((0..<random.below(60)).map { _ in Int32(random.below(random.oneIn(2) ? 100 : 400)) })
    }
    for _ in 0..<20 {
      let (left, right) = (numbers(), numbers())
      var (first, second) = (NumberSet(), NumberSet())
      for number in left { first.insert(number) }
      for number in right { second.insert(number) }
      #expect(self.numbers(first) == left.sorted() && self.numbers(second) == right.sorted(), "seed \(seed)")
      #expect((0..<400).allSatisfy { first.contains($0) == left.contains($0) }, "seed \(seed)")
      #expect(first.intersects(second) == !left.isDisjoint(with: right), "seed \(seed)")
      #expect(first.contains(second) == (!right.isEmpty && right.isSubset(of: left)), "seed \(seed)")
      let (old, copy) = (first, second)
      first.formUnion(second)
      #expect(self.numbers(first) == left.union(right).sorted(), "seed \(seed)")
      #expect(self.numbers(old) == left.sorted() && second == copy, "seed \(seed)")
    }
  }

  @Test(arguments: UInt64(1)...40)
  func `a list of numbers agrees with an array, also after it is emptied`(seed: UInt64) {
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
