import AutoUpdate
import Glibc
import Journaling

@testable import PostgresJournal

struct Hero: Storable {
  let id: String
  var hp = 100
}

var heroKind: JournalKind {
  JournalKind(
    "hero", of: Hero.self, identity: { if case .text(let id) = $0 { id } else { nil } }, id: { .text($0.id) },
    fields: { [JournalField("hp", .number($0.hp))] },
    make: { id, fields in Hero(id: id, hp: fields.number("hp") ?? 100) })
}

/// A store of heroes on a server, and its table.
struct HeroStore {
  let store: DataStore
  let heroes: Table<Hero>

  init(_ address: String, _ limits: PostgresJournal.Limits = .init(), historyLimit: Int = 10_000) throws {
    store = try DataStore(
      journal: PostgresJournal(JournalAddress(address), owner: "heroes", limits), kinds: [heroKind],
      historyLimit: HistoryLimit(steps: historyLimit, changes: 100_000))
    heroes = store.table(of: Hero.self)
  }

  func save(_ id: String, hp: Int = 100) throws {
    try store.update(Hero(id: id, hp: hp), cause: "\(id) \(hp)")
  }

  /// The heroes by identity, as `arthur 100`.
  var shown: [String] { heroes.models.sorted { $0.id < $1.id }.map { "\($0.id) \($0.hp)" } }
  /// The causes of the steps, undone ones included.
  var causes: [String] { store.history.steps.compactMap { store.history[$0]?.cause } }
  /// The causes of the done steps.
  var steps: [String] {
    (store.history.steps.lowerBound..<store.history.present).compactMap { store.history[$0]?.cause }
  }
}

enum TestLength {
  /// `STORE_TESTS=long` runs the long form of the tests.
  static let isLong = getenv("STORE_TESTS").map { String(cString: $0) == "long" } ?? false
}
