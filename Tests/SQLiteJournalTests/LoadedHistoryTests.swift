import AutoUpdate
import CommandLanguage
import Journaling
import ProgramTesting
import Simulator
import TestSupport
import Testing

@testable import kanban

/// The history that a store loads from its journal.
@Suite struct LoadedHistoryTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `the loaded steps lead through the states of the session that made them`(seed: UInt64) throws {
    let path = folder["heroes.store"]
    let first = try HeroStore(path)
    let graves = first.store.table(of: Grave.self)
    var random = SplitMix(seed)
    for number in 0..<200 {
      first.store.transaction("step \(number)") { transaction in
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          let id = ["arthur", "morgana", "merlin", "lancelot"].randomElement(using: &random) ?? ""
          switch Int.random(in: 0..<8, using: &random) {
          case 0: transaction.delete(id, from: first.heroes)
          case 1: transaction.save(Grave(id: id, depth: Double(number)))
          case 2: transaction.delete(id, from: graves)
          case 3: transaction.save(Hero(id: id, name: "\(id) \(number)", hp: number))
          default: transaction.update(id, in: first.heroes) { $0.hp = Int.random(in: 0...5, using: &random) }
          }
        }
      }
      if number % 50 == 49 { try first.store.history.undo() }
    }
    try first.store.history.move(to: first.store.history.present - 20, cause: "back")
    let updates = Counter()
    let second = try HeroStore(path, kinds: [updatingKind(updates), graveKind])
    #expect(updates.count > 0)
    try #require(second.store.history.steps.count == first.store.history.steps.count)
    let offset = second.store.history.present - first.store.history.present
    for point in first.store.history.steps.lowerBound...first.store.history.steps.upperBound {
      try first.store.history.move(to: point, cause: "look")
      try second.store.history.move(to: point + offset, cause: "look")
      #expect(states(of: first) == states(of: second), "at \(point)")
      let changes = first.store.history.changes(of: point)
      #expect(changes == second.store.history.changes(of: point + offset), "at \(point)")
    }
  }

  private func states(of store: HeroStore) -> [String] {
    (store.heroes.models.map { "\($0)" } + store.store.table(of: Grave.self).models.map { "\($0)" }).sorted()
  }

  /// Returns the kind of heroes with an `update` for changes of hit points only.
  private func updatingKind(_ updates: Counter) -> JournalKind {
    JournalKind(
      "hero", of: Hero.self, identity: { if case .text(let id) = $0 { id } else { nil } },
      id: { .text($0.id) },
      fields: { [JournalField("name", .text($0.name)), JournalField("hp", .number($0.hp))] },
      update: { hero, change, isInverted in
        for field in change.fields {
          guard field.name == "hp", case .number(let hp)? = isInverted ? field.before : field.after else {
            return false
          }
          hero.hp = hp
        }
        updates.count += 1
        return true
      },
      make: { id, fields in Hero(id: id, name: fields.text("name"), hp: fields.number("hp") ?? 100) })
  }

  @Test(arguments: TestEngine.all)
  func `a field that changes another one when it is set has its own value in the loaded steps`(
    engine: TestEngine
  ) throws {
    let path = engine.address("tanks.store", in: folder)
    do {
      let session = try KeptSession(path, of: tanks, owner: "tanks")
      _ = try session.run("add tank T\nchange T open=false\nchange T level=5")
    }
    let session = try KeptSession(path, of: tanks, owner: "tanks")
    #expect(try session.run("print T.level\nprint T.open") == "5\nfalse\n")
    _ = try session.run("undo")
    #expect(try session.run("print T.level\nprint T.open") == "0\nfalse\n")
  }

  @Test func `a loaded job may show a kind's objects by their plural alone`() throws {
    let path = folder["office.store"]
    let office = World("office", Person.schema, Card.schema) {}
    do {
      let session = try KeptSession(path, of: office)
      _ = try session.run("add person Ann\nafter 1 { people; if true { people --json } }")
    }
    let session = try KeptSession(path, of: office)
    #expect(session.persistence.breaches == [])
    #expect(try session.run("tick").contains("\"name\":\"Ann\""))
  }

  @Test func `a loaded selection may name an object that was removed, in a store of another version`() throws
  {
    let path = folder["office.store"]
    do {
      let session = try KeptSession(path, of: World("office", Person.schema, Card.schema) {})
      let printed = try session.run(
        "add person Ann\nadd card Docs\nwatch hers = cards where owner == Ann\nunwatch hers\nremove Ann")
      #expect(!printed.contains("error"), "\(printed)")
    }
    let session = try KeptSession(path, of: World("office", Person.schema, Card.schema, Tank.schema) {})
    _ = try session.run("goto 3")
    #expect(session.persistence.journal?.setAside.map { "\($0)" } == [])
    #expect(try session.run("change Docs owner=Ann").contains("+ hers"))
  }
}

private final class Counter {
  var count = 0
}

/// A tank that opens when it is emptied.
private struct Tank: Model {
  let id: Int
  var name: String
  var level = 0 {
    didSet { if level == 0 { isOpen = true } }
  }
  var isOpen = true
  static let schema = Schema<Tank>(
    "tank", plural: "tanks", "the tanks", named: \.name, new: { Tank(id: $0, name: $1) }
  ) {
    Field("name", \.name)
    Field("level", \.level, "the level")
    Field("open", \.isOpen, "the valve")
  }
}

private let tanks = World("tanks", Tank.schema) {}
