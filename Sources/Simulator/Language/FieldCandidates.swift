import CommandLanguage
import TerminalText

/// Completions for the values of fields.
enum FieldCandidates {
  /// The label of a parameter whose key path is not a field.
  static let undeclared = "undeclared field"

  static func of(_ type: ValueType, in simulation: Simulation) -> [Completions.Candidate] {
    switch type {
    case .optional(let type): of(type, in: simulation) + [Completions.Candidate("none")]
    case .list(let type): of(type, in: simulation)
    case .reference(let target):
      simulation.objects(ofKindNamed: target.kindName)?.names.map { Completions.Candidate($0) } ?? []
    default: type.candidates.map { Completions.Candidate($0) }
    }
  }
}
