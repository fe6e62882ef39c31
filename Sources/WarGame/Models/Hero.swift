/// A unit that walks and fights.
public struct Hero: Unit {
  public var state: UnitState

  /// The hit points of a hero of whom nothing else is said.
  public static let usualHP = 100

  /// A hero, whole unless `hp` says otherwise.
  public init(id: UnitID, name: String, side: Side = .attacker, hp: Int = usualHP, maxHP: Int = usualHP) {
    state = UnitState(id: id, name: name, side: side, hp: hp, maxHP: maxHP)
  }
}
