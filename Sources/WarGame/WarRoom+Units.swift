import AutoUpdate
import CommandLanguage
import TextViews

extension WarRoom {
  /// The most hit points that a unit may have.
  static let hpLimit = 9_999

  func spawn(_ kind: AnyUnit.Kind, name: String, side: Side, hp: Int?, maxHP: Int?) throws {
    try checkName(name)
    guard units.count < unitLimit else { throw GameError.tooMany(.units, limit: unitLimit) }
    let most = maxHP ?? hp ?? kind.usualHP
    let points = hp ?? most
    guard points <= most else { throw GameError.hpOutOfRange(points, max: most, argument: 3) }
    let id = try draw { $0.nextUnit() }
    var unit = AnyUnit(kind, id: id, name: name, side: side, hp: points, maxHP: most)
    Combat.settle(&unit)
    try write { $0.save(unit, in: units) }
  }

  func setStatus(of id: UnitID, to status: UnitStatus) throws {
    try change(id) { unit in
      guard StatusRules.allows(unit.status, status) else {
        throw GameError.statusNotAllowed(name: unit.name, from: unit.status, to: status)
      }
      unit.status = status
    }
  }

  func setHP(of id: UnitID, to hp: Int) throws {
    try change(id) { unit in
      guard hp <= unit.maxHP else { throw GameError.hpOutOfRange(hp, max: unit.maxHP, argument: 1) }
      guard unit.status != .fallen || hp == 0 else { throw GameError.cannotHeal(name: unit.name) }
      unit.hp = hp
      Combat.settle(&unit)
    }
  }

  func rename(_ id: UnitID, to name: String) throws {
    guard units[id]?.name != name else { return }
    try checkName(name)
    try change(id) { $0.name = name }
  }

  func attack(_ attacker: UnitID, _ target: UnitID) throws {
    try change(attacker) { unit in
      if attacker == target { throw GameError.attacksItself(name: unit.name) }
      guard StatusRules.allows(unit.status, .fighting) else {
        throw GameError.cannotFight(name: unit.name, status: unit.status)
      }
      unit.status = .fighting
    }
    let damage = try draw { Int.random(in: Combat.damage, using: &$0) }
    try change(target) { unit in
      if unit.status == .fallen { throw GameError.cannotBeHit(name: unit.name) }
      unit.hp -= damage
      Combat.settle(&unit)
    }
  }

  func heal(_ id: UnitID, by amount: Int) throws {
    try change(id) { unit in
      if unit.status == .fallen { throw GameError.cannotHeal(name: unit.name) }
      Combat.heal(&unit, by: amount)
    }
  }

  func dismiss(_ id: UnitID) throws {
    try write { _ = $0.delete(id, from: units) }
  }

  /// Prints units as rows, without a mark: an answer, not a change.
  func list(_ units: [AnyUnit]) {
    if units.isEmpty { return output.writeLine("no units") }
    let digits = String(units.count).utf8.count
    for (row, unit) in units.enumerated() {
      var fields = Fields()
      UnitCell.write(unit, to: &fields)
      console.row(fields, number: row + 1, digits: digits, in: UnitCell.columns)
    }
    flush()
  }

  private func change(_ id: UnitID, _ body: (inout AnyUnit) throws -> Void) throws {
    guard let coverage else { return try write { _ = try $0.update(id, in: units, body) } }
    let old = units[id]?.status
    do {
      try write { _ = try $0.update(id, in: units, body) }
    } catch {
      coverage.note(error)
      throw error
    }
    coverage.note(old, units[id]?.status)
  }

  private func checkName(_ name: String) throws {
    if names.find(name) != nil { throw GameError.nameTaken(name, by: "unit") }
    if watches[name] != nil { throw GameError.nameTaken(name, by: "watch") }
    if let why = UnitName.problem(with: name) { throw GameError.badName(name, why: why) }
  }
}
