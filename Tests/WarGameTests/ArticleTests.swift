import AutoUpdate
import Testing

@testable import WarGame

/// The classes of the first article, with `DataStore` instead of their own store.
struct ArticleTests {
  final class UnitCollectionViewCell: UnitView {
    var subscription: Subscription?
    var unit: AnyUnit?
    var nameLabel = ""
    var statusLabel = ""
    var preparations = 0

    func prepare(with unit: AnyUnit?) {
      self.unit = unit
      nameLabel = unit?.name ?? ""
      statusLabel = unit?.face ?? ""
      preparations += 1
    }
  }

  @Test("a cell that was prepared with a unit follows it after autoUpdate()")
  func autoUpdate() throws {
    let store = DataStore()
    var arthur = Hero(id: UnitID(1), name: "Arthur")
    try store.update(AnyUnit.hero(arthur))
    try store.update(AnyUnit.tower(Tower(id: UnitID(2), name: "Keep")))

    let cell = UnitCollectionViewCell()
    cell.prepare(with: .hero(arthur))
    cell.autoUpdate(from: store)
    arthur.status = .wounded
    try store.update(AnyUnit.hero(arthur))
    #expect(cell.nameLabel == "Arthur")
    #expect(cell.statusLabel == "🤕")

    let before = cell.preparations
    try store.update(AnyUnit.hero(arthur))
    try store.update(AnyUnit.tower(Tower(id: UnitID(2), name: "Gate")))
    #expect(cell.preparations == before)
  }

  @Test("a cell that is used again follows its new unit alone")
  func reuse() throws {
    let store = DataStore()
    let (arthur, ban) = (Hero(id: UnitID(1), name: "Arthur"), Hero(id: UnitID(2), name: "Ban"))
    store.transaction("both") {
      $0.save(AnyUnit.hero(arthur))
      $0.save(AnyUnit.hero(ban))
    }
    let cell = UnitCollectionViewCell()
    cell.unit = .hero(arthur)
    cell.autoUpdate(from: store)
    cell.unit = .hero(ban)
    cell.autoUpdate(from: store)
    var wounded = arthur
    wounded.status = .wounded
    try store.update(AnyUnit.hero(wounded))
    #expect(cell.nameLabel == "Ban")
    #expect(store.table(of: AnyUnit.self).observerCount == 1)
  }
}
