import AutoUpdate
import CommandLanguage
import Exploration
import Scenarios
import Simulator
import Synchronization

/// Answers each change of the tally with one that cannot be made.
final class FailingAnswer: SessionService {
  private var subscription: Subscription?

  init(_ world: Simulation) {
    subscription = world.table(of: Tally.self).observe(name: "answer") { [unowned world] news in
      guard case .changes = news else { return }
      world.store.respond("answer") { _ in throw Explanation("this cannot be done") }
    }
  }

  func reset() {}
}

struct Answering: WorldPart {
  func declare(in declarations: inout Declarations) {
    declarations.installs.append { world in _ = world.service { FailingAnswer($0) } }
  }
}

/// Counts how often a parameter was read, from 1 in each session.
final class Readings: SessionService {
  static let count = Mutex(0)

  init() { reset() }

  func reset() { Self.count.withLock { $0 = 0 } }

  static func next() -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }
}

struct Counting: WorldPart {
  func declare(in declarations: inout Declarations) {
    declarations.installs.append { world in _ = world.service { _ in Readings() } }
  }
}

/// How often anybody rolled, in any session.
private let rollCount = Mutex(0)

extension BrokenWorld {
  static let services: [BrokenWorld] = [
    BrokenWorld(
      "a job that runs twice", .invariant, "served as ordered", shortest: 2,
      World("broken", Tally.schema) {
        Beginning()
        Invariant("served as ordered") { "tally.served <= tally.ordered" }
        Command("order", "Order one") { world in
          try world.change(Tally.the) { $0.ordered += 1 }
          guard let block = try world.interpreter?.block("{ serve }") else { return }
          for _ in 0..<2 { try world.time.schedule(block, after: 1, interval: nil) }
        }
        Command("serve", "Serve what was ordered") { world in
          guard world.time.isTicking else { throw Explanation("it is served in its time") }
          try world.change(Tally.the) { $0.served += 1 }
        }
      }),
    BrokenWorld(
      "a save that loses an escape", .save, shortest: 1,
      World("broken") {
        Command("say", "Say it", .text("text")) { $0.output.writeLine($1) }
      }, broken: { $0.losingEscapes() }),
    BrokenWorld(
      "a number that no seed gives", .save, shortest: 1,
      World("broken") {
        Command("roll", "Roll the dice") { world in
          let count = rollCount.withLock { count in
            count += 1
            return count
          }
          world.output.writeLine("\(count)")
        }
      }),
    BrokenWorld(
      "a state that no seed gives", .chance, shortest: 1,
      World("broken", Tally.schema) {
        Beginning()
        Command("roll", "Roll the dice") { world in
          let count = rollCount.withLock { count in
            count += 1
            return count
          }
          try world.change(Tally.the) { $0.ordered = count }
        }
      }),
    BrokenWorld(
      "an argument that depends on how often it was read", .form, shortest: 1,
      World("broken", Tally.schema) {
        Beginning()
        Counting()
        Command("order", "Order it", Parameter<String>.text("what").map { _ in Readings.next() }) {
          (world: Simulation, count: Int) in
          try world.change(Tally.the) { $0.ordered = count }
        }
      }),
    BrokenWorld(
      "a contract that is not kept", .contract, "order: one more is ordered", shortest: 4,
      World("broken", Tally.schema) {
        Beginning()
        Command("order", "Order one") { world in
          try world.change(Tally.the) { $0.ordered = min(3, $0.ordered + 1) }
        } ensures: { before, after in
          Claim("one more is ordered", after[Tally.the]?.ordered == (before[Tally.the]?.ordered ?? 0) + 1)
        }
      }),
    BrokenWorld(
      "a command that refuses what its contract accepts", .contract, "order: accepts", shortest: 4,
      World("broken", Tally.schema) {
        Beginning()
        Command("order", "Order one") { world in
          if let tally = world[Tally.the], tally.ordered == 3 { throw Explanation("there are enough") }
          try world.change(Tally.the) { $0.ordered += 1 }
        } ensures: { _, after in
          Claim("something is ordered", after[Tally.the]?.ordered != 0)
        } accepts: { _ in
          true
        }
      }),
    BrokenWorld(
      "a feed that loses a field", .contract, "receive: everything arrives", shortest: 1,
      World("broken", Tally.schema) {
        Beginning()
        Feed("receive", "Apply what was counted elsewhere", of: Tally(id: 0), \.ordered, \.served) {
          world, news in
          try world.change(Tally.the) { $0.ordered = news.ordered }
        } ensures: { _, after, news in
          [Claim("everything arrives", after[Tally.the]?.served == news.served)]
        }
      }),
    BrokenWorld(
      "a command that runs into a constraint", .refusal, "order: not too many", shortest: 4,
      World("broken", Tally.schema) {
        Beginning()
        Constraint("not too many") { "tally.ordered < 4" }
        Command("order", "Order one") { world in try world.change(Tally.the) { $0.ordered += 1 } }
      }),
    BrokenWorld(
      "an order that is never served", .invariant, "orders are served", shortest: 4,
      World("broken", Tally.schema) {
        Beginning()
        LeadsTo("orders are served", within: .steps(2)) {
          "tally.ordered > tally.served"
        } to: {
          "tally.ordered == tally.served"
        }
        Command("order", "Order one") { world in try world.change(Tally.the) { $0.ordered += 1 } }
        Command("serve", "Serve one") { world in
          try world.change(Tally.the) { tally in if tally.ordered != 2 { tally.served = tally.ordered } }
        }
      }),
    BrokenWorld(
      "an answer that fails", .fault, "store", shortest: 1,
      World("broken", Tally.schema) {
        Beginning()
        Answering()
        Command("order", "Order one") { try $0.change(Tally.the) { $0.ordered += 1 } }
      }),
    BrokenWorld(
      "a command that reaches a limit", .limit, "steps", shortest: 1,
      World("broken", Tally.schema) {
        Beginning()
        Command("count", "Count long", .number("rows", in: 0...1_000_000_000)) { try $0.charge(of: $1) }
      }),
  ]
}

extension ExploredWorld {
  /// A world whose sessions are saved without their escapes.
  func losingEscapes() -> ExploredWorld {
    var world = self
    world.recordedPart = { line, _ in line.text.filter { $0 != UInt8(ascii: "\\") } }
    return world
  }
}
