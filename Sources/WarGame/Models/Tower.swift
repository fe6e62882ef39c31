/// A unit that is built to last.
public struct Tower: Unit, Equatable {
  public let id: UnitID
  public var name: String
  public var side: Side
  public var hp: Int
  public var maxHP: Int
  public var status: UnitStatus

  /// The hit points of a tower of which nothing else is said.
  public static let usualHP = 300

  public init(
    id: UnitID, name: String, side: Side = .attacker, hp: Int = usualHP, maxHP: Int = usualHP,
    status: UnitStatus = .ready
  ) {
    self.id = id
    self.name = name
    self.side = side
    self.hp = hp
    self.maxHP = maxHP
    self.status = status
  }
}
