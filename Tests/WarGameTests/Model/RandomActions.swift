import TestSupport
/// A generator of random commands and selections, valid and invalid ones.
struct RandomActions {
  var random: SplitMix

  private static let names = ["Arthur", "Ban", "Cai", "Dagonet", "Éowyn", "North Gate", "zed"]

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
  private mutating func one<Element>(_ elements: [Element]) -> Element {
    elements[number(0...elements.count - 1)]
  }
  private mutating func name() -> String { one(Self.names) }
  private mutating func maybe<Value>(_ value: Value) -> Value? { number(0...2) == 0 ? value : nil }
  private mutating func status() -> String {
    one(["ready", "marching", "fighting", "wounded", "healing", "fallen"])
  }

  mutating func action() -> Action {
    switch number(0...29) {
    case 0...14: about(isJob: false)
    case 15: .attack(name(), name())
    case 16: .tick(number(1...6))
    case 17: .after(number(1...5), about(isJob: true))
    case 18: .every(number(2...6), about(isJob: true))
    case 19: .cancel(number(0...3) == 0 ? nil : number(1...12))
    case 20: .watch(query())
    case 21: number(0...5) == 0 ? .unwatch : .watch(query())
    case 22: .undo(number(1...4))
    case 23: .redo(number(1...3))
    case 24: .goTo(number(0...60))
    case 25, 26: .server(one(["start", "reset", "fail", "hold", "ok"]), nil).withDetail()
    case 27: number(0...1) == 0 ? .server("match", "Mordred") : .server("end", one(["win", "loss"]))
    case 28:
      one([
        .advance, .phase(one(GameModel.phases)), .opponent("Mordred"), .side(one(["attacker", "defender"])),
      ])
    default: .poll
    }
  }

  private mutating func about(isJob: Bool) -> Action {
    switch number(0...11) {
    case 0, 1, 2:
      .spawn(
        isTower: number(0...2) == 0, name(), side: maybe(one(["attacker", "defender"])),
        hp: maybe(number(1...150)),
        max: maybe(number(50...200)))
    case 3, 4, 5: .status(name(), status())
    case 6, 7: .hp(name(), number(0...120))
    case 8, 9: .heal(name(), maybe(number(1...90)))
    case 10: .dismiss(name())
    default: .rename(name(), name())
    }
  }

  mutating func query() -> Query {
    let properties = ["hp", "max", "name", "side", "type", "status"]
    return Query(
      condition: number(0...4) == 0 ? nil : condition(2),
      keys: (0..<number(0...2)).map { _ in
        Query.Key(property: one(properties), isDescending: number(0...1) == 0)
      },
      limit: maybe(number(0...4)))
  }

  private mutating func condition(_ depth: Int) -> Query.Condition {
    switch number(0...(depth > 0 ? 6 : 3)) {
    case 0: .isWord(property: "status", status())
    case 1:
      number(0...1) == 0
        ? .isWord(property: "side", one(["attacker", "defender"]))
        : .isWord(property: "type", one(["hero", "tower"]))
    case 2: .compares(sum(2), one(["<", "<=", ">", ">=", "==", "!="]), sum(2))
    case 3: .isNamed(one(["<", ">=", "==", "!="]), name())
    case 4: .and(condition(depth - 1), condition(depth - 1))
    case 5: .or(condition(depth - 1), condition(depth - 1))
    default: .not(condition(depth - 1))
    }
  }

  private mutating func sum(_ depth: Int) -> Query.Number {
    switch number(0...(depth > 0 ? 6 : 3)) {
    case 0, 1: .hp
    case 2: .max
    case 3: .constant(number(0...150))
    case 4: .sum(sum(depth - 1), sum(depth - 1))
    case 5: .product(sum(depth - 1), number(0...4))
    default: .remainder(sum(depth - 1), number(1...7))
    }
  }
}

extension Action {
  /// Adds the reason that `server fail` requires.
  fileprivate func withDetail() -> Action { self == .server("fail", nil) ? .server("fail", "cable") : self }
}
