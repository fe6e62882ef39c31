/// A unit that withstands more damage than a hero by default.
public struct Tower: Unit {
  public var state: UnitState

  /// The default hit points of a tower.
  public static let defaultHP = 300

  /// Creates a tower.
  public init(id: UnitID, name: String, side: Side = .attacker, hp: Int = defaultHP, maxHP: Int = defaultHP) {
    state = UnitState(id: id, name: name, side: side, hp: hp, maxHP: maxHP)
  }
}
