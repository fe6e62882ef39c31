import AutoUpdate
import CommandLanguage
import Simulator
import TextViews

enum UnitCommands {
  static let all: [Command] = [
    Command(
      "spawn", "Bring a unit into the game", .word("type", "hero or tower"),
      .newName(of: AnyUnit.self, "name", "a new name"),
      .option("side", .word("side", "attacker or defender"), default: Side.attacker),
      .option("hp", .points("hp", "hit points")), .option("max", .points("max", "the maximum hit points"))
    ) { world, kind, name, side, hp, max in
      try world.spawn(kind, name, side, hp, max)
    } ensures: {
      UnitContracts.spawn($0, $1, $2, $3, $4, $5, $6)
    }
    .with(
      help: """
        A hero has 100 hit points and a tower 300, unless “hp” or “max” say otherwise.
        Quote a name that is not a single word.
        """,
      examples: ["spawn hero Arthur", "spawn tower \"North Gate\" side=defender hp=80 max=120"]),
    Command("status", "Change a unit's status", .one(AnyUnit.self), .field(\AnyUnit.state.status)) {
      world, unit, status in
      try world.change(unit) { $0.status = status }
    } ensures: {
      UnitContracts.status($0, $1, $2, $3)
    } accepts: {
      UnitContracts.acceptsStatus($0, $1, $2)
    }
    .with(help: Transitions(UnitStatus.next).text, examples: ["status Arthur wounded"]),
    Command("hp", "Set a unit's hit points", .one(AnyUnit.self), .field(\AnyUnit.state.hp)) {
      world, unit, hp in
      try world.setHP(of: unit, to: hp)
    } ensures: {
      UnitContracts.hp($0, $1, $2, $3)
    } accepts: {
      UnitContracts.acceptsHP($0, $1, $2)
    }
    .with(
      help: "Without hit points, a unit is fallen; below 30 %, wounded unless healing.",
      examples: ["hp Arthur 25"]),
    Command(
      "rename", "Rename a unit", .one(AnyUnit.self),
      .newName(of: AnyUnit.self, "name", "a new name")
    ) { world, unit, name in
      try world.change(unit) { $0.name = name }
    } ensures: {
      UnitContracts.rename($0, $1, $2, $3)
    }
    .with(examples: ["rename Arthur Artus"]),
    Command("attack", "Attack one unit with another", .one(AnyUnit.self), .one(AnyUnit.self, "target")) {
      world, attacker, target in
      try world.attack(attacker, target)
    } ensures: {
      UnitContracts.attack($0, $1, $2, $3)
    } accepts: {
      UnitContracts.acceptsAttack($0, $1, $2)
    }
    .with(
      help: "The damage, \(Combat.damage.lowerBound) to \(Combat.damage.upperBound), is drawn from the seed.",
      examples: ["attack Arthur Morgana"]),
    Command(
      "heal", "Restore hit points of a unit", .one(AnyUnit.self),
      .optional(.points("amount", "hit points, \(Combat.defaultHealing) by default"))
    ) { world, unit, amount in
      try world.heal(unit, by: amount ?? Combat.defaultHealing)
    } ensures: {
      UnitContracts.heal($0, $1, $2, $3)
    } accepts: {
      UnitContracts.acceptsHeal($0, $1, $2)
    }
    .with(
      help: "A wounded unit begins to heal; a healing unit is ready at full hit points.",
      examples: ["heal Arthur", "heal Arthur 50"]),
    Command("dismiss", "Remove a unit from the game", .one(AnyUnit.self)) { world, unit in
      try world.remove(unit)
    } ensures: {
      UnitContracts.dismiss($0, $1, $2)
    } accepts: { _, _ in
      true
    }
    .with(examples: ["dismiss Arthur"]),
    Command(
      "units", "List units", .option("side", .word("side", "attacker or defender")),
      .option("status", .word("status", "their status"))
    ) { world, side, status in
      try world.listUnits(side, status)
    } ensures: {
      UnitContracts.units($0, $1, $2, $3)
    }
    .with(examples: ["units", "units side=defender status=ready"], traits: .direct),
  ].map { $0.with(topic: "units", traits: $0.description.traits.union(.contained)) }
}

extension Parameter<Int> {
  /// Returns a parameter for hit points, at least one.
  fileprivate static func points(_ label: String, _ summary: String) -> Self {
    .number(label, summary, in: 1...UnitState.hpLimit)
  }
}

extension Simulation {
  fileprivate func spawn(
    _ kind: AnyUnit.Kind, _ name: String, _ side: Side, _ hp: Int?, _ maxHP: Int?
  ) throws {
    let most = maxHP ?? hp ?? kind.defaultHP
    let id = UnitID(try nextNumber(of: AnyUnit.self))
    var unit = AnyUnit(kind, id: id, name: name, side: side, hp: hp ?? most, maxHP: most)
    unit.state.settle()
    try add(unit)
  }

  fileprivate func setHP(of unit: Reference<AnyUnit>, to hp: Int) throws {
    try change(unit) { unit in
      if unit.status == .fallen, hp > 0 { throw GameError.cannotHeal(name: unit.name) }
      unit.hp = hp
      // A greater value is refused by the field's own rule.
      if hp <= unit.maxHP { unit.state.settle() }
    }
  }

  fileprivate func heal(_ unit: Reference<AnyUnit>, by amount: Int) throws {
    try change(unit) { unit in
      if unit.status == .fallen { throw GameError.cannotHeal(name: unit.name) }
      unit.state.heal(by: amount)
    }
  }

  fileprivate func attack(_ attacker: Reference<AnyUnit>, _ target: Reference<AnyUnit>) throws {
    try change(attacker) { unit in
      if attacker == target { throw GameError.attacksItself(name: unit.name) }
      guard unit.status.allows(.fighting) else {
        throw GameError.cannotFight(name: unit.name, status: unit.status)
      }
      unit.status = .fighting
    }
    let damage = try draw { Int.random(in: Combat.damage, using: &$0) }
    try change(target) { unit in
      if unit.status == .fallen { throw GameError.cannotBeHit(name: unit.name) }
      unit.hp -= damage
      unit.state.settle()
    }
  }

  /// Prints units as rows without change marks.
  fileprivate func listUnits(_ side: Side?, _ status: UnitStatus?) throws {
    try charge(of: table(of: AnyUnit.self).count)
    let units = all(AnyUnit.self).filter {
      (side ?? $0.side) == $0.side && (status ?? $0.status) == $0.status
    }
    if units.isEmpty { return output.writeLine("no units") }
    let digits = String(units.count).utf8.count
    for (row, unit) in units.enumerated() {
      var fields = Fields()
      UnitCell.write(unit, to: &fields)
      console.row(fields, number: row + 1, digits: digits, in: UnitCell.columns)
    }
    flush()
  }
}
