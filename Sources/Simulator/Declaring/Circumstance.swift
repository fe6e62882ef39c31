import AutoUpdate
import TerminalText

/// A field of one object whose words coverage combines with the screens: `Circumstance(\Game.phase, of: 0)`.
///
/// Coverage has one cell for each screen in each combination of the circumstances' words.
public struct Circumstance: WorldPart {
  let name: String
  let words: [String]
  let word: @Sendable (Simulation) -> String?
  let problem: String?

  /// Creates a circumstance from a field of an object.
  public init<M: Model, Word: FieldWord>(_ path: any KeyPath<M, Word> & Sendable, of id: M.ID) {
    let field = M.schema.field(at: path)
    name = field?.name ?? ""
    words = field?.type.words ?? []
    problem = field == nil ? "a circumstance is not a field of \(English.article(M.kindName))" : nil
    word = { simulation in simulation.table(of: M.self)[id]?[keyPath: path].rawValue }
  }

  public func declare(in declarations: inout Declarations) {
    declarations.circumstances.append(self)
    if let problem { declarations.problems.append(problem) }
  }
}
