import CommandProgram
import Exploration
import Simulator
import Testing

/// A small world with one small fault, and what is known of the fault.
struct BrokenWorld: Sendable, CustomTestStringConvertible {
  let name: String
  let world: World
  /// What has to be found.
  let kind: Fault.Kind
  let subject: String
  /// How many lines the shortest known path has.
  let shortest: Int
  /// Makes what is explored of the world; by itself unless the fault is in how it is saved.
  var broken: @Sendable (ExploredWorld) -> ExploredWorld = { $0 }

  init(
    _ name: String, _ kind: Fault.Kind, _ subject: String = "", shortest: Int, _ world: World,
    broken: @escaping @Sendable (ExploredWorld) -> ExploredWorld = { $0 }
  ) {
    self.name = name
    self.kind = kind
    self.subject = subject
    self.shortest = shortest
    self.world = world
    self.broken = broken
  }

  var testDescription: String { name }

  static let all = views + states + services
}

/// What is told apart in these worlds.
struct Item: Model {
  let id: Int
  var name: String
  var count = 0
  var state = State.idle
  var rank = 0

  enum State: String, FieldWord { case idle, busy, done }

  static let schema = Schema<Item>(
    "item", plural: "items", "what there is", named: \.name, new: { Item(id: $0, name: $1) }
  ) {
    Field("name", \.name)
    Field("count", \.count, "how many", in: 0...9)
    Field("state", \.state, "what it does")
    Field("rank", \.rank, "its place", in: 0...9)
  }
}

/// A second kind, which is joined with the first.
struct Owner: Model {
  let id: Int
  var name: String
  var isAway = false

  static let schema = Schema<Owner>(
    "owner", plural: "owners", "who has items", named: \.name, new: { Owner(id: $0, name: $1) }
  ) {
    Field("name", \.name)
    Field("away", \.isAway)
  }
}

/// Something that is not in the store, which is what is wrong with it.
final class Box<Value>: SessionService {
  var value: Value
  private let initial: Value

  init(_ value: Value) { (self.value, initial) = (value, value) }

  func reset() { value = initial }
}
