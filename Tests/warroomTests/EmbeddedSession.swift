import AutoUpdate
import CommandLanguage
import Simulator
import TextViews

@testable import kanban

/// The listings of “A session in a program of your own”, in the page's order; `DocumentTests` compares them with the page, and holds
/// what `run` returns.
enum EmbeddedSession {
  static let board = World("board", Person.schema, Card.schema) {
    List("board", of: Card.self, by: \.column, \.points)
    Command("take", "Give a card to a person", .one(Card.self), .one(Person.self)) { world, card, person in
      try world.change(card) { ($0.owner, $0.column) = (person, .doing) }
    }
  }

  /// Runs the listings one after the other.
  static func run() throws -> [String] {
    var shown: [String] = []
    func show(_ text: String) { shown.append(text) }

    // Make
    let session = try board.makeSession(seed: 7)
    let world = session.world

    // Restrict
    session.restrict(in: "this service") { command in
      !command.traits.contains(.reachesOut) && command.name != "seed"
    }
    session.interpreter.limits.steps = 100_000
    session.interpreter.limits.output = 65_536

    // Run
    let (output, outcome) = session.run("add card Docs points=3")
    show(output)
    if outcome == .quit { return shown }

    // Fail
    if session.run("change Docs points=101").outcome == .failed, let failure = session.failure {
      show(failure.message)
      show(failure.limit ?? "no limit was reached")
    }

    // Read
    if let docs = world.find(Card.self, named: "Docs"), let card = world[docs] {
      show("\(card.title): \(card.points)")
    }
    let total = world.all(Card.self).reduce(0) { $0 + $1.points }
    show("\(total) points")
    let large = try session.interpreter.expression("cards where points > 2")
    show(session.interpreter.show(try session.interpreter.evaluate(large)))

    // Write
    _ = session.run("add person Ann")
    var printed: [UInt8] = []
    let imported = session.run(into: &printed) {
      try world.store.transaction("import") { _ in
        let ann = world.find(Person.self, named: "Ann")
        try world.add(Card.self, named: "Code") { ($0.points, $0.owner) = (8, ann) }
      }
      world.finish()
    }
    show("\(imported): \(String(decoding: printed, as: UTF8.self))")

    // Observe
    session.eventObserver = { event in
      switch event {
      case .lineBegan, .told, .lineEnded: break
      case .text(let text): show("text: \(text)")
      case .diagnostic(let failure): show("failed: \(failure.diagnostic.explanation.message)")
      case .committed(let transaction): show("committed: \(transaction.cause)")
      case .view(let event, _): show("view: \(event.line)")
      }
    }
    _ = session.run("take Docs Ann")
    _ = session.run("take Docs Bob")
    session.eventObserver = nil

    // Undo
    show(session.run("undo").output)
    _ = session.run("redo")
    let present = world.store.history.present
    _ = session.run("remove Docs")
    _ = try world.store.history.move(to: present, cause: "back")
    show("\(world.find(Card.self, named: "Docs") != nil)")

    // End
    return shown
  }
}
