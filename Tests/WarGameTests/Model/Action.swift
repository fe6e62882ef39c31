/// A command of the game as a value, and as text.
indirect enum Action: Equatable {
  case spawn(isTower: Bool, String, side: String?, hp: Int?, max: Int?)
  case status(String, String)
  case hp(String, Int)
  case rename(String, String)
  case heal(String, Int?)
  case dismiss(String)
  case attack(String, String)
  case side(String)
  case phase(String)
  case advance
  case opponent(String)
  case server(String, String?)
  case poll
  case tick(Int)
  case after(Int, Action)
  case every(Int, Action)
  case cancel(Int?)
  case watch(Query)
  case unwatch
  case undo(Int)
  case redo(Int)
  case goTo(Int)

  var text: String {
    switch self {
    case .spawn(let isTower, let name, let side, let hp, let max):
      "spawn \(isTower ? "tower" : "hero") \(Self.quoted(name))" + (side.map { " side=\($0)" } ?? "")
        + (hp.map { " hp=\($0)" } ?? "") + (max.map { " max=\($0)" } ?? "")
    case .status(let name, let status): "status \(Self.quoted(name)) \(status)"
    case .hp(let name, let hp): "hp \(Self.quoted(name)) \(hp)"
    case .rename(let name, let new): "rename \(Self.quoted(name)) \(Self.quoted(new))"
    case .heal(let name, let amount): "heal \(Self.quoted(name))" + (amount.map { " \($0)" } ?? "")
    case .dismiss(let name): "dismiss \(Self.quoted(name))"
    case .attack(let name, let target): "attack \(Self.quoted(name)) \(Self.quoted(target))"
    case .side(let side): "side \(side)"
    case .phase(let phase): "phase \(phase)"
    case .advance: "advance"
    case .opponent(let name): "opponent \(Self.quoted(name))"
    case .server(let action, let detail): "server \(action)" + (detail.map { " \(Self.quoted($0))" } ?? "")
    case .poll: "poll"
    case .tick(let ticks): "tick \(ticks)"
    case .after(let ticks, let action): "after \(ticks) { \(action.text) }"
    case .every(let ticks, let action): "every \(ticks) { \(action.text) }"
    case .cancel(let number): "cancel" + (number.map { " \($0)" } ?? "")
    case .watch(let query): "watch w = \(query.text)"
    case .unwatch: "unwatch w"
    case .undo(let count): "undo \(count)"
    case .redo(let count): "redo \(count)"
    case .goTo(let step): "goto \(step)"
    }
  }

  private static func quoted(_ name: String) -> String { name.contains(" ") ? "\"\(name)\"" : name }
}
