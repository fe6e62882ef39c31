import StoreMemory
import TestSupport
import Testing

/// Objects held weakly, against an array of those that somebody still holds.
@Suite struct WeakListTests {
  private final class Object {}

  private func objects(in list: inout WeakList<Object>) -> [ObjectIdentifier] {
    var found: ContiguousArray<Object> = []
    list.append(to: &found)
    return found.map { ObjectIdentifier($0) }
  }

  @Test func `an empty list returns nothing, and removing from it does nothing`() {
    var list = WeakList<Object>()
    list.remove(Object())
    list.removeGone()
    #expect(list.isEmpty && list.count == 0 && objects(in: &list).isEmpty)
  }

  @Test func `a released object counts until it is next examined`() {
    var list = WeakList<Object>()
    let kept = Object()
    do {
      let lost = Object()
      list.append(lost)
      list.append(kept)
      #expect(objects(in: &list) == [ObjectIdentifier(lost), ObjectIdentifier(kept)])
    }
    #expect(list.count == 2)
    #expect(objects(in: &list) == [ObjectIdentifier(kept)])
    #expect(list.count == 1)
    withExtendedLifetime(kept) {}
  }

  @Test func `released objects are removed by insertions alone, so that they never outnumber the others`() {
    var list = WeakList<Object>()
    let kept = (0..<20).map { _ in Object() }
    for object in kept {
      list.append(object)
      for _ in 0..<500 { list.append(Object()) }
      #expect(list.count <= 2 * kept.count + 1)
    }
    #expect(objects(in: &list) == kept.map { ObjectIdentifier($0) })
  }

  @Test(arguments: UInt64(1)...40)
  func `elements are visited in the order of their insertion, after any insertions and removals`(seed: UInt64)
  {
    var random = SplitMix(seed)
    var list = WeakList<Object>()
    var held: [Object] = []
    for step in 0..<300 {
      switch random.below(6) {
      case 0..<3:
        let object = Object()
        held.append(object)
        list.append(object)
      case 3 where !held.isEmpty: list.remove(held.remove(at: random.below(held.count)))
      // Nobody holds it any more.
      case 4 where !held.isEmpty: held.remove(at: random.below(held.count))
      case 5:
        list.removeGone()
        #expect(list.count == held.count, "seed \(seed), step \(step)")
      default: break
      }
      #expect(list.count >= held.count, "seed \(seed), step \(step)")
      if random.oneIn(3) {
        #expect(objects(in: &list) == held.map { ObjectIdentifier($0) }, "seed \(seed), step \(step)")
        #expect(list.isEmpty == held.isEmpty, "seed \(seed), step \(step)")
      }
    }
  }
}
