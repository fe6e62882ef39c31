import AutoUpdate
import TerminalText

extension RuleService {
  /// Returns the lines of `why` about a constraint or an invariant: its origin and condition; `nil` if there is none
  /// with this name.
  func why(_ name: String) throws -> [String]? {
    guard let rule = all.first(where: { $0.name == name }) else { return nil }
    let says = "condition: \(Escaping.escaped(rule.text))"
    let table = simulation.table(of: MadeRule.self)
    guard table[name] != nil else { return ["\(rule.role.rawValue) of the world since the beginning", says] }
    let search = PastSearch(simulation: simulation)
    let turn = try search.lastTurn { $0[name, in: table]?.number }?.turn
    return [search.line("\(rule.role.rawValue) made", turn, []), says]
  }
}
