import CommandLanguage
import TerminalText

/// A failure of one of the game's commands, besides those that the rules of fields report.
enum GameError: CountedError {
  case cannotFight(name: String, status: UnitStatus)
  case cannotBeHit(name: String)
  case cannotHeal(name: String)
  case attacksItself(name: String)
  case missingDetail(String)
  case pollerRests(state: AppState)
  case phaseNotAllowed(from: GamePhase, to: GamePhase)

  enum Kind: String, CaseIterable {
    case cannotFight, cannotBeHit, cannotHeal, attacksItself, missingDetail, pollerRests, phaseNotAllowed
  }

  var kind: Kind {
    switch self {
    case .cannotFight: .cannotFight
    case .cannotBeHit: .cannotBeHit
    case .cannotHeal: .cannotHeal
    case .attacksItself: .attacksItself
    case .missingDetail: .missingDetail
    case .pollerRests: .pollerRests
    case .phaseNotAllowed: .phaseNotAllowed
    }
  }

  var prose: Explanation {
    switch self {
    case .cannotFight(let name, let status):
      Explanation("\(Quoting.label(name)) is \(status.rawValue) and cannot fight", argument: 0)
    case .cannotBeHit(let name):
      Explanation("\(Quoting.label(name)) is fallen and cannot be attacked", argument: 1)
    case .cannotHeal(let name):
      Explanation("\(Quoting.label(name)) is fallen and cannot be healed", argument: 0)
    case .attacksItself(let name): Explanation("\(Quoting.label(name)) cannot attack itself", argument: 1)
    case .missingDetail(let what): Explanation("something is missing here: \(what)")
    case .pollerRests(let state):
      Explanation("nothing is asked for while the app's state is \(Escaping.escaped("\(state)"))")
    case .phaseNotAllowed(let old, let new):
      Explanation(
        "the game is in phase \(old.rawValue) and cannot go to \(new.rawValue)",
        notes: ["after \(old.rawValue) comes \(old.next.rawValue)"], argument: 0)
    }
  }
}

extension GameError {
  static func meaning(of kind: Kind) -> String {
    switch kind {
    case .cannotFight: "Only a unit whose status may become fighting can attack."
    case .cannotBeHit: "A fallen unit cannot be attacked."
    case .cannotHeal: "A fallen unit stays fallen."
    case .attacksItself: "Attacker and target are the same unit."
    case .missingDetail: "The command needs one more word in this case. “help COMMAND” tells which."
    case .pollerRests: "The app asks the server only in some of its states."
    case .phaseNotAllowed: "A game goes through its phases in their order."
    }
  }
}
