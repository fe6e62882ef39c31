extension GameModel.State {
  private typealias Refused = GameModel.Refused

  func place(of name: String) throws -> Int {
    guard let place = units.firstIndex(where: { $0.name == name }) else { throw GameModel.Refused() }
    return place
  }

  mutating func apply(_ action: Action, _ hitPointsAfterBlow: (String) -> Int) throws {
    switch action {
    case .spawn(let isTower, let name, let side, let hp, let max):
      guard !units.contains(where: { $0.name == name }) else { throw Refused() }
      let most = max ?? hp ?? (isTower ? 300 : 100)
      var unit = GameModel.Unit(
        name: name, isTower: isTower, side: side ?? "attacker", hp: hp ?? most, max: most)
      guard unit.hp <= most, unit.hp >= 1 else { throw Refused() }
      unit.settle()
      units.append(unit)
    case .status(let name, let status):
      let place = try place(of: name)
      guard units[place].allows(status) else { throw Refused() }
      units[place].status = status
    case .hp(let name, let hp):
      let place = try place(of: name)
      guard units[place].status != "fallen" || hp == 0, hp <= units[place].max else { throw Refused() }
      units[place].hp = hp
      units[place].settle()
    case .rename(let name, let new):
      let place = try place(of: name)
      guard new == name || !units.contains(where: { $0.name == new }) else { throw Refused() }
      units[place].name = new
    case .heal(let name, let amount):
      let place = try place(of: name)
      guard units[place].status != "fallen" else { throw Refused() }
      units[place].hp = min(units[place].max, units[place].hp + (amount ?? 20))
      if units[place].status == "wounded" {
        units[place].status = "healing"
      } else if units[place].status == "healing", units[place].hp == units[place].max {
        units[place].status = "ready"
      }
    case .dismiss(let name):
      units.remove(at: try place(of: name))
    case .attack(let name, let target):
      try strike(name, target, hitPointsAfterBlow)
    case .after(let ticks, let action): plan(action, in: ticks, interval: nil)
    case .every(let ticks, let action): plan(action, in: ticks, interval: ticks)
    case .cancel(let number):
      guard number == nil || jobs.contains(where: { $0.number == number }) else { throw Refused() }
      jobs.removeAll { number == nil || $0.number == number }
    case .watch(let query): watch = query
    case .unwatch:
      guard watch != nil else { throw Refused() }
      watch = nil
    case .side(let word): side = word
    case .phase, .advance, .opponent, .server, .poll: try play(action)
    case .tick, .undo, .redo, .goTo: throw Refused()
    }
  }

  private mutating func plan(_ action: Action, in ticks: Int, interval: Int?) {
    lastJob += 1
    jobs.append(GameModel.Job(number: lastJob, at: tick + ticks, interval: interval, action: action))
  }

  private mutating func strike(_ name: String, _ target: String, _ hitPointsAfterBlow: (String) -> Int) throws
  {
    let (attacker, victim) = (try place(of: name), try place(of: target))
    guard attacker != victim, units[attacker].allows("fighting"), units[victim].status != "fallen" else {
      throw Refused()
    }
    units[attacker].status = "fighting"
    let (before, after) = (units[victim].hp, hitPointsAfterBlow(target))
    // A blow takes 5 to 30 hit points, and no more than there are.
    guard (5...30).contains(before - after) || after == 0 && before <= 30 else { throw Refused() }
    units[victim].hp = after
    units[victim].settle()
  }

  private mutating func play(_ action: Action) throws {
    switch action {
    case .phase(let new):
      guard let old = GameModel.phases.firstIndex(of: game.phase),
        new == game.phase || new == GameModel.phases[(old + 1) % 4]
      else { throw Refused() }
      enter(new)
    case .advance:
      guard let old = GameModel.phases.firstIndex(of: game.phase) else { throw Refused() }
      enter(GameModel.phases[(old + 1) % 4])
    case .opponent(let name): game.opponent = name
    case .server(let action, let detail): tellServer(action, detail)
    case .poll:
      if serverHolds {
        app = "dataRetrieval active"
      } else if serverFails {
        app = "dataRetrieval failure: cable"
      } else {
        app = "dataRetrieval success"
        game = server
      }
    default: throw Refused()
    }
  }

  private mutating func enter(_ phase: String) {
    if phase != game.phase, phase == "none" { game = GameModel.Status() }
    game.phase = phase
  }

  private mutating func tellServer(_ action: String, _ detail: String?) {
    switch action {
    case "match": server = GameModel.Status(phase: "matching", opponent: detail)
    case "start": server.phase = "active"
    case "end":
      server.phase = "postMortem"
      server.result = detail
    case "reset": server = GameModel.Status()
    case "fail": (serverFails, serverHolds) = (true, false)
    case "hold": serverHolds = true
    default: (serverFails, serverHolds) = (false, false)
    }
  }
}

extension GameModel.Unit {
  func allows(_ new: String) -> Bool { new == status || GameModel.after[status, default: []].contains(new) }

  /// A unit without hit points is fallen; below 30 % it is wounded.
  mutating func settle() {
    if hp == 0 {
      status = "fallen"
    } else if Double(hp) < 0.3 * Double(max), status != "healing", allows("wounded") {
      status = "wounded"
    }
  }
}
