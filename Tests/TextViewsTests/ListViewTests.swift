import AutoUpdate
import Testing

import TextViews

@Suite struct ListViewTests {
  let console = Console()

  func output() -> String { String(decoding: console.take(), as: UTF8.self) }

  @Test func `A list opens with the rows of its viewport, and reports only changes inside it`() throws {
    let squad = try Squad(["a", "b", "c", "d"])
    let list = squad.list(height: 2, on: console)
    #expect(output() == "")
    list.appear()
    #expect(output() == "+ list 1  a:1\n+ list 2  b:1\n")
    try squad.update(10) { $0.hp = 2 }
    #expect(output() == "~ list 2  b:1→b:2\n")
    try squad.update(20) { $0.hp = 9 }
    try squad.add("x", rank: 99)
    #expect(output() == "")
    try squad.change { $0.delete(0, from: squad.members) }
    #expect(output() == "- list 1  a:1\n+ list 2  c:9\n")
  }

  @Test func `A row that moved names itself, and is one line if it changed as well`() throws {
    let squad = try Squad(["a", "b", "c"])
    let list = squad.list(height: 3, on: console)
    list.appear()
    _ = output()
    try squad.update(20) { $0.rank = -1 }
    #expect(output() == "^ list 3→1  c:1\n")
    try squad.change { transaction in
      transaction.update(0, in: squad.members) {
        $0.rank = 50
        $0.hp = 5
      }
      transaction.update(20, in: squad.members) { $0.hp = 7 }
    }
    #expect(output() == "^ list 2→3  a:1→a:5\n~ list 1  c:1→c:7\n")
    #expect(list.cells.map(\.model?.name) == ["c", "b", "a"])
  }

  @Test func `A released list gets no more changes`() throws {
    let squad = try Squad(["a"])
    squad.list(height: 3, on: console).appear()
    try squad.update(0) { $0.hp = 9 }
    #expect(output() == "+ list 1  a:1\n")
  }

  @Test func `Scrolling slides rows out and in, and stops at the ends`() throws {
    let squad = try Squad(["a", "b", "c", "d", "e"])
    let list = squad.list(height: 2, on: console)
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
    list.show(.max, from: list.wantedOffset)
    #expect(output() == "+ list 3  c:1\n+ list 4  d:1\n+ list 5  e:1\n")
    list.show(0, from: list.wantedOffset)
    #expect(list.cells.count == 1)
  }

  @Test func `A row that comes above the viewport slides its last row out`() throws {
    let squad = try Squad(["a", "b", "c", "d"])
    let list = squad.list(height: 2, on: console)
    list.appear()
    list.scroll(to: 1)
    _ = output()
    try squad.add("x", rank: -5)
    #expect(output() == "- list 2  c:1\n+ list 1  a:1\n")
  }

  @Test func `When rows go the viewport moves up as far as it must`() throws {
    let squad = try Squad(["a", "b", "c", "d", "e"])
    let list = squad.list(height: 2, on: console)
    list.appear()
    list.scroll(to: 3)
    _ = output()
    try squad.change { for id in [30, 40] { $0.delete(id, from: squad.members) } }
    #expect(list.offset == 1)
    #expect(output() == "- list 2  e:1\n- list 1  d:1\n+ list 1  b:1\n+ list 2  c:1\n")
    try squad.change { for id in [0, 10, 20] { $0.delete(id, from: squad.members) } }
    #expect(list.offset == 0 && list.cells.isEmpty)
    #expect(list.summary == "no rows")
  }

  @Test func `Rows that come back are where they were`() throws {
    let squad = try Squad(["a", "b", "c", "d", "e"])
    let list = squad.list(height: 2, on: console)
    list.appear()
    list.scroll(to: 3)
    _ = output()
    try squad.change { for id in [10, 20, 30] { $0.delete(id, from: squad.members) } }
    #expect(list.offset == 0)
    _ = output()
    for (rank, name) in ["x", "y", "z"].enumerated() { try squad.add(name, rank: 50 + rank) }
    #expect(list.offset == 3)
    #expect(output().hasSuffix("- list 1  x:1\n+ list 2  z:1\n"))
    list.scroll(to: .max)
    try squad.add("u", rank: 60)
    #expect(list.offset == 4)
  }

  @Test func `A list that observes as the last prints after the others from then on`() throws {
    let squad = try Squad(["a"])
    let first = squad.list("first", height: 2, on: console)
    let second = squad.list("second", height: 2, on: console)
    first.appear()
    second.appear()
    _ = output()
    first.moveToEndOfOrder()
    #expect(output() == "")
    try squad.add("b", rank: 5)
    #expect(output() == "+ second 2  b:1\n+ first 2  b:1\n")
  }

  @Test func `A list that follows its end shows what is added there, unless it was scrolled away`() throws {
    let squad = try Squad(["a", "b"])
    let list = squad.list("chat", height: 2, anchor: .bottom, on: console)
    list.appear()
    _ = output()
    try squad.add("x", rank: 50)
    #expect(output() == "- chat 1  a:1\n+ chat 2  x:1\n")
    list.scroll(to: 0)
    _ = output()
    try squad.add("y", rank: 60)
    #expect(output() == "")
    list.scroll(to: 2)
    _ = output()
    try squad.add("z", rank: 70)
    #expect(output() == "- chat 1  x:1\n+ chat 2  z:1\n")
  }

  @Test func `With 100,000 rows, changes outside the viewport prepare no cell`() throws {
    let squad = try Squad()
    try squad.change { transaction in
      for id in 0..<100_000 { transaction.save(Squad.Member(id: id, name: "s", rank: id)) }
    }
    let list = squad.list(height: 10, on: console)
    list.appear()
    list.scroll(to: 50_000)
    #expect(list.cells.count == 10)
    let prepared = list.preparedCellCount
    _ = output()
    for id in stride(from: 3, to: 100_000, by: 9973) {
      try squad.update(id) { $0.hp += 1 }
    }
    try squad.add("behind", rank: 200_000)
    try squad.update(60_000) { $0.rank = 70_000 }
    #expect(output() == "")
    #expect(list.preparedCellCount == prepared)
    try squad.update(50_004) { $0.hp = 7 }
    #expect(output() == "~ list 5  s:1→s:7\n")
    #expect(list.preparedCellCount == prepared + 1)
    // A row that comes above pushes one into the viewport: one cell, whatever the list holds.
    try squad.add("above", rank: -1)
    #expect(list.preparedCellCount == prepared + 2)
  }

  @Test func `Only visible rows own a cell, and cells are used again`() throws {
    let squad = try Squad((0..<50).map { "s\($0)" })
    let list = squad.list(height: 5, on: console)
    list.appear()
    for offset in 0..<40 { list.scroll(to: offset) }
    #expect(list.cells.count == 5)
    #expect(squad.made.count == 5)
    #expect(Set(list.cells.map { ObjectIdentifier($0) }).count == 5)
  }

  @Test
  func `A cell that leaves the viewport is made ready for another row, and released when the list closes`()
    throws
  {
    let squad = try Squad(["a", "b", "c"])
    let list = squad.list(height: 1, on: console)
    list.appear()
    list.scroll(to: 1)
    #expect(squad.made.map(\.reuses) == [1])
    list.disappear()
    #expect(squad.made.map(\.reuses) == [2])
    #expect(squad.made.allSatisfy { $0.model == nil && $0.fields.isEmpty })
    #expect(list.cells.isEmpty)
  }

  @Test func `A closed list prints that it is gone, then nothing, and opens with the current state`() throws {
    let squad = try Squad(["a"])
    let list = squad.list(height: 2, on: console)
    list.appear()
    list.disappear()
    #expect(output() == "+ list 1  a:1\n- list\n")
    list.scroll(to: 1)
    try squad.update(0) { $0.hp = 3 }
    #expect(output() == "")
    list.appear()
    #expect(output() == "+ list 1  a:3\n")
  }

  @Test func `A list with sections shows their rows one after the other`() throws {
    let squad = try Squad(["a", "b", "c", "d"])
    let query = SectionedQuery(squad.members, sections: { $0.hp }) { $0.rank }
    let list = ListView(ViewPath("list"), of: query, height: 3, on: console) { Squad.MemberCell() }
    list.appear()
    _ = output()
    try squad.update(30) { $0.hp = 0 }
    #expect(output() == "- list 3  c:1\n+ list 1  d:0\n")
    try squad.update(0) { $0.name = "z" }
    #expect(output() == "~ list 2  a:1→z:1\n")
    try squad.update(30) { $0.hp = 9 }
    #expect(output() == "- list 1  d:0\n+ list 3  c:1\n")
  }

  @Test func `A list is drawn with its row numbers and its scroll position`() throws {
    let squad = try Squad((0..<12).map { "s\($0)" })
    let list = squad.list("map/units", height: 10, on: console)
    let screen = ScreenView(ViewPath("map"), on: console)
    screen.add(list)
    screen.open()
    list.scroll(to: 2)
    _ = output()
    console.drawing(of: screen, width: 20)
    let lines = output().split(separator: "\n")
    #expect(lines[1] == "│  1  s2:1         │")
    #expect(lines[10] == "│ 10  s11:1        │")
    #expect(lines[11] == "│ rows 3-12 of 12  │")
    console.tree(of: [screen])
    #expect(output() == "map\n└ units  rows 3-12 of 12\n")
    list.show(12, from: list.wantedOffset)
    _ = output()
    console.drawing(of: screen, width: 20)
    #expect(output().split(separator: "\n").count == 14)
  }
}
