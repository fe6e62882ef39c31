import AutoUpdate
import CommandLanguage

/// The commands about units.
enum UnitCommands {
  static let all: [Command<WarRoom>] = [
    Command(
      "spawn", "Bring a unit into the game", .kind, .unitName, .option("side", .side, default: .attacker),
      .option("hp", .hp(from: 1)), .option("max", .hp("max", from: 1))
    ) { room, kind, name, side, hp, max in
      try room.spawn(kind, name: name, side: side, hp: hp, maxHP: max)
    }
    .with(
      help: """
        A hero has 100 hit points and a tower 300, unless “hp” or “max” say otherwise.
        A name that is no single word stands in quotes.
        """,
      examples: ["spawn hero Arthur", "spawn tower \"North Gate\" side=defender hp=80 max=120"]),
    Command("status", "Change a unit's status", .unit, .status) { room, unit, status in
      try room.setStatus(of: unit, to: status)
    }
    .with(
      help: StatusRules.text, examples: ["status Arthur wounded"]),
    Command("hp", "Set a unit's hit points", .unit, .hp()) { room, unit, hp in
      try room.setHP(of: unit, to: hp)
    }
    .with(
      help: "With none left a unit is fallen, with less than 30 % wounded.", examples: ["hp Arthur 25"]),
    Command("rename", "Give a unit another name", .unit, .unitName) { room, unit, name in
      try room.rename(unit, to: name)
    }
    .with(examples: ["rename Arthur Artus"]),
    Command("attack", "Let one unit strike another", .unit, .unit.labelled("target")) {
      room, attacker, target in
      try room.attack(attacker, target)
    }
    .with(
      help: "The damage, \(Combat.damage.lowerBound) to \(Combat.damage.upperBound), is drawn from the seed.",
      examples: ["attack Arthur Morgana"]),
    Command(
      "heal", "Give a unit hit points back", .unit,
      .optional(.hp("amount", from: 1), default: Combat.usualCare)
    ) { room, unit, amount in
      try room.heal(unit, by: amount)
    }
    .with(
      help: "A wounded unit begins to heal; once it is whole it is ready.",
      examples: ["heal Arthur", "heal Arthur 50"]),
    Command("dismiss", "Take a unit out of the game", .unit) { room, unit in try room.dismiss(unit) }
      .with(examples: ["dismiss Arthur"]),
    Command(
      "units", "List units", .option("side", .side), .option("status", .status)
    ) { room, side, status in
      try room.charge(of: room.units.count)
      room.list(
        room.sortedUnits.filter { (side ?? $0.side) == $0.side && (status ?? $0.status) == $0.status })
    }
    .with(examples: ["units", "units side=defender status=ready"], traits: [.direct, .contained]),
  ].map { $0.with(topic: "units", traits: $0.description.traits.union(.contained)) }
}
