import AutoUpdate
import CommandLanguage
import Journaling
import ProgramTesting
import Simulator
import Synchronization
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

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `loaded steps lead to the objects that were restored from different fields`(seed: UInt64) throws {
    let path = folder["figures.store"]
    let world = World("figures", Figure.schema) {}
    let first = try KeptSession(path, of: world)
    let history = first.session.world.store.history
    var random = SplitMix(seed)
    for number in 0..<200 {
      try write("step \(number)", in: first) { figures, transaction in
        let id = Int.random(in: 1...4, using: &random)
        guard number >= 4, figures[id] != nil else {
          return transaction.save(Figure(id: id, form: .random(using: &random)), in: figures)
        }
        switch Int.random(in: 0..<10, using: &random) {
        case 0: transaction.delete(id, from: figures)
        case 1: transaction.update(id, in: figures) { $0.form = .random(using: &random) }
        case 2:
          transaction.update(id, in: figures) {
            ($0.form, $0.note) = (.random(using: &random), "step \(number)")
          }
        case 3...5: transaction.update(id, in: figures) { $0.count += 1 }
        default: transaction.update(id, in: figures) { ($0.count, $0.note) = (number, "step \(number)") }
        }
      }
      if number % 50 == 49 { _ = try first.run("undo 3") }
    }
    _ = try first.run("undo 20")
    let second = try KeptSession(path, of: world)
    let loaded = second.session.world.store.history
    try #require(loaded.steps.count == history.steps.count)
    #expect(loaded.steps.count > 120)
    let offset = loaded.present - history.present
    for point in history.steps.lowerBound...history.steps.upperBound {
      try history.move(to: point, cause: "look")
      try loaded.move(to: point + offset, cause: "look")
      let expected = first.session.world.table(of: Figure.self).models.filter { $0.form != .lost }
      #expect(Set(second.session.world.table(of: Figure.self).models) == Set(expected), "at \(point)")
    }
  }

  @Test func `a loaded object is restored again only if a field changes from which it was restored`() throws {
    let path = folder["figures.store"]
    let restorations = Restorations()
    let world = World("figures", Figure.makeSchema(counting: restorations)) {}
    do {
      let session = try KeptSession(path, of: world)
      for number in 0..<40 {
        try write("step \(number)", in: session) { figures, transaction in
          if number == 0 { transaction.save(Figure(id: 1, form: .circle(radius: 1)), in: figures) }
          transaction.update(1, in: figures) {
            if number % 10 == 5 { $0.form = .circle(radius: number) } else { $0.count = number }
          }
        }
      }
    }
    restorations.count.withLock { $0 = 0 }
    _ = try KeptSession(path, of: world)
    // Twice in its present form, and once for each earlier form.
    #expect(restorations.count.withLock { $0 } == 6)
  }

  private func write(
    _ cause: String, in session: KeptSession, _ body: (Table<Figure>, Transaction) -> Void
  ) throws {
    try session.persistence.beginLine()
    session.session.world.store.transaction(cause) { body(session.session.world.table(of: Figure.self), $0) }
    try session.persistence.endLine()
  }

  @Test func `loaded jobs have their commands and their next tick at each step`() throws {
    let path = folder["clock.store"]
    let texts = ["add tank T", "after 5 { add tank Late }", "every 2 { change T level=($level + 1) }"]
    do {
      let session = try KeptSession(path, of: tanks, owner: "tanks")
      let printed = try session.run(
        (["let level = 3"] + texts + ["tick 7", "tick 3"]).joined(separator: "\n"))
      #expect(!printed.contains("error"), "\(printed)")
    }
    let session = try KeptSession(path, of: tanks, owner: "tanks")
    let jobs = session.session.world.table(of: Job.self)
    #expect(jobs.models.map(\.at) == [12])
    _ = try session.run("undo")
    #expect(jobs.models.map(\.at) == [8])
    _ = try session.run("undo")
    #expect(Set(jobs.models.map(\.at)) == [5, 2])
    _ = try session.run("redo\ntick 2")
    #expect(try session.run("print T.level") == "4\n")
  }
}

/// The number of figures that have been restored.
private final class Restorations: Sendable {
  let count = Mutex(0)
}

/// A figure that is restored from different fields depending on its form, and cannot be restored if it is lost.
private struct Figure: Model, Hashable {
  enum Form: Hashable {
    case circle(radius: Int)
    case square(side: Int, colour: String)
    case lost

    static func random(using random: inout SplitMix) -> Form {
      switch Int.random(in: 0..<5, using: &random) {
      case 0: .lost
      case 1, 2: .circle(radius: Int.random(in: 1...3, using: &random))
      default:
        .square(
          side: Int.random(in: 1...3, using: &random), colour: Bool.random(using: &random) ? "red" : "blue")
      }
    }
  }

  let id: Int
  var form: Form
  var count = 0
  var note = ""

  private var word: String {
    switch form {
    case .circle: "circle"
    case .square: "square"
    case .lost: "lost"
    }
  }

  private var size: Int? {
    switch form {
    case .circle(let radius): radius
    case .square(let side, _): side
    case .lost: nil
    }
  }

  private var colour: String? { if case .square(_, let colour) = form { colour } else { nil } }

  static func makeSchema(counting restorations: Restorations) -> Schema<Figure> {
    Schema<Figure>(
      "figure", plural: "figures", "the figures", label: { "\($0.id)" },
      restoring: Restoring { id, fields in
        restorations.count.withLock { $0 += 1 }
        guard let word = fields.value("form", as: String.self), let size = fields.value("size", as: Int.self)
        else { return nil }
        if word == "circle" { return Figure(id: id, form: .circle(radius: size)) }
        return fields.value("colour", as: String.self).map {
          Figure(id: id, form: .square(side: size, colour: $0))
        }
      }
    ) {
      Field("count", \.count)
      Field("form", reading: { $0.word })
      Field("size", reading: { $0.size })
      Field("colour", reading: { $0.colour })
      Field("note", \.note)
    }
  }

  static let schema = makeSchema(counting: Restorations())
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
