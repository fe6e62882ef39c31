import Testing

@testable import TextViews

@Suite struct WindowChangesTests {
  func changes(_ old: String, _ new: String, changed: Set<Character> = []) -> [WindowStep] {
    let (old, new) = (Array(old), Array(new))
    return WindowChanges(from: old, to: new) { place, _ in changed.contains(old[place]) }.steps
  }

  @Test func `Rows go from the bottom, come from the top, and move as few as can be`() {
    #expect(changes("abc", "abc") == [])
    #expect(changes("", "ab") == [.insert(at: 0), .insert(at: 1)])
    #expect(changes("abcd", "bd") == [.remove(at: 2), .remove(at: 0)])
    #expect(changes("abcd", "xabc") == [.remove(at: 3), .insert(at: 0)])
    #expect(changes("abc", "bca") == [.move(from: 0, to: 2, new: 2)])
    #expect(changes("abc", "cab") == [.move(from: 2, to: 0, new: 0)])
    #expect(changes("xabcy", "xcaby") == [.move(from: 3, to: 1, new: 1)])
  }

  @Test func `Of two rows that changed places the one that changed is said to have moved`() {
    #expect(changes("ab", "ba", changed: ["a"]) == [.move(from: 0, to: 1, new: 1)])
    #expect(changes("ab", "ba", changed: ["b"]) == [.move(from: 1, to: 0, new: 0)])
  }

  @Test func `The steps lead from any rows to any others, and move no more than they must`() {
    var kinds: Set<String> = []
    for seed in UInt64(0)..<4000 {
      var random = Seeded(seed)
      let pool = Array(0..<(1 + random.below(12)))
      let old = Array(pool.shuffled(using: &random).prefix(random.below(pool.count + 1)))
      let new = Array(pool.shuffled(using: &random).prefix(random.below(pool.count + 1)))
      let changed = Set(pool.filter { _ in random.below(3) == 0 })
      var rows = old
      var moves: Set<Int> = []
      for step in WindowChanges(from: old, to: new, isChanged: { place, _ in changed.contains(old[place]) })
        .steps
      {
        switch step {
        case .remove(let place):
          rows.remove(at: place)
          kinds.insert("remove")
        case .insert(let place):
          rows.insert(new[place], at: place)
          kinds.insert("insert")
        case .move(let from, let to, let place):
          #expect(rows[from] == new[place] && from != to, "seed \(seed)")
          rows.insert(rows.remove(at: from), at: to)
          #expect(moves.insert(new[place]).inserted, "seed \(seed): a row moves twice")
          kinds.insert("move")
        }
      }
      #expect(rows == new, "seed \(seed)")
      let kept = old.filter(new.contains)
      let longest = Self.longestIncreasing(kept.compactMap { new.firstIndex(of: $0) })
      #expect(moves.count == kept.count - longest, "seed \(seed)")
    }
    #expect(kinds == ["remove", "insert", "move"])
  }

  static func longestIncreasing(_ values: [Int]) -> Int {
    var lengths: [Int] = []
    for (index, value) in values.enumerated() {
      lengths.append(1 + (zip(values[..<index], lengths).filter { $0.0 < value }.map(\.1).max() ?? 0))
    }
    return lengths.max() ?? 0
  }
}
