import CommandLanguage
import Simulator

@testable import kanban

/// What the articles declare that no target has.
enum ArticleModels {
  /// The card that “A world of your own” begins with.
  struct FirstCard: Model {
    let id: Int
    var title: String
    var points = 1

    static let schema = Schema<FirstCard>(
      "card", plural: "cards", "the tasks on the board", named: \.title, new: { FirstCard(id: $0, title: $1) }
    ) {
      Field("title", \.title)
      Field("points", \.points, "the effort", in: 0...100, column: .trailing(3))
    }
  }

  static let world = World("kanban", FirstCard.schema) {
    List("board", of: FirstCard.self, by: \.points)
  }

  /// The kind without names of “A world of your own”.
  struct Work: Model {
    let id: Int
    var card: Reference<Card>?
    var time = Duration.zero
    var tick = 0

    static let schema = Schema<Work>(
      "work", plural: "works", label: { "work #\($0.id)" }, new: { id, _ in Work(id: id) }
    ) {
      Field("card", \.card)
      Field("time", \.time, in: .zero ... .seconds(86_400))
      Field("tick", \.tick)
    }
  }

  static let spend = Command(
    "spend", "Note the time that cards took", .field(\Work.time), .repeated(.one(Card.self)),
    .option("from", .number("tick", in: 0...1_000))
  ) { (world: Simulation, time: Duration, cards: [Reference<Card>], from: Int?) in
    let tick = from ?? world.tick
    for card in cards { try world.add(Work.self) { ($0.card, $0.time, $0.tick) = (card, time, tick) } }
  }

  /// The views of “Views that follow several models”, over a board of the models of `kanban`.
  static let views = World("kanban", Person.schema, Card.schema) {
    List("board", of: Card.self, by: \.column, \.points)
    Label("load") { world in
      let left = world.all(Card.self).filter { $0.column != .done }
      return world.all(Person.self).map { person in
        "\(person.name) \(left.reduce(0) { $1.owner?.id == person.id ? $0 + $1.points : $0 })"
      }.joined(separator: " · ")
    }
    Label("alarm", visible: .when(\Card.column, of: 1, is: .doing)) { _ in "the first card is being done" }
    Command("take", "Give a card to a person", .one(Card.self), .one(Person.self)) { world, card, person in
      try world.change(card) { ($0.owner, $0.column) = (person, .doing) }
    }
  }

  /// Whether the cards of “A world of your own” are saved somewhere.
  enum Saving: StateCases {
    case idle
    case waiting(Column)
    case failed(String)

    static let cases: [StateCase<Saving>] = [
      StateCase("idle", .idle),
      StateCase("waiting", Saving.waiting) { if case .waiting(let column) = $0 { column } else { nil } },
      StateCase("failed", Saving.failed) { if case .failed(let reason) = $0 { reason } else { nil } },
    ]
  }

  struct Office: Model {
    let id: Int
    var saving = Saving.idle

    static let schema = Schema<Office>("office", plural: "offices", "where the board hangs", isSingle: true) {
      Field("saving", \.saving)
      Derived("safe", "whether all is saved") { $0.saving == .idle }
    }
  }

  static let office = World("office", Office.schema) {
    App("saving", state: \Office.saving, of: 0, default: .idle)
    Label("banner") { world in
      if case .failed(let reason) = world[Reference<Office>(0)]?.saving { "not saved: \(reason)" } else { "" }
    }
    Start { world in try world.add(Office(id: 0)) }
  }
}
