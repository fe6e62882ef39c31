public import Simulator

/// A hero or a tower: the type of the units in the store.
public enum AnyUnit: Unit, Model {
  /// A unit that can march and fight.
  case hero(Hero)
  /// A unit that withstands more damage than a hero by default.
  case tower(Tower)

  /// The types of units, with their names in `spawn`.
  public enum Kind: String, FieldWord {
    /// A type of unit.
    case hero, tower

    /// The default hit points of a unit of this type.
    var defaultHP: Int { self == .hero ? Hero.defaultHP : Tower.defaultHP }
  }

  /// Creates a unit of a type, with the status ready.
  public init(_ kind: Kind, id: UnitID, name: String, side: Side, hp: Int, maxHP: Int) {
    switch kind {
    case .hero: self = .hero(Hero(id: id, name: name, side: side, hp: hp, maxHP: maxHP))
    case .tower: self = .tower(Tower(id: id, name: name, side: side, hp: hp, maxHP: maxHP))
    }
  }

  /// The type of the unit.
  public var kind: Kind {
    switch self {
    case .hero: .hero
    case .tower: .tower
    }
  }

  public var id: UnitID { state.id }

  public var state: UnitState {
    get {
      switch self {
      case .hero(let hero): hero.state
      case .tower(let tower): tower.state
      }
    }
    set {
      switch self {
      case .hero(var hero):
        hero.state = newValue
        self = .hero(hero)
      case .tower(var tower):
        tower.state = newValue
        self = .tower(tower)
      }
    }
  }

  public static let schema = Schema<AnyUnit>(
    "unit", plural: "units", "the heroes and towers", named: \.state.name,
    restoring: Restoring { id, fields in
      fields.value("type", as: Kind.self).map {
        AnyUnit($0, id: id, name: "", side: .attacker, hp: 0, maxHP: 1)
      }
    }
  ) {
    Field("name", \.state.name)
    Field("type", \.kind, "hero or tower")
    Field("side", \.state.side, "attacker or defender")
    Field("hp", \.state.hp, "hit points", in: 0...UnitState.hpLimit, within: { 0...max(0, $0.state.maxHP) })
    Field("max", \.state.maxHP, "the maximum hit points", in: 1...UnitState.hpLimit)
    Field("status", \.state.status, next: UnitStatus.next)
    Derived("face") { $0.face }
    Derived("id", "its number in the order of spawning") { $0.id.rawValue }
  }
}
