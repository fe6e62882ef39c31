import AutoUpdate
import Testing

@testable import TextViews

/// Shows a soldier as one text, so that every line says all that is visible of the row.
final class BriefCell: Cell<Soldier> {
  override func write(_ soldier: Soldier, to fields: inout Fields) {
    fields.append(text: soldier.name)
    fields.extend(word: ":")
    fields.extend(number: soldier.hp)
  }
}

/// Rows in an array, to drive a list view with changes of every kind.
final class Roster {
  private(set) var soldiers: [Soldier] = []
  private var lists: [ListView<Soldier>] = []

  init(_ names: [String] = []) {
    soldiers = names.enumerated().map { Soldier(id: $0, name: $1, hp: 1) }
  }

  func list(_ path: String, height: Int, anchor: ListView<Soldier>.Anchor = .top, on console: Console)
    -> ListView<Soldier>
  {
    let source = ListSource<Soldier>(
      count: { self.soldiers.count }, model: { self.soldiers[$0] },
      observe: {
        self.lists.append($0)
        return nil
      })
    return ListView(ViewPath(path), of: source, height: height, anchor: anchor, on: console) { BriefCell() }
  }

  func become(_ next: [Soldier]) {
    let old = soldiers
    soldiers = next
    let same = zip(old, next).prefix { $0.id == $1.id }.count
    lists.removeAll { !$0.isVisible }
    for list in lists {
      if same < max(old.count, next.count) { list.restructured(from: same) }
      for place in 0..<same where old[place] != next[place] { list.updated(at: place) }
    }
  }

  func change(_ change: (inout [Soldier]) -> Void) {
    var next = soldiers
    change(&next)
    become(next)
  }
}

@Suite struct ListViewportTests {
  let console = Console()

  func output() -> String { String(decoding: console.take(), as: UTF8.self) }

  @Test func `A list opens with the rows of its viewport, and tells of changes inside it alone`() {
    let roster = Roster(["a", "b", "c", "d"])
    let list = roster.list("list", height: 2, on: console)
    #expect(output() == "")
    list.appear()
    #expect(output() == "+ list 1  a:1\n+ list 2  b:1\n")
    roster.change { $0[1].hp = 2 }
    #expect(output() == "~ list 2  b:1→b:2\n")
    roster.change { $0[2].hp = 9 }
    roster.change { $0.append(Soldier(id: 9, name: "x", hp: 1)) }
    #expect(output() == "")
    roster.change { $0.removeFirst() }
    #expect(output() == "- list 1  a:1\n+ list 2  c:9\n")
    roster.change { $0.swapAt(0, 1) }
    #expect(output() == "^ list 2→1  c:9\n")
  }

  @Test func `A row that moved and changed is one line`() {
    let roster = Roster(["a", "b", "c"])
    roster.list("list", height: 3, on: console).appear()
    _ = output()
    roster.change {
      $0[2].hp = 5
      $0.insert($0.removeLast(), at: 0)
    }
    #expect(output() == "^ list 3→1  c:1→c:5\n")
  }

  @Test func `Scrolling slides rows out and in, and stops at the ends`() {
    let roster = Roster(["a", "b", "c", "d", "e"])
    let list = roster.list("list", height: 2, on: console)
    list.appear()
    _ = output()
    list.scroll(to: 1)
    #expect(output() == "- list 1  a:1\n+ list 2  c:1\n")
    list.scroll(to: 99)
    #expect(output() == "- list 2  c:1\n- list 1  b:1\n+ list 1  d:1\n+ list 2  e:1\n")
    #expect(list.offset == 3)
    list.scroll(to: .min)
    #expect(list.offset == 0)
    #expect(output().hasSuffix("+ list 1  a:1\n+ list 2  b:1\n"))
    list.resize(to: .max)
    #expect(output() == "+ list 3  c:1\n+ list 4  d:1\n+ list 5  e:1\n")
    list.resize(to: 0)
    #expect(list.cells.count == 1)
  }

  @Test func `When rows go the viewport moves up as far as it must`() {
    let roster = Roster(["a", "b", "c", "d", "e"])
    let list = roster.list("list", height: 2, on: console)
    list.appear()
    list.scroll(to: 3)
    _ = output()
    roster.change { $0.removeLast(2) }
    #expect(list.offset == 1)
    #expect(output() == "- list 2  e:1\n- list 1  d:1\n+ list 1  b:1\n+ list 2  c:1\n")
    roster.change { $0.removeAll() }
    #expect(list.offset == 0 && list.cells.isEmpty)
    #expect(list.summary == "no rows")
  }

  @Test func `A list that follows its end shows what is added there, unless it was scrolled away`() {
    let roster = Roster(["a", "b"])
    let list = roster.list("chat", height: 2, anchor: .bottom, on: console)
    list.appear()
    _ = output()
    roster.change { $0.append(Soldier(id: 7, name: "x", hp: 1)) }
    #expect(output() == "- chat 1  a:1\n+ chat 2  x:1\n")
    list.scroll(to: 0)
    _ = output()
    roster.change { $0.append(Soldier(id: 8, name: "y", hp: 1)) }
    #expect(output() == "")
    list.scroll(to: 2)
    _ = output()
    roster.change { $0.append(Soldier(id: 9, name: "z", hp: 1)) }
    #expect(output() == "- chat 1  x:1\n+ chat 2  z:1\n")
  }

  @Test func `Only visible rows own a cell, and cells are used again`() {
    var made = 0
    let roster = Roster((0..<50).map { "s\($0)" })
    let source = ListSource<Soldier>(
      count: { roster.soldiers.count }, model: { roster.soldiers[$0] }, observe: { _ in nil })
    let list = ListView(ViewPath("list"), of: source, height: 5, on: console) { () -> Cell<Soldier> in
      made += 1
      return BriefCell()
    }
    list.appear()
    for offset in 0..<40 { list.scroll(to: offset) }
    #expect(list.cells.count == 5)
    #expect(made <= 6)
    let reused = list.cells.map { ObjectIdentifier($0) }
    list.disappear()
    #expect(list.cells.isEmpty)
    #expect(reused.count == Set(reused).count)
  }

  @Test func `A cell that leaves the viewport is made ready for another row`() {
    final class CountingCell: Cell<Soldier> {
      var reuses = 0

      override func prepareForReuse() {
        super.prepareForReuse()
        reuses += 1
      }
    }
    let roster = Roster(["a", "b", "c"])
    let source = ListSource<Soldier>(
      count: { roster.soldiers.count }, model: { roster.soldiers[$0] }, observe: { _ in nil })
    var made: [CountingCell] = []
    let list = ListView(ViewPath("list"), of: source, height: 1, on: console) { () -> Cell<Soldier> in
      made.append(CountingCell())
      return made[made.count - 1]
    }
    list.appear()
    list.scroll(to: 1)
    #expect(made.map(\.reuses) == [1])
    list.disappear()
    #expect(made.map(\.reuses) == [2])
    #expect(made.allSatisfy { $0.model == nil && $0.fields.isEmpty })
  }

  @Test func `A closed list prints that it is gone, and then nothing`() {
    let roster = Roster(["a"])
    let list = roster.list("list", height: 2, on: console)
    list.appear()
    list.disappear()
    #expect(output() == "+ list 1  a:1\n- list\n")
    list.scroll(to: 1)
    #expect(output() == "")
    list.appear()
    #expect(output() == "+ list 1  a:1\n")
  }

  @Test func `A list is drawn with its places, and says where it stands`() {
    let roster = Roster((0..<12).map { "s\($0)" })
    let list = roster.list("map/units", height: 10, on: console)
    let screen = Screen(ViewPath("map"), on: console)
    screen.add(list)
    screen.open()
    list.scroll(to: 2)
    _ = output()
    screen.draw(width: 20)
    let lines = output().split(separator: "\n")
    #expect(lines[1] == "│  1  s2:1         │")
    #expect(lines[10] == "│ 10  s11:1        │")
    #expect(lines[11] == "│ rows 3-12 of 12  │")
    console.tree(of: [screen])
    #expect(output() == "map\n└ units  rows 3-12 of 12\n")
    list.resize(to: 12)
    _ = output()
    screen.draw(width: 20)
    #expect(output().split(separator: "\n").count == 14)
  }

  @Test(arguments: [ListView<Soldier>.Anchor.top, .bottom])
  func `What the lines say is what is visible, and what a list opened now would show`(
    anchor: ListView<Soldier>.Anchor
  ) {
    var marks: Set<Character> = []
    for seed in UInt64(0)..<400 {
      var random = Seeded(seed)
      let roster = Roster((0..<random.below(9)).map { "s\($0)" })
      let console = Console()
      let list = roster.list("list", height: 1 + random.below(6), anchor: anchor, on: console)
      var visible = VisibleText("list")
      list.appear()
      for step in 0..<12 {
        switch random.below(8) {
        case 0: list.scroll(to: random.below(10))
        case 1: list.resize(to: 1 + random.below(8))
        default: roster.become(Self.mutated(roster.soldiers, &random))
        }
        let printed = String(decoding: console.take(), as: UTF8.self)
        for line in printed.split(separator: "\n") { marks.formUnion(line.prefix(1)) }
        if let problem = visible.apply(printed) {
          Issue.record("seed \(seed), step \(step): \(problem) in\n\(printed)")
          return
        }
        let fresh = Console()
        let other = roster.list("list", height: list.height, on: fresh)
        other.scroll(to: list.offset)
        other.appear()
        var expected = VisibleText("list")
        _ = expected.apply(String(decoding: fresh.take(), as: UTF8.self))
        other.disappear()
        #expect(visible.rows == expected.rows, "seed \(seed), step \(step)")
        #expect(
          list.cells.map { $0.fields.texts } == expected.rows.map { [$0] }, "seed \(seed), step \(step)")
      }
    }
    #expect(marks == ["+", "-", "~", "^"])
  }

  /// Some of: rows that go, come, move and change.
  static func mutated(_ soldiers: [Soldier], _ random: inout Seeded) -> [Soldier] {
    var next = soldiers
    for _ in 0..<1 + random.below(4) {
      switch random.below(5) {
      case 0 where !next.isEmpty: next.remove(at: random.below(next.count))
      case 1:
        let id = random.below(1000)
        if !next.contains(where: { $0.id == id }) {
          next.insert(Soldier(id: id, name: "s\(id)", hp: 1), at: random.below(next.count + 1))
        }
      case 2 where !next.isEmpty:
        next.insert(next.remove(at: random.below(next.count)), at: random.below(next.count + 1))
      case _ where !next.isEmpty: next[random.below(next.count)].hp = random.below(100)
      default: break
      }
    }
    return next
  }
}
