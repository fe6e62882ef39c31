/// A unit that marches and fights.
public struct Hero: Unit {
  public var state: UnitState

  /// The default hit points of a hero.
  public static let defaultHP = 100

  /// Creates a hero.
  public init(id: UnitID, name: String, side: Side = .attacker, hp: Int = defaultHP, maxHP: Int = defaultHP) {
    state = UnitState(id: id, name: name, side: side, hp: hp, maxHP: maxHP)
  }
}
