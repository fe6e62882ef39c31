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

  public init(_ kind: Kind, id: UnitID, name: String, side: Side, hp: Int, maxHP: Int) {
    switch kind {
    case .hero: self = .hero(Hero(id: id, name: name, side: side, hp: hp, maxHP: maxHP))
    case .tower: self = .tower(Tower(id: id, name: name, side: side, hp: hp, maxHP: maxHP))
    }
  }

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
    set {
      switch self {
      case .hero(var hero):
        hero.name = newValue
        self = .hero(hero)
      case .tower(var tower):
        tower.name = newValue
        self = .tower(tower)
      }
    }
  }

  public var side: Side {
    get {
      switch self {
      case .hero(let hero): hero.side
      case .tower(let tower): tower.side
      }
    }
    set {
      switch self {
      case .hero(var hero):
        hero.side = newValue
        self = .hero(hero)
      case .tower(var tower):
        tower.side = newValue
        self = .tower(tower)
      }
    }
  }

  public var hp: Int {
    get {
      switch self {
      case .hero(let hero): hero.hp
      case .tower(let tower): tower.hp
      }
    }
    set {
      switch self {
      case .hero(var hero):
        hero.hp = newValue
        self = .hero(hero)
      case .tower(var tower):
        tower.hp = newValue
        self = .tower(tower)
      }
    }
  }

  public var maxHP: Int {
    get {
      switch self {
      case .hero(let hero): hero.maxHP
      case .tower(let tower): tower.maxHP
      }
    }
    set {
      switch self {
      case .hero(var hero):
        hero.maxHP = newValue
        self = .hero(hero)
      case .tower(var tower):
        tower.maxHP = newValue
        self = .tower(tower)
      }
    }
  }

  public var status: UnitStatus {
    get {
      switch self {
      case .hero(let hero): hero.status
      case .tower(let tower): tower.status
      }
    }
    set {
      switch self {
      case .hero(var hero):
        hero.status = newValue
        self = .hero(hero)
      case .tower(var tower):
        tower.status = newValue
        self = .tower(tower)
      }
    }
  }
}
