import AutoUpdate
import Simulator

/// The contracts of the commands for units, written independently of the code that fulfils them.
enum UnitContracts {
  static func spawn(
    _ before: PastWorld, _ after: Simulation, _ kind: AnyUnit.Kind, _ name: String, _ side: Side, _ hp: Int?,
    _ most: Int?
  ) -> [Claim] {
    var added: [AnyUnit] = []
    after.table(of: AnyUnit.self).forEachOpenChange { old, new in
      if old == nil, let new { added.append(new) }
    }
    guard let unit = added.first else { return [Claim("there is a new unit", false)] }
    return [
      nothingElse(before, Reference(to: unit)),
      Claim("there is one more unit", after.table(of: AnyUnit.self).count == before.count(AnyUnit.self) + 1),
      Claim("it has the given name", added.count == 1 && unit.name == name),
      Claim("it has the given type and side", unit.kind == kind && unit.side == side),
      Claim(
        "it has the given or default maximum hit points",
        unit.maxHP == most ?? hp ?? (kind == .hero ? 100 : 300)),
      Claim("it has the given hit points, or its maximum", unit.hp == hp ?? unit.maxHP),
      Claim("it is ready, or wounded below 30 %", unit.status == (isLow(unit) ? .wounded : .ready)),
    ]
  }

  static func status(
    _ before: PastWorld, _ after: Simulation, _ unit: Reference<AnyUnit>, _ status: UnitStatus
  ) -> [Claim] {
    guard let old = before[unit], let new = after[unit] else { return [gone] }
    return [
      nothingElse(before, unit),
      Claim("the unit has the given status", new.status == status),
      Claim("nothing else about it changes", isSame(old, new) { $0.status = $1.status }),
    ]
  }

  static func units(
    _ before: PastWorld, _ after: Simulation, _ side: Side?, _ status: UnitStatus?
  ) -> [Claim] {
    var units = after.all(AnyUnit.self)
    if let side { units.removeAll { $0.side != side } }
    if let status { units.removeAll { $0.status != status } }
    guard let printed = after.printed else { return [] }
    let lines = printed.split(separator: "\n")
    let isNumbered = lines.enumerated().allSatisfy { row, line in
      line.split(separator: " ").first.flatMap { Int($0) } == row + 1
    }
    return [
      Claim("each unit of the side and status has a line, and no other", lines.count == max(1, units.count)),
      Claim("the lines are numbered from 1", units.isEmpty || isNumbered),
    ]
  }

  static func acceptsStatus(_ world: Simulation, _ unit: Reference<AnyUnit>, _ status: UnitStatus) -> Bool {
    world[unit].map { $0.status == status || next[$0.status, default: []].contains(status) } ?? false
  }

  private static let next: [UnitStatus: [UnitStatus]] = [
    .ready: [.marching, .fighting, .wounded, .fallen], .marching: [.ready, .fighting, .wounded, .fallen],
    .fighting: [.ready, .marching, .wounded, .fallen], .wounded: [.healing, .fallen],
    .healing: [.ready, .wounded, .fallen],
  ]

  static func hp(
    _ before: PastWorld, _ after: Simulation, _ unit: Reference<AnyUnit>, _ hp: Int
  ) -> [Claim] {
    guard let old = before[unit], let new = after[unit] else { return [gone] }
    return [
      nothingElse(before, unit),
      Claim("the unit has the given hit points", new.hp == hp),
      Claim("a fallen unit gains nothing", old.status != .fallen || hp == 0),
      Claim("its status agrees with its hit points", agrees(old, new)),
      Claim("nothing else about it changes", isSame(old, new) { ($0.hp, $0.status) = ($1.hp, $1.status) }),
    ]
  }

  static func acceptsHP(_ world: Simulation, _ unit: Reference<AnyUnit>, _ hp: Int) -> Bool {
    world[unit].map { hp <= $0.maxHP && ($0.status != .fallen || hp == 0) } ?? false
  }

  static func rename(
    _ before: PastWorld, _ after: Simulation, _ unit: Reference<AnyUnit>, _ name: String
  ) -> [Claim] {
    guard let old = before[unit], let new = after[unit] else { return [gone] }
    return [
      nothingElse(before, unit),
      Claim("the unit has the given name", new.name == name),
      Claim("nothing else about it changes", isSame(old, new) { $0.name = $1.name }),
    ]
  }

  static func attack(
    _ before: PastWorld, _ after: Simulation, _ attacker: Reference<AnyUnit>, _ target: Reference<AnyUnit>
  ) -> [Claim] {
    guard let old = before[target], let new = after[target], let striker = before[attacker],
      let fighting = after[attacker]
    else { return [gone] }
    let loss = old.hp - new.hp
    return [
      nothingElse(before, attacker, target),
      Claim(
        "the blow takes 5 to 30 hit points, or all that are left",
        (5...30).contains(loss) || new.hp == 0 && loss < 5 && loss >= 0),
      Claim("no unit attacks itself", attacker != target),
      Claim("no fallen unit is attacked", old.status != .fallen),
      Claim("only a unit that can fight attacks", [.ready, .marching, .fighting].contains(striker.status)),
      Claim("the attacker fights", fighting.status == .fighting),
      Claim("the attacker is not hurt", isSame(striker, fighting) { $0.status = $1.status }),
      Claim("the target's status agrees with its hit points", agrees(old, new)),
      Claim(
        "nothing else about the target changes", isSame(old, new) { ($0.hp, $0.status) = ($1.hp, $1.status) }),
    ]
  }

  static func acceptsAttack(
    _ world: Simulation, _ attacker: Reference<AnyUnit>, _ target: Reference<AnyUnit>
  ) -> Bool {
    guard attacker != target, let striker = world[attacker], let unit = world[target] else { return false }
    return [.ready, .marching, .fighting].contains(striker.status) && unit.status != .fallen
  }

  static func heal(
    _ before: PastWorld, _ after: Simulation, _ unit: Reference<AnyUnit>, _ amount: Int?
  ) -> [Claim] {
    guard let old = before[unit], let new = after[unit] else { return [gone] }
    let isWhole = new.hp == new.maxHP
    let expected: UnitStatus =
      old.status == .wounded ? .healing : old.status == .healing && isWhole ? .ready : old.status
    return [
      nothingElse(before, unit),
      Claim(
        "the unit gains the given hit points, or 20, up to its maximum",
        new.hp == min(old.maxHP, old.hp + (amount ?? 20))),
      Claim("a fallen unit is not healed", old.status != .fallen),
      Claim("a wounded unit heals, and a healing unit is ready at full hit points", new.status == expected),
      Claim("nothing else about it changes", isSame(old, new) { ($0.hp, $0.status) = ($1.hp, $1.status) }),
    ]
  }

  static func acceptsHeal(_ world: Simulation, _ unit: Reference<AnyUnit>, _ amount: Int?) -> Bool {
    world[unit].map { $0.status != .fallen } ?? false
  }

  static func dismiss(_ before: PastWorld, _ after: Simulation, _ unit: Reference<AnyUnit>) -> [Claim] {
    [nothingElse(before, unit), Claim("the unit is gone", before[unit] != nil && after[unit] == nil)]
  }

  /// Returns the claim that a command has changed no objects except some units.
  private static func nothingElse(_ before: PastWorld, _ units: Reference<AnyUnit>...) -> Claim {
    Claim(
      "nothing else changes",
      before.changes(only: AnyUnit.self) && before.changed(AnyUnit.self).allSatisfy(units.contains))
  }

  private static let gone = Claim("the unit still exists", false)

  private static func isLow(_ unit: AnyUnit) -> Bool { unit.hp * 100 < unit.maxHP * 30 }

  /// Returns a Boolean value that indicates whether the status of a unit agrees with its hit points: fallen without
  /// any, wounded or still healing below 30 %, and otherwise unchanged.
  private static func agrees(_ old: AnyUnit, _ new: AnyUnit) -> Bool {
    if new.hp == 0 { return new.status == .fallen }
    if !isLow(new) || old.status == .healing { return new.status == old.status }
    return new.status == .wounded
  }

  /// Returns a Boolean value that indicates whether two states of a unit are equal, apart from the properties that
  /// `ignore` copies.
  private static func isSame(_ old: AnyUnit, _ new: AnyUnit, ignore: (inout UnitState, UnitState) -> Void)
    -> Bool
  {
    var state = old.state
    ignore(&state, new.state)
    return old.kind == new.kind && state == new.state
  }
}
