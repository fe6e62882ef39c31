import AutoUpdate
import TestSupport
import Testing

import TextViews

/// The printed lines against the simplest reader of them, and against a list that is opened anew.
@Suite struct ListViewPropertyTests {
  @Test(arguments: [ListView<Squad.Member>.Anchor.top, .bottom])
  func `The printed lines agree with what is visible, and with a newly opened list`(
    anchor: ListView<Squad.Member>.Anchor
  ) throws {
    var marks: Set<Character> = []
    for seed in UInt64(0)..<300 {
      var random = SplitMix(seed)
      let squad = try Squad((0..<random.below(9)).map { "s\($0)" })
      let console = Console()
      let list = squad.list(height: 1 + random.below(6), anchor: anchor, on: console)
      var visible = VisibleText("list")
      list.appear()
      for step in 0..<12 {
        switch random.below(8) {
        case 0: list.scroll(to: random.below(10))
        case 1: list.show(1 + random.below(8), from: list.wantedOffset)
        default: try squad.change { Self.mutate($0, squad.members, &random) }
        }
        let printed = String(decoding: console.take(), as: UTF8.self)
        for line in printed.split(separator: "\n") { marks.formUnion(line.prefix(1)) }
        if let problem = visible.apply(printed) {
          Issue.record("seed \(seed), step \(step): \(problem) in\n\(printed)")
          return
        }
        let expected = Self.opened(squad, like: list)
        #expect(visible.rows == expected, "seed \(seed), step \(step)")
        #expect(list.cells.map { $0.fields.texts } == expected.map { [$0] }, "seed \(seed), step \(step)")
      }
    }
    #expect(marks == ["+", "-", "~", "^"])
  }

  /// What a new list over the same rows shows at the same place.
  static func opened(_ squad: Squad, like list: ListView<Squad.Member>) -> [String] {
    let console = Console()
    let other = squad.list(height: list.height, on: console)
    other.scroll(to: list.offset)
    other.appear()
    var text = VisibleText("list")
    let problem = text.apply(String(decoding: console.take(), as: UTF8.self))
    return problem.map { [$0] } ?? text.rows
  }

  /// Some of: rows that go, come, move and change.
  static func mutate(_ transaction: Transaction, _ members: Table<Squad.Member>, _ random: inout SplitMix) {
    for _ in 0..<1 + random.below(4) {
      let ids = members.models.map(\.id)
      switch random.below(5) {
      case 0 where !ids.isEmpty:
        transaction.delete(ids[random.below(ids.count)], from: members)
      case 1:
        let id = random.below(1000)
        transaction.save(Squad.Member(id: id, name: "s\(id)", rank: random.below(100)))
      case 2 where !ids.isEmpty:
        transaction.update(ids[random.below(ids.count)], in: members) { $0.rank = random.below(100) }
      case _ where !ids.isEmpty:
        transaction.update(ids[random.below(ids.count)], in: members) { $0.hp = random.below(100) }
      default: break
      }
    }
  }
}
