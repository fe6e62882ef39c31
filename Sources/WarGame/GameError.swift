import CommandLanguage
import TerminalText

/// Why a command of the game cannot be done.
enum GameError: CountedError {
  case nameTaken(String, by: String, argument: Int = 1)
  case cannotWatch
  case badName(String, why: String)
  case statusNotAllowed(name: String, from: UnitStatus, to: UnitStatus)
  case hpOutOfRange(Int, max: Int, argument: Int)
  case cannotFight(name: String, status: UnitStatus)
  case cannotBeHit(name: String)
  case cannotHeal(name: String)
  case attacksItself(name: String)
  case badText(String, why: String, argument: Int = 0)
  case missingDetail(String)
  case pollerRests(state: AppState)
  case ticksInTick
  case noJob(Int)
  case tooMany(Countable, limit: Int)
  case phaseNotAllowed(from: GamePhase, to: GamePhase)
  case severalFiles
  case withoutPrograms
  case notTakenIn(Int, of: Int, shown: Int)
  case withoutRows(String)
  case noRow(String, list: String, count: Int)
  case valueOutOfRange(max: Int)

  var prose: Explanation {
    switch self {
    case .nameTaken(let name, let bearer, let argument):
      Explanation("there is a \(bearer) \(Quoting.message(name)) already", argument: argument)
    case .cannotWatch:
      Explanation("only units can be watched", argument: 1)
    case .badName(let name, let why):
      Explanation("\(Quoting.message(name)) cannot be a unit's name: \(why)", argument: 1)
    case .statusNotAllowed(let name, let old, let new):
      Explanation(
        "\(name) is \(old.name) and cannot become \(new.name)",
        notes: [Self.mayFollow(old.name, StatusRules.followers(of: old).map(\.name))], argument: 1)
    case .hpOutOfRange(let hp, let max, let argument):
      Explanation("\(hp) hp is out of range: a unit has from 0 to \(max)", argument: argument)
    case .cannotFight(let name, let status):
      Explanation("\(name) is \(status.name) and cannot fight", argument: 0)
    case .cannotBeHit(let name):
      Explanation("\(name) is fallen and cannot be attacked", argument: 1)
    case .cannotHeal(let name):
      Explanation("\(name) is fallen and cannot be healed", argument: 0)
    case .attacksItself(let name):
      Explanation("\(name) cannot attack itself", argument: 1)
    case .badText(let what, let why, let argument):
      Explanation("the \(what) cannot be used: \(why)", argument: argument)
    case .missingDetail(let what):
      Explanation("something is missing here: \(what)")
    case .pollerRests(let state):
      Explanation("nothing is asked for while the app's state is \(Escaping.escaped("\(state)"))")
    case .ticksInTick:
      Explanation("time passes already: a job cannot let more of it pass")
    case .noJob(let id):
      Explanation("there is no job \(id)", notes: ["“jobs” lists what is planned"], argument: 0)
    case .tooMany(let what, let limit):
      Explanation("no more \(what): the setting “\(what)” allows \(limit)", limit: what.rawValue)
    case .phaseNotAllowed(let old, let new):
      Explanation(
        "the game is in phase \(old.name) and cannot go to \(new.name)",
        notes: [Self.mayFollow(old.name, PhaseRules.followers(of: old).map(\.name))], argument: 0)
    case .severalFiles:
      Explanation("this is more than one file", notes: ["a program with its arguments stands after “--”"])
    case .withoutPrograms:
      Explanation("no program is started from here", notes: ["the prompt alone runs the feed of a program"])
    case .notTakenIn(let count, let all, let shown):
      Explanation(
        "of \(all) lines \(count) could not be taken in",
        notes: count > shown ? ["only the first \(shown) of them are shown"] : [], argument: 0)
    case .withoutRows(let view):
      Explanation("\(Quoting.message(view)) has no rows", argument: 0)
    case .noRow(let row, let list, let count):
      Explanation(
        "\(list) shows no row \(Escaping.escaped(row))",
        notes: [count == 0 ? "it shows none" : "it shows 1 to \(count)"], argument: 1)
    case .valueOutOfRange(let max):
      Explanation("the value is a whole number from 0 to \(max)")
    }
  }

  /// What there may be only so many of; each is a setting of its name.
  enum Countable: String, CaseIterable, Sendable {
    case watches, units, jobs
  }

  private static func mayFollow(_ word: String, _ words: [String]) -> String {
    words.isEmpty ? "nothing follows \(word)" : "after \(word) comes \(words.joined(separator: ", "))"
  }
}
