import ProgramTesting
import Simulator
import Testing

/// Programs that are older than the one that last changed a store's schema.
@Suite struct OlderProgramTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private struct Purse: Model {
    let id: Int
    var name: String
    var coins = 0
    static let schema = Schema<Purse>(
      "purse", plural: "purses", named: \.name, new: { Purse(id: $0, name: $1) }
    ) {
      Field("name", \.name)
      Field("coins", \.coins)
    }
  }

  /// The second version, which never writes to the store.
  private struct NotedPurse: Model {
    let id: Int
    var name: String
    var coins = 0
    var note = ""
    static let schema = Schema<NotedPurse>(
      "purse", plural: "purses", named: \.name, new: { NotedPurse(id: $0, name: $1) }
    ) {
      Field("name", \.name)
      Field("coins", \.coins)
      Field("note", \.note)
    }
  }

  private struct CentPurse: Model {
    let id: Int
    var name: String
    var cents = 0
    static let schema = Schema<CentPurse>(
      "purse", plural: "purses", named: \.name, new: { CentPurse(id: $0, name: $1) }
    ) {
      Field("name", \.name)
      Field("cents", \.cents)
    }
  }

  private static let first = World("board", Purse.schema) {}
  private static let second = World("board", NotedPurse.schema) {}
  private static let third = World("board", CentPurse.schema) {
    Migration("coins to cents") { world in
      for purse in world.all(CentPurse.self) {
        guard case .number(let coins) = world.former("coins", of: purse) else { continue }
        try world.change(purse) { $0.cents = coins * 100 }
      }
    }
  }

  @Test(arguments: TestEngine.all)
  func `a program without a migration that has run writes and drops nothing`(
    engine: TestEngine
  ) throws {
    let path = engine.address("day.store", in: folder)
    do { _ = try KeptSession(path, of: Self.first).run("add purse A\nchange A coins=3") }
    do {
      let newer = try KeptSession(path, of: Self.third)
      _ = try newer.persistence.migrate(isDryRun: false)
    }
    let older = try KeptSession(path, of: Self.second)
    #expect(
      older.persistence.differences.map { "\($0)" } == [
        "the migration “coins to cents” has run: use the newer program",
        "the newer schema does not have “purse.coins”: 1 object has its default",
        "the newer schema does not have “purse.note”: 1 object has its default",
      ])
    let refused = try older.run("add purse B")
    #expect(refused.contains("nothing is written to it: the migration “coins to cents” has run"))
    #expect(throws: PersistenceError.self) { try older.persistence.accept(["purse.cents"]) }
    #expect(try KeptSession(path, of: Self.third).run("print A.cents") == "300\n")
  }
}
