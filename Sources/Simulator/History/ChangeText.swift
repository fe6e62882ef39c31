import AutoUpdate
import TerminalText

/// The texts of changes in the history: `+ card Docs`, `Docs.points 3→5`.
struct ChangeText {
  let simulation: Simulation
  private let former: FormerNames

  init(simulation: Simulation) {
    self.simulation = simulation
    former = FormerNames(of: simulation.store)
  }

  /// Returns a field's value as text. A removed object is shown by its last name.
  func text(of field: Value) -> String {
    field.shown { kind, id in
      simulation.label(ofKind: kind, id) ?? former.name(kind, id) ?? "a \(kind) that is gone"
    }
  }

  /// Returns the texts of a change, in the order of the fields.
  func parts(of change: some ModelChange) -> [String] {
    guard let before = change.before else { return change.after.map { ["+ " + name(of: $0)] } ?? [] }
    guard let after = change.after else { return ["- " + name(of: before)] }
    var parts: [String] = []
    let label = label(of: before)
    for field in type(of: before).schema.fields where field.isStored && !field.isSame(before, after) {
      parts.append(
        "\(Self.reference(label, field.name)) \(text(of: field.read(before)))→\(text(of: field.read(after)))"
      )
    }
    return parts
  }

  /// Returns a model's name with its kind: `unit Arthur`, `message 3`, `game`.
  func name<M: Model>(of model: M) -> String {
    let (kind, label) = (M.kindName, label(of: model))
    return label.isEmpty || label == kind ? kind : label.hasPrefix(kind + " ") ? label : kind + " " + label
  }

  /// Returns the name of an object in expressions.
  func label<M: Model>(of model: M) -> String {
    (try? simulation.objects(M.self))?.label(of: model) ?? M.kindName
  }

  /// Returns a field as expressions name it: `Arthur.hp`, `tick`.
  static func reference(_ label: String, _ field: String) -> String {
    label.isEmpty ? field : "\(label).\(field)"
  }

  /// Returns the texts of changes. Those internal to the session are left out unless `withInternals` is true.
  func parts(of changes: [any AnyChange], withInternals: Bool = false) -> [String] {
    changes.compactMap { $0 as? any ModelChange }.flatMap { change -> [String] in
      withInternals || !change.isInternal ? parts(of: change) : []
    }
  }
}
