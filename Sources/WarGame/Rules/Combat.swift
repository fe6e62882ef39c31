/// The effects of attacks and healing on a unit.
enum Combat {
  /// The range of the damage of an attack, in hit points.
  static let damage = 5...30
  /// The default number of hit points that healing restores.
  static let defaultHealing = 20

  /// Returns the rule that changed the status along with the hit points; `nil` if none did.
  static func rule(from before: UnitState, to after: UnitState) -> String? {
    guard before.hp != after.hp, before.status != after.status else { return nil }
    var settled = before
    settled.hp = after.hp
    settled.settle()
    guard settled.status == after.status else { return nil }
    return after.status == .fallen
      ? "a unit without hit points is fallen" : "a unit with less than 30 % of its hit points is wounded"
  }
}

extension UnitState {
  /// Sets the status that follows from the hit points: fallen if none are left, and wounded below 30 % unless the unit
  /// is healing.
  mutating func settle() {
    if hp <= 0 {
      hp = 0
      status = .fallen
    } else if hp &* 10 < maxHP &* 3, status.allows(.wounded), status != .healing {
      status = .wounded
    }
  }

  /// Restores hit points. A wounded unit becomes healing, and a healing unit with all its hit points becomes ready.
  mutating func heal(by amount: Int) {
    hp = min(maxHP, hp &+ amount)
    if status == .wounded {
      status = .healing
    } else if hp == maxHP, status == .healing {
      status = .ready
    }
  }
}
