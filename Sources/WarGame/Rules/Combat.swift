/// What blows and care do to a unit.
enum Combat {
  static let damage = 5...30
  static let usualCare = 20

  /// Makes the status agree with the hit points: none left is fallen, under 30 % wounded.
  static func settle(_ unit: inout AnyUnit) {
    if unit.hp <= 0 {
      unit.hp = 0
      unit.status = .fallen
    } else if unit.hp &* 10 < unit.maxHP &* 3, StatusRules.allows(unit.status, .wounded),
      unit.status != .healing
    {
      unit.status = .wounded
    }
  }

  /// Which of these rules made a status go along with the hit points; `nil` when none did.
  static func rule(from before: AnyUnit, to after: AnyUnit) -> String? {
    guard before.hp != after.hp, before.status != after.status else { return nil }
    var settled = before
    settled.hp = after.hp
    settle(&settled)
    guard settled.status == after.status else { return nil }
    return after.status == .fallen
      ? "a unit without hit points is fallen" : "a unit with less than 30 % of its hit points is wounded"
  }

  /// Gives back hit points: a wounded unit begins to heal, and is ready once it is whole.
  static func heal(_ unit: inout AnyUnit, by amount: Int) {
    unit.hp = min(unit.maxHP, unit.hp &+ amount)
    if unit.status == .wounded { unit.status = .healing }
    if unit.hp == unit.maxHP, unit.status == .healing { unit.status = .ready }
  }
}
