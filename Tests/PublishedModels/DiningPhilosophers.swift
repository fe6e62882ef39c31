import CommandLanguage
import Simulator

// Dijkstra, “Hierarchical ordering of sequential processes” (1971): philosophers at a round table share the forks between them. Who
// takes the left fork first waits for ever when all do. When one takes the right fork first, somebody can always go on.

enum Hunger: String, FieldWord { case thinking, holding, eating }

struct Philosopher: Model {
  let id: Int
  var name: String
  var hunger = Hunger.thinking
  static let schema = Schema<Philosopher>(
    "philosopher", plural: "philosophers", named: \.name, new: { Philosopher(id: $0, name: $1) },
    access: .commandsOnly()
  ) {
    Field("name", \.name)
    Field("hunger", \.hunger)
  }
}

/// - Parameter isMended: whether the last philosopher takes the right fork first.
func diningPhilosophers(_ count: Int, isMended: Bool) -> World {
  /// The forks that a philosopher holds, by their places at the table, and the one that is wanted next.
  @Sendable func forks(_ place: Int, _ hunger: Hunger) -> (held: [Int], next: Int?) {
    let (left, right) = (place, (place + 1) % count)
    let order = isMended && place == count - 1 ? [right, left] : [left, right]
    switch hunger {
    case .thinking: return ([], order[0])
    case .holding: return ([order[0]], order[1])
    case .eating: return (order, nil)
    }
  }
  @Sendable func canGoOn(_ place: Int, _ all: [Philosopher]) -> Bool {
    guard let next = forks(place, all[place].hunger).next else { return true }
    return !all.indices.contains { forks($0, all[$0].hunger).held.contains(next) }
  }
  return World("dining-philosophers", Philosopher.schema) {
    Start { world in
      for number in 1...count { try world.add(Philosopher.self, named: "P\(number)") }
    }
    Invariant("somebody can go on", over: Philosopher.self) { world, _ in
      let all = world.all(Philosopher.self)
      return all.indices.contains { canGoOn($0, all) }
    }
    Invariant("neighbours do not eat at once", over: Philosopher.self) { world, philosopher in
      let all = world.all(Philosopher.self)
      guard let place = all.firstIndex(of: philosopher), philosopher.hunger == .eating else { return true }
      return all[(place + 1) % count].hunger != .eating
    }
    Command("take", "Take the next fork", .one(Philosopher.self)) { world, reference in
      let all = world.all(Philosopher.self)
      guard let place = all.firstIndex(where: { $0.id == reference.id }), all[place].hunger != .eating,
        canGoOn(place, all)
      else { throw Explanation("there is no fork to take") }
      try world.change(reference) { $0.hunger = $0.hunger == .thinking ? .holding : .eating }
    }
    Command("put", "Put both forks back", .one(Philosopher.self)) { world, reference in
      guard world[reference]?.hunger == .eating else { throw Explanation("only who eats puts forks back") }
      try world.change(reference) { $0.hunger = .thinking }
    }
  }
}
