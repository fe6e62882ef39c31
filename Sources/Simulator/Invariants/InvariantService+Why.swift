import AutoUpdate
import TerminalText

extension InvariantService {
  /// Since when an invariant has to hold, and what it says; `nil` when none is called so.
  func why(_ name: String) throws -> [String]? {
    guard let text = all.first(where: { $0.name == name })?.text else { return nil }
    let says = "it says: \(Escaping.escaped(text))"
    let table = simulation.table(of: MadeInvariant.self)
    guard table[name] != nil else { return ["holds since the beginning", says] }
    let search = PastSearch(simulation: simulation)
    let turn = try search.lastTurn { $0[name, in: table]?.number }?.turn
    return [search.line("demanded", turn, []), says]
  }
}
