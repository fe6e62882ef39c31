import AutoUpdate
import Journaling

struct Hero: Storable {
  let id: String
  var name: String
  var hp = 100
}

/// A model that is created in response to a hero's death.
struct Grave: Storable {
  let id: String
  var depth: Double
}

var heroKind: JournalKind {
  JournalKind(
    "hero", of: Hero.self, identity: { if case .text(let id) = $0 { id } else { nil } }, id: { .text($0.id) },
    fields: { [JournalField("name", .text($0.name)), JournalField("hp", .number($0.hp))] },
    make: { id, fields in Hero(id: id, name: fields.text("name"), hp: fields.number("hp") ?? 100) })
}

var graveKind: JournalKind {
  JournalKind(
    "grave", of: Grave.self, identity: { if case .text(let id) = $0 { id } else { nil } },
    id: { .text($0.id) },
    fields: { [JournalField("depth", .decimal($0.depth))] },
    make: { id, fields in
      guard case .decimal(let depth)? = fields.value(of: ["depth"]) else { return nil }
      return Grave(id: id, depth: depth)
    })
}

/// A store of heroes at an address, and its table.
struct HeroStore {
  let store: DataStore
  let heroes: Table<Hero>

  init(_ path: String, kinds: [JournalKind] = [heroKind, graveKind], waitsMax: Int = 200) throws {
    store = try DataStore(
      journal: openJournal(path, owner: "heroes", waitsMax: waitsMax), kinds: kinds)
    heroes = store.table(of: Hero.self)
  }

  func save(_ id: String, _ name: String = "", hp: Int = 100) throws {
    try store.update(Hero(id: id, name: name, hp: hp), cause: "save \(id)")
  }

  /// The heroes by identity, as `arthur 100`.
  var shown: [String] { heroes.models.sorted { $0.id < $1.id }.map { "\($0.id) \($0.hp)" } }
  /// The causes of the done steps.
  var causes: [String] {
    (store.history.steps.lowerBound..<store.history.present).compactMap { store.history[$0]?.cause }
  }
}
