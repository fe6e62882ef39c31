public import AutoUpdate

/// A hero or a tower: what the store's table of units holds.
public enum AnyUnit: Unit, Storable {
  case hero(Hero)
  case tower(Tower)

  /// The types of unit, as `spawn` names them.
  public enum Kind: String, CaseIterable, Sendable {
    case hero, tower

    var usualHP: Int { self == .hero ? Hero.usualHP : Tower.usualHP }
  }

  /// A unit of a kind, ready.
  public init(_ kind: Kind, id: UnitID, name: String, side: Side, hp: Int, maxHP: Int) {
    switch kind {
    case .hero: self = .hero(Hero(id: id, name: name, side: side, hp: hp, maxHP: maxHP))
    case .tower: self = .tower(Tower(id: id, name: name, side: side, hp: hp, maxHP: maxHP))
    }
  }

  /// Which of the two it is.
  public var kind: Kind {
    switch self {
    case .hero: .hero
    case .tower: .tower
    }
  }

  public var id: UnitID {
    switch self {
    case .hero(let hero): hero.id
    case .tower(let tower): tower.id
    }
  }

  public var name: String {
    get {
      switch self {
      case .hero(let hero): hero.name
      case .tower(let tower): tower.name
      }
    }
    set { change({ $0.name = newValue }, { $0.name = newValue }) }
  }

  public var side: Side {
    get {
      switch self {
      case .hero(let hero): hero.side
      case .tower(let tower): tower.side
      }
    }
    set { change({ $0.side = newValue }, { $0.side = newValue }) }
  }

  public var hp: Int {
    get {
      switch self {
      case .hero(let hero): hero.hp
      case .tower(let tower): tower.hp
      }
    }
    set { change({ $0.hp = newValue }, { $0.hp = newValue }) }
  }

  public var maxHP: Int {
    get {
      switch self {
      case .hero(let hero): hero.maxHP
      case .tower(let tower): tower.maxHP
      }
    }
    set { change({ $0.maxHP = newValue }, { $0.maxHP = newValue }) }
  }

  public var status: UnitStatus {
    get {
      switch self {
      case .hero(let hero): hero.status
      case .tower(let tower): tower.status
      }
    }
    set { change({ $0.status = newValue }, { $0.status = newValue }) }
  }

  private mutating func change(_ ofHero: (inout Hero) -> Void, _ ofTower: (inout Tower) -> Void) {
    switch self {
    case .hero(var hero):
      ofHero(&hero)
      self = .hero(hero)
    case .tower(var tower):
      ofTower(&tower)
      self = .tower(tower)
    }
  }
}
