/// A unit that walks and fights.
public struct Hero: Unit, Equatable {
  public let id: UnitID
  public var name: String
  public var side: Side
  public var hp: Int
  public var maxHP: Int
  public var status: UnitStatus

  /// The hit points of a hero of whom nothing else is said.
  public static let usualHP = 100

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
