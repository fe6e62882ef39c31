import AutoUpdate
import CommandLanguage

/// A comparison of two results for the fields of an object: the steps that `why` names, and the steps found in the
/// changes of all steps.
struct ReasonCheck {
  let simulation: Simulation

  /// The maximum number of objects of a step that are compared.
  private static let objectCountMax = 4

  /// Returns the first field, among those of the objects changed by the last step, for which `why` names the wrong
  /// step; `nil` if there is none. The right step is the last one that changed the field.
  ///
  /// - Complexity: O(changes of the steps since the oldest of these fields was set).
  func wrongField() -> String? {
    let history = simulation.store.history
    guard history.present > history.steps.lowerBound,
      let last = history.changes(of: history.present - 1)
    else { return nil }
    var count = 0
    for case let change as any ModelChange in last.net.changes where count < Self.objectCountMax {
      count += 1
      if let field = wrongField(of: change) { return field }
    }
    return nil
  }

  private func wrongField<Changed: ModelChange>(of change: Changed) -> String? {
    let table = simulation.table(of: Changed.Model.self)
    guard let id = change.after?.id, table[id] != nil else { return nil }
    let fields = Changed.Model.schema.fields.filter { $0.isStored }
    let search = PastSearch(simulation: simulation)
    // The search needs a budget of its own. Otherwise it would be charged to the line that has just ended.
    guard let interpreter = simulation.interpreter,
      let turns = try? interpreter.budget.apart({ try search.lastTurns(of: fields, of: id, in: table) })
    else { return nil }
    let parts = lastParts(of: fields, of: id)
    for (index, field) in fields.enumerated() where turns[index]?.turn.part != parts[index] {
      return ChangeText.reference(
        simulation.label(ofKind: Changed.Model.kindName, id.fieldValue) ?? "", field.name)
    }
    return nil
  }

  /// Returns, for each field of an object, the number of the last step that changed it; `nil` if no step did.
  private func lastParts<M: Model>(of fields: [Field<M>], of id: M.ID) -> [Int?] {
    let history = simulation.store.history
    var parts: [Int?] = fields.map { _ in nil }
    var missing = fields.count
    var part = history.present - 1
    while missing > 0, let changes = history.changes(of: part) {
      let net = changes.net.changes(of: M.self)
      if let change = net.first(where: { ($0.after ?? $0.before)?.id == id }) {
        for (index, field) in fields.enumerated() where parts[index] == nil {
          guard change.before.map(field.read) != change.after.map(field.read) else { continue }
          parts[index] = part
          missing -= 1
        }
      }
      part -= 1
    }
    return parts
  }
}
