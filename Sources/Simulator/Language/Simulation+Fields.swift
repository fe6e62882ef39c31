import CommandLanguage
import TerminalText

extension Simulation {
  /// Converts a value of an expression to a value of a field.
  ///
  /// - Throws: ``SimulationError`` if the value has another type.
  func fieldValue(of value: Value, as type: ValueType, field: String) throws -> Value {
    if let value = fieldValue(of: value, as: type) { return value }
    let shown = interpreter?.show(value) ?? ""
    var suggestion: String?
    if case .text(let text) = value {
      suggestion = NearNames.nearest(to: text, among: FieldCandidates.of(type, in: self).map(\.text))
    }
    throw SimulationError.wrongType(
      field: field, value: Quoting.message(shown), wanted: type.noun, suggestion: suggestion)
  }

  func write<M: Model>(_ value: Value, to name: String, of object: inout M) throws {
    guard let field = M.schema.field(named: name), let write = field.write else {
      let writable = M.schema.fields.filter { $0.write != nil }.map(\.name)
      throw SimulationError.unknownField(
        kind: M.kindName, name, suggestion: NearNames.nearest(to: name, among: writable), known: writable)
    }
    guard write(&object, try fieldValue(of: value, as: field.type, field: name)) else {
      throw SimulationError.wrongType(
        field: name, value: Quoting.message(interpreter?.show(value) ?? ""), wanted: field.type.noun,
        suggestion: nil)
    }
  }
}

/// Completions for the values of fields.
enum FieldCandidates {
  /// The label of a parameter whose key path is not a field.
  static let undeclared = "undeclared field"

  /// - Parameter bounds: The range of durations.
  static func of(
    _ type: ValueType, within bounds: (least: Value, most: Value)? = nil, in simulation: Simulation
  ) -> [Completions.Candidate] {
    switch type {
    case .optional(let type): of(type, within: bounds, in: simulation) + [Completions.Candidate("none")]
    case .list(let type): of(type, in: simulation)
    case .duration where bounds != nil:
      [bounds?.least, bounds?.most].compactMap { $0?.plainText.map { Completions.Candidate($0) } }
    case .reference(let target):
      simulation.objects(ofKindNamed: target.kindName)?.names.map { Completions.Candidate($0) } ?? []
    default: type.candidates.map { Completions.Candidate($0) }
    }
  }
}
