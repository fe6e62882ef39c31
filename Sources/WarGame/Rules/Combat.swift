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

  /// Gives back hit points: a wounded unit begins to heal, and is ready once it is whole.
  static func heal(_ unit: inout AnyUnit, by amount: Int) {
    unit.hp = min(unit.maxHP, unit.hp &+ amount)
    if unit.status == .wounded { unit.status = .healing }
    if unit.hp == unit.maxHP, unit.status == .healing { unit.status = .ready }
  }
}
