import CommandLanguage
import Testing

@testable import Simulator

/// Selections that the checks follow without showing them.
@Suite struct FollowedSelectionTests {
  private struct Coin: Model {
    let id: Int
    var name: String
    var worth = 1
    static let schema = Schema<Coin>("coin", plural: "coins", named: \.name, new: { Coin(id: $0, name: $1) })
    {
      Field("name", \.name)
      Field("worth", \.worth)
      Derived("heads", "which side is up, of which nobody is told") { world, _ in
        world.service { _ in Table() }.isTurned
      }
    }
  }

  private final class Table: SessionService {
    var isTurned = false
    func reset() { isTurned = false }
  }

  private static let world = World("coins", Coin.schema) {
    Command("turn", "Turn all coins") { (world: Simulation) in
      world.service { _ in Table() }.isTurned.toggle()
    }
  }

  private static func session() throws -> CommandSession {
    let session = try world.makeSession()
    _ = session.run("add coin A")
    session.world.checking.begin(.all)
    return session
  }

  @Test func `a followed selection with wrong rows is a fault of a watch with its name`() throws {
    let session = try Self.session()
    let checking = session.world.checking
    #expect(checking.follow("coins where heads", as: "seen"))
    #expect(session.run("turn").outcome == .done)
    let fault = checking.takeFault()
    #expect(fault?.kind == .view && fault?.subject == "seen", "\(String(describing: fault))")
  }

  @Test func `a followed selection with the right rows is no fault, through changes and moves`() throws {
    let session = try Self.session()
    let checking = session.world.checking
    #expect(
      checking.follow("coins as x where count(coins where worth == x.worth) > 1 by worth desc", as: "seen"))
    _ = session.transcript("add coin B\nadd coin C worth=2\nchange B worth=2\nundo 2\nredo\nremove A\nundo")
    #expect(checking.takeFault() == nil)
  }

  @Test func `a selection that cannot be computed is not followed`() throws {
    let session = try Self.session()
    let checking = session.world.checking
    #expect(!checking.follow("coins where worht > 1", as: "seen"))
    #expect(!checking.follow("count(coins)", as: "seen"))
    #expect(!checking.follow("coins where 1 / (worth - 1) > 0", as: "seen"))
  }

  @Test func `a session that is reset follows nothing`() throws {
    let session = try Self.session()
    let checking = session.world.checking
    #expect(checking.follow("coins where heads", as: "seen"))
    #expect(session.reset(seed: 1))
    checking.begin(.all)
    _ = session.transcript("add coin A\nturn\nadd coin B")
    #expect(checking.takeFault() == nil)
  }
}
