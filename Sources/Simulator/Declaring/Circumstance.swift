import AutoUpdate
import TerminalText

/// A field of one object whose words are circumstances in which screens are seen: `Circumstance(\Game.phase, of: 0)`.
///
/// Coverage has a cell for each screen in each combination of the circumstances that a world declares.
public struct Circumstance: Sendable {
  let name: String
  let words: [String]
  let word: @Sendable (Simulation) -> String?
  /// The problem of its declaration, if there is one.
  let problem: String?

  /// The words of a field.
  public init<M: Model, Word: FieldWord>(_ path: any KeyPath<M, Word> & Sendable, of id: M.ID) {
    let field = M.schema.field(at: path)
    name = field?.name ?? ""
    words = field?.type.words ?? []
    problem = field == nil ? "a circumstance is not a field of \(English.article(M.kindName))" : nil
    word = { simulation in simulation.table(of: M.self)[id]?[keyPath: path].rawValue }
  }
}
