import AutoUpdate
import Journaling
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
    field.shown { kind, id in simulation.label(ofKind: kind, id) ?? formerName(kind, id) }
  }

  private func formerName(_ kind: String, _ id: Value) -> String {
    former.name(kind, id) ?? "\(English.article(kind)) that is gone"
  }

  /// Returns the texts of a change, in the order of the fields.
  func parts(of change: some ModelChange) -> [String] { parts(of: change, before: text, after: text) }

  /// - Parameters:
  ///   - before: Returns the text of a value before the change.
  ///   - after: Returns the text of a value after the change.
  private func parts(
    of change: some ModelChange, before: (Value) -> String, after: (Value) -> String
  ) -> [String] {
    guard let old = change.before else { return change.after.map { ["+ " + name(of: $0)] } ?? [] }
    guard let new = change.after else { return ["- " + name(of: old)] }
    var parts: [String] = []
    let label = label(of: old)
    for field in type(of: old).schema.fields where field.isStored && !field.isSame(old, new) {
      parts.append(
        "\(Self.reference(label, field.name)) \(before(field.read(old)))→\(after(field.read(new)))")
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

  /// Returns the texts of the changes between two points of the history, with the names that objects have at these
  /// points.
  ///
  /// - Parameter state: The state at one of the points.
  func parts(of changes: [any AnyChange], at state: PastState) -> [String] {
    let changes = changes.compactMap { $0 as? any ModelChange }.filter { !$0.isInternal }
    var names: [JournalKey: ChangedName] = [:]
    for change in changes { note(change, in: &names) }
    func text(_ value: Value, _ isAfter: Bool) -> String {
      value.shown { kind, id in
        let changed = names[JournalKey(kind: kind, id: id)].flatMap { isAfter ? $0.after : $0.before }
        return changed ?? simulation.label(ofKind: kind, id, in: state) ?? formerName(kind, id)
      }
    }
    return changes.flatMap { change in
      parts(of: change, before: { text($0, false) }, after: { text($0, true) })
    }
  }

  /// The names of a changed object before and after the change; `nil` while there is no object.
  private typealias ChangedName = (before: String?, after: String?)

  private func note<C: ModelChange>(_ change: C, in names: inout [JournalKey: ChangedName]) {
    guard let id = (change.after ?? change.before)?.id.fieldValue else { return }
    names[JournalKey(kind: C.Model.kindName, id: id)] = (
      change.before.map { label(of: $0) }, change.after.map { label(of: $0) }
    )
  }
}
