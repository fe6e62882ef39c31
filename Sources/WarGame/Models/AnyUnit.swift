public import AutoUpdate

/// A hero or a tower: what the store's table of units holds.
///
/// It has what both have, and says which of them it is. In an enumeration over the two each copy, each reading
/// of a field and each write would first look which one is there.
public struct AnyUnit: Unit, Storable {
  /// The types of unit, as `spawn` names them.
  public enum Kind: String, CaseIterable, Sendable {
    case hero, tower

    var usualHP: Int { self == .hero ? Hero.usualHP : Tower.usualHP }
  }

  public let id: UnitID
  public let kind: Kind
  public var side: Side
  public var status = UnitStatus.ready
  public var hp: Int
  public var maxHP: Int
  public var name: String

  public init(_ kind: Kind, id: UnitID, name: String, side: Side, hp: Int, maxHP: Int) {
    self.kind = kind
    self.id = id
    self.name = name
    self.side = side
    self.hp = hp
    self.maxHP = maxHP
  }

  private init(_ kind: Kind, _ unit: some Unit) {
    self.init(kind, id: unit.id, name: unit.name, side: unit.side, hp: unit.hp, maxHP: unit.maxHP)
    status = unit.status
  }

  public static func hero(_ hero: Hero) -> AnyUnit { AnyUnit(.hero, hero) }
  public static func tower(_ tower: Tower) -> AnyUnit { AnyUnit(.tower, tower) }
}
