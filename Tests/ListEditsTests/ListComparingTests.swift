import TestSupport
import Testing

import ListEdits

@Suite struct ListComparingTests {
  private func edits(_ old: String, _ new: String, changed: Set<Character> = []) -> [ListEdit<Character>] {
    let (old, new) = (Array(old), Array(new))
    return ListEdit.edits(from: old, to: new) { place, _ in changed.contains(old[place]) }
  }

  @Test func `Rows go from the end, move as few as can be, and come from the beginning`() {
    #expect(edits("abc", "abc") == [])
    #expect(edits("", "ab") == [.insert("a", at: 0), .insert("b", at: 1)])
    #expect(edits("abcd", "bd") == [.remove("c", at: 2), .remove("a", at: 0)])
    #expect(edits("abcd", "xabc") == [.remove("d", at: 3), .insert("x", at: 0)])
    #expect(edits("abc", "bca") == [.move(from: 0, to: 2)])
    #expect(edits("abc", "cab") == [.move(from: 2, to: 0)])
    #expect(edits("xabcy", "xcaby", changed: ["y"]) == [.move(from: 3, to: 1), .update(at: 4)])
  }

  @Test func `If two rows swap, the changed one is reported as moved`() {
    #expect(edits("ab", "ba", changed: ["a"]) == [.move(from: 0, to: 1), .update(at: 1)])
    #expect(edits("ab", "ba", changed: ["b"]) == [.move(from: 1, to: 0), .update(at: 0)])
  }

  @Test func `A row that is in a list twice is carried along as any other`() {
    for (old, new) in [("aa", "a"), ("a", "aba"), ("abab", "bbaa"), ("xax", "axx")] {
      #expect(Array(old).applying(edits(old, new)) == Array(new), "\(old) → \(new)")
    }
  }

  @Test func `The edits lead from any rows to any others, and move no more than they must`() {
    var kinds: Set<String> = []
    for seed in UInt64(0)..<4000 {
      var random = SplitMix(seed)
      let pool = Array(0..<(1 + random.below(12)))
      let old = Array(pool.shuffled(using: &random).prefix(random.below(pool.count + 1)))
      let new = Array(pool.shuffled(using: &random).prefix(random.below(pool.count + 1)))
      let changed = Set(pool.filter { _ in random.oneIn(3) })
      let edits = ListEdit.edits(from: old, to: new) { place, _ in changed.contains(old[place]) }
      #expect(old.applying(edits) == new, "seed \(seed)")
      for edit in edits { kinds.insert(String("\(edit)".prefix(6))) }
      let kept = old.filter(new.contains)
      let moves = edits.count { if case .move = $0 { true } else { false } }
      let longest = Self.longestIncreasing(kept.compactMap { new.firstIndex(of: $0) })
      #expect(moves == kept.count - longest, "seed \(seed)")
      let updated = edits.compactMap { if case .update(let position) = $0 { new[position.row] } else { nil } }
      #expect(Set(updated) == changed.intersection(kept), "seed \(seed)")
    }
    #expect(kinds == ["remove", "insert", "move(f", "update"])
  }

  static func longestIncreasing(_ values: [Int]) -> Int {
    var lengths: [Int] = []
    for (index, value) in values.enumerated() {
      lengths.append(1 + (zip(values[..<index], lengths).filter { $0.0 < value }.map(\.1).max() ?? 0))
    }
    return lengths.max() ?? 0
  }
}
