/// A unit that is built to last.
public struct Tower: Unit {
  public var state: UnitState

  /// The hit points of a tower of which nothing else is said.
  public static let usualHP = 300

  /// A tower, whole unless `hp` says otherwise.
  public init(id: UnitID, name: String, side: Side = .attacker, hp: Int = usualHP, maxHP: Int = usualHP) {
    state = UnitState(id: id, name: name, side: side, hp: hp, maxHP: maxHP)
  }
}
