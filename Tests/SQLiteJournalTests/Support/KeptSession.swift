import CommandLanguage
import Simulator

@testable import kanban

/// A world of the models of `kanban`, with a single list and a single command.
let board = World("board", Person.schema, Card.schema) {
  Screen("board", isOpen: true) { List("all", of: Card.self, by: \.column, \.points) }
  Command("take", "Give a card to a person", .one(Card.self), .one(Person.self)) { world, card, person in
    try world.change(card) { ($0.owner, $0.column) = (person, .doing) }
  }
}

/// A world with a constraint on what its screen shows.
let desk = World("board", Person.schema, Card.schema) {
  Screen("desk", isOpen: true) { List("cards", of: Card.self, by: \.title) }
  Constraint("what is large is seen") { "desk.visible or not any cards where points > 5" }
}

/// A session with a store, which runs lines.
final class KeptSession {
  let session: CommandSession
  let persistence: PersistenceService

  init(_ path: String, of world: World = board, owner: String = "board") throws {
    session = try world.makeSession()
    persistence = session.world.persistence
    try persistence.open(openJournal(path, owner: owner, waitsMax: 200))
  }

  /// Runs lines and returns their output, including the changes by others before each line.
  func run(_ lines: String) throws -> String {
    var output: [UInt8] = []
    for line in lines.split(separator: "\n") {
      var failure: (any Error)?
      _ = session.run(into: &output) { [persistence] in
        do { try persistence.beginLine() } catch { failure = error }
      }
      if let failure { throw failure }
      _ = session.run(Array(line.utf8).span, into: &output)
      try persistence.endLine()
    }
    return String(decoding: output, as: UTF8.self)
  }
}
