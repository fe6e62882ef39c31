import CommandLanguage
import TerminalText

/// A failure of a command of the game, apart from violations of the fields' rules.
enum GameError: CatalogedError {
  case cannotFight(name: String, status: UnitStatus)
  case cannotBeHit(name: String)
  case cannotHeal(name: String)
  case attacksItself(name: String)
  case missingDetail(String)
  case unknownResult(String)
  case pollingPaused(state: AppState)
  case phaseNotAllowed(from: GamePhase, to: GamePhase)

  enum Kind: String, CaseIterable {
    case cannotFight, cannotBeHit, cannotHeal, attacksItself, missingDetail, unknownResult, pollingPaused,
      phaseNotAllowed
  }

  static func message(of kind: Kind) -> ErrorMessage {
    switch kind {
    case .cannotFight:
      .init(
        "{name} is {status} and cannot fight", "Only a unit whose status may become fighting can attack.")
    case .cannotBeHit: .init("{name} is fallen and cannot be attacked", "A fallen unit cannot be attacked.")
    case .cannotHeal: .init("{name} is fallen and cannot be healed", "A fallen unit stays fallen.")
    case .attacksItself: .init("{name} cannot attack itself", "Attacker and target are the same unit.")
    case .missingDetail:
      .init(
        "{what} is missing",
        "The command needs one more word in this case. “help COMMAND” shows which.")
    case .unknownResult: .init("there is no result {name}", "A game ends in “win” or “loss”.")
    case .pollingPaused:
      .init(
        "the server is not polled while the app's state is {state}",
        "The app polls the server only in some of its states.")
    case .phaseNotAllowed:
      .init(
        "the game is in phase {from} and cannot go to {to}", "A game goes through its phases in their order.")
    }
  }

  var report: ErrorReport<Kind> {
    switch self {
    case .cannotFight(let name, let status):
      .init(.cannotFight, [Quoting.label(name), status.rawValue], argument: 0)
    case .cannotBeHit(let name): .init(.cannotBeHit, [Quoting.label(name)], argument: 1)
    case .cannotHeal(let name): .init(.cannotHeal, [Quoting.label(name)], argument: 0)
    case .attacksItself(let name): .init(.attacksItself, [Quoting.label(name)], argument: 1)
    case .missingDetail(let what): .init(.missingDetail, [what])
    case .unknownResult(let name):
      .unknown(.unknownResult, name, among: GameResult.allCases.map(\.rawValue), argument: 1)
    case .pollingPaused(let state): .init(.pollingPaused, [Escaping.escaped("\(state)")])
    case .phaseNotAllowed(let old, let new):
      .init(
        .phaseNotAllowed, [old.rawValue, new.rawValue],
        notes: ["after \(old.rawValue) comes \(old.next.rawValue)"], argument: 0)
    }
  }
}
