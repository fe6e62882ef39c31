import TestSupport

/// A generator of random commands of the game, valid and invalid ones.
struct RandomCommands {
  var random: SplitMix
  let isAboutViews: Bool

  init(seed: UInt64) {
    random = SplitMix(seed)
    isAboutViews = seed % 4 == 3
  }

  mutating func commands(_ count: Int) -> [String] {
    ["spawn hero A", "spawn tower B side=defender"] + (0..<count).map { _ in command() }
  }

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  private mutating func one(_ words: String...) -> String { words[number(0...words.count - 1)] }
  private mutating func unit() -> String { one("A", "B", "C", "D") }

  private mutating func command() -> String {
    // Some seeds mostly open, close and watch, because the order of lists is visible only with several lists.
    if isAboutViews, number(0...3) > 0 {
      switch number(0...5) {
      case 0: return "spawn hero \(unit())"
      case 1: return "hp \(unit()) \(number(1...100))"
      case 2: return "watch \(one("v", "w")) = units\(one("", "", " by name"))"
      case 3: return "unwatch \(one("v", "w"))"
      case 4: return one("close map", "open map")
      default: return "dismiss \(unit())"
      }
    }
    switch number(0...21) {
    case 0, 1: return "spawn \(one("hero", "tower")) \(unit()) side=\(one("attacker", "defender"))"
    case 2: return "status \(unit()) \(one("ready", "marching", "fighting", "wounded", "fallen"))"
    case 3: return "hp \(unit()) \(number(0...100))"
    case 4, 5: return "attack \(unit()) \(unit())"
    case 6: return "\(one("heal", "dismiss")) \(unit())"
    case 7: return "rename \(unit()) \(unit())"
    case 8, 9: return "tick \(number(1...4))"
    case 10: return "\(one("after", "every")) \(number(1...3)) { \(simple()) }"
    case 11: return one("cancel", "poll off", "poll every 2", "seed 3")
    case 12, 13: return watch()
    case 14: return "unwatch \(one("v", "w"))"
    case 15: return "\(one("close", "open")) \(one("map", "chat"))"
    case 16: return one("open map rows=1", "open map rows=2", "open chat rows=2", "open map rows=9")
    case 17: return "scroll \(one("map", "chat", "v", "w")) \(number(1...3))"
    case 18:
      return one(
        "server match Mordred", "server start", "server end win", "server fail cable", "server hold",
        "server ok",
        "server reset")
    case 19: return "poll"
    case 20:
      return one(
        "app ready false", "app ready true", "app authentication active", "advance", "advance",
        "side defender",
        "side attacker", "opponent Ban")
    default: return simple()
    }
  }

  private mutating func simple() -> String {
    switch number(0...4) {
    case 0: return "say \"\(one("one", "two", "three"))\""
    case 1: return "attack A B"
    case 2: return "hp \(unit()) \(number(1...100))"
    case 3: return "poll"
    default: return "spawn hero \(unit())"
    }
  }

  private mutating func watch() -> String {
    let filter = one(
      "", " where hp < 60", " where status == ready", " where side == me.side", " where hp > A.hp - 30")
    let order = one("", " by hp desc, name", " by name", " by hp - tick, name")
    return "watch \(one("v", "w")) = units\(filter)\(order)\(one("", "", " limit 2"))"
  }
}
