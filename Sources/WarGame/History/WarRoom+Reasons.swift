import AutoUpdate
import CommandLanguage
import TextViews

/// Facts that several views depend on.
struct GameFacts {
  let phase: Fact
  let opponent: Fact
  /// The side that we play on.
  let side: Fact
  let app: Fact

  init(of room: WarRoom) {
    phase = Fact("phase", of: Game.currentID, in: room.games)
    opponent = Fact("opponent", of: Game.currentID, in: room.games)
    side = Fact("side", of: .me, in: room.players, label: "me")
    app = Fact("state", of: 0, in: room.appStates)
  }
}

extension WarRoom {
  // MARK: Facts

  func openFact(_ screen: ScreenState.Name) -> Fact {
    Fact("open", of: screen, in: screenStates, label: screen.rawValue)
  }

  // MARK: Reasons of views

  func reasons(of screen: ScreenState.Name) -> Reasons {
    Reasons(conditions: [Condition(openFact(screen), isOneOf: [.truth(true)])])
  }

  func reasons(of watch: Watch) -> Reasons {
    let fact = Fact(
      presenceOf: watch.id, in: watches, name: ChangeText.name(of: watch),
      isMeant: { $0.number == watch.number })
    return Reasons(conditions: [Condition(presence: fact)])
  }

  /// A unit's row, wherever units are listed.
  func reasons(of unit: AnyUnit) -> Reasons {
    let presence = Fact(presenceOf: unit.id, in: units, name: ChangeText.name(of: unit))
    return Reasons(
      conditions: [Condition(presence: presence)],
      content: ["name", "status", "hp"].map { Fact($0, of: unit.id, in: units, label: unit.label) },
      text: { [units] reader in
        reader.model(unit.id, in: units).map { "\($0.name) \($0.status.name) \($0.hp)" } ?? ""
      })
  }

  func reasons(of message: Message) -> Reasons {
    let presence = Fact(presenceOf: message.id, in: messages, name: ChangeText.name(of: message))
    return Reasons(conditions: [Condition(presence: presence)])
  }

  /// A unit's row in a watch: the watch and the unit are there, and the selection's condition holds.
  func reasons(of unit: AnyUnit, in watch: Watch, _ rows: SelectionRows<AnyUnit>) -> Reasons {
    var reasons = reasons(of: watch)
    reasons.conditions += self.reasons(of: unit).conditions
    if let condition = rows.conditionText {
      let recorded = Set(FieldCollector.fields(of: unit).map(\.name))
      let named = rows.conditionProperties.map { $0 == "face" ? "status" : $0 }
      reasons.conditions.append(
        Condition(
          named.filter(recorded.contains).map { Fact($0, of: unit.id, in: units, label: unit.label) },
          expression: WarRoom.shown(condition),
          holds: { [units] reader in
            reader.model(unit.id, in: units).map { (try? rows.matches($0)) ?? false } ?? false
          }))
    }
    return reasons
  }

  // MARK: Fields

  /// The field that a reference names: `Arthur.status`, `game.phase`, `tick`.
  func fact(named reference: String) -> Fact? {
    if reference == "tick" { return Fact("tick", of: 0, in: clocks, label: "") }
    guard let dot = reference.lastIndex(of: ".") else { return nil }
    let (label, field) = (String(reference[..<dot]), String(reference[reference.index(after: dot)...]))
    func fact<Model: Recorded>(_ table: Table<Model>, _ id: Model.ID) -> Fact? {
      guard let model = table[id] else { return nil }
      guard FieldCollector.fields(of: model).contains(where: { $0.name == field }) else { return nil }
      return Fact(field, of: id, in: table, label: model.label)
    }
    if let unit = names.find(label) { return fact(units, unit) }
    if let screen = ScreenState.Name(rawValue: label) { return fact(screenStates, screen) }
    if watches[label] != nil { return fact(watches, label) }
    switch label {
    case "game": return fact(games, Game.currentID)
    case "me": return fact(players, .me)
    case "opponent": return fact(players, .opponent)
    case "app": return fact(appStates, 0)
    case "server": return fact(servers, 0)
    case "generator": return fact(generators, 0)
    default: return nil
    }
  }
}
