import AutoUpdate
import Testing

import TextViews

struct Soldier: Storable {
  let id: Int
  var name: String
  var hp: Int
}

final class SoldierCell: Cell<Soldier> {
  override var columns: Columns {
    [Column("name", width: 8, identifies: true), Column("hp", width: 3, alignment: .trailing, unit: " hp")]
  }

  override func write(_ soldier: Soldier, to fields: inout Fields) {
    fields.append(text: soldier.name)
    fields.append(number: soldier.hp)
  }
}

@Suite struct CellTests {
  let console = Console()
  let store = DataStore()
  let cell = SoldierCell()

  init() throws {
    try store.update(Soldier(id: 1, name: "Arthur", hp: 100))
    try store.update(Soldier(id: 2, name: "Morgana", hp: 80))
  }

  func output() -> String { String(decoding: console.take(), as: UTF8.self) }

  @Test func `A cell shows its model at once, then prints what each transaction changes in it`() throws {
    cell.attach(to: ViewPath("hero"), on: console)
    cell.autoUpdate(1, from: store)
    #expect(output() == "+ hero  Arthur    100 hp\n")
    try store.update(Soldier(id: 1, name: "Arthur", hp: 90))
    #expect(output() == "~ hero  Arthur  100→90 hp\n")
    try store.update(Soldier(id: 2, name: "Morgana", hp: 70))
    try store.update(Soldier(id: 1, name: "Arthur", hp: 90))
    #expect(output() == "")
    store.transaction("gone") { _ = $0.delete(1, from: store.table(of: Soldier.self)) }
    #expect(output() == "- hero  Arthur     90 hp\n")
    try store.update(Soldier(id: 1, name: "Arthur", hp: 1))
    #expect(output() == "+ hero  Arthur      1 hp\n")
  }

  @Test func `A reused cell neither shows nor prints its former contents, and no longer observes them`()
    throws
  {
    cell.attach(to: ViewPath("hero"), on: console)
    cell.autoUpdate(1, from: store)
    _ = output()
    cell.prepareForReuse()
    #expect(cell.model == nil)
    #expect(cell.fields.isEmpty)
    try store.update(Soldier(id: 1, name: "Arthur", hp: 1))
    #expect(output() == "")
    cell.autoUpdate(2, from: store)
    #expect(output() == "+ hero  Morgana    80 hp\n")
  }

  @Test func `A cell that is attached nowhere shows and prints nothing`() throws {
    cell.autoUpdate(1, from: store)
    try store.update(Soldier(id: 1, name: "Arthur", hp: 5))
    #expect(cell.fields.texts == ["Arthur", "5"])
    #expect(output() == "")
    cell.prepare(with: nil)
    #expect(cell.fields.isEmpty && cell.model == nil)
  }

  @Test func `A change that the cell does not show prints nothing`() throws {
    final class NameCell: Cell<Soldier> {
      override func write(_ soldier: Soldier, to fields: inout Fields) { fields.append(text: soldier.name) }
    }
    let cell = NameCell()
    cell.attach(to: ViewPath("name"), on: console)
    cell.autoUpdate(1, from: store)
    _ = output()
    try store.update(Soldier(id: 1, name: "Arthur", hp: 5))
    #expect(output() == "")
    #expect(cell.model?.hp == 5)
  }

  @Test func `A released cell is not called`() throws {
    var cell: SoldierCell? = SoldierCell()
    cell?.attach(to: ViewPath("hero"), on: console)
    cell?.autoUpdate(1, from: store)
    _ = output()
    cell = nil
    try store.update(Soldier(id: 1, name: "Arthur", hp: 5))
    #expect(output() == "")
  }
}
