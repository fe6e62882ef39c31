import AutoUpdate
import CommandLanguage
import Journaling
import TerminalText

extension HistoryService {
  /// Prints the commands that set an object's fields or one field, or the reasons for another target, such as a view.
  func why(_ target: String, _ row: String?) throws {
    if let row, let label = label(target, row) { return try why(label, nil) }
    for answer in simulation.parts.whyAnswers {
      if let lines = try answer(simulation, target, row) { return write(lines) }
    }
    if let entry = find(target) {
      return write(try reasons(of: simulation.schemas.schemas[entry.kind], entry.number, field: nil))
    }
    if let (entry, field) = findField(target) {
      return write(try reasons(of: simulation.schemas.schemas[entry.kind], entry.number, field: field))
    }
    if let line = try gone(target) { return write([line]) }
    if let label = Self.parts(of: target).label, find(label) == nil, let line = try gone(label) {
      return write([line])
    }
    throw HistoryError.unknownTarget(target, among: knownTargets, argument: 0)
  }

  var knownTargets: [String] {
    let single = simulation.schemas.schemas.filter(\.isSingle).map(\.kindName)
    return simulation.parts.whyTargets.flatMap { $0(simulation) } + single + simulation.valueNames()
  }

  // MARK: Finding

  func find(_ label: String) -> NameIndex.Entry? { simulation.entry(called: label) }

  /// Returns the label of the object of a kind, which is written as two words, such as `message 1` or `unit Arthur`;
  /// `nil` if the first one is not the name of a kind, or is that of a view or a rule.
  private func label(_ kind: String, _ rest: String) -> String? {
    guard let index = simulation.schemas.index(named: kind),
      !simulation.parts.whyTargets.contains(where: { $0(simulation).contains(kind) })
    else { return nil }
    if simulation.objects[index].hasNames {
      let found = find(rest) ?? Self.parts(of: rest).label.flatMap(find)
      if found == nil || found?.kind == index { return rest }
    }
    return "\(kind) \(rest)"
  }

  /// Returns the object and the field of a reference such as `Docs.points`, or `tick` for an object with an empty
  /// label.
  private func findField(_ reference: String) -> (NameIndex.Entry, String)? {
    let (label, field) = Self.parts(of: reference)
    guard let entry = find(label ?? "") else { return nil }
    return simulation.schemas.schemas[entry.kind].hasField(named: field) ? (entry, field) : nil
  }

  /// Returns the parts of a reference before and after the last `.`; without a `.`, the label is `nil`.
  static func parts(of reference: String) -> (label: String?, field: String) {
    let bytes = Array(reference.utf8)
    guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")) else { return (nil, reference) }
    return (
      String(decoding: bytes[..<dot], as: UTF8.self), String(decoding: bytes[(dot + 1)...], as: UTF8.self)
    )
  }

  // MARK: Reasons

  /// Returns lines with the command that set each field, latest first; for one field, only the command that set it.
  private func reasons<M: Model>(
    of declared: some AnySchema<M>, _ number: Int, field: String?
  ) throws -> [String] {
    let schema = declared.schema
    guard let objects = try? simulation.objects(M.self), let id = objects.id(of: number),
      let object = objects.table[id]
    else { return [] }
    let (search, text) = (PastSearch(simulation: simulation), ChangeText(simulation: simulation))
    let label = objects.label(of: object)
    if let field, let computed = schema.field(named: field), computed.compute != nil {
      return [try reason(ofComputed: computed, of: id, in: objects.table, label)]
    }
    var groups: [(turn: PastSearch.Turn?, facts: [String])] = []
    let fields = schema.fields.filter { field == nil ? $0.isStored : $0.name == field }
    for (one, found) in zip(fields, try search.lastTurns(of: fields, of: id, in: objects.table)) {
      let name = ChangeText.reference(label, one.name)
      let now = text.text(of: one.value(of: object, in: simulation))
      // Before that change, the object did not exist or had another value.
      let isMade = found.map { self.isMade(one.name, M.kindName, at: $0.turn.part) } ?? false
      let old = isMade ? nil : found.flatMap { $0.before }.map { text.text(of: $0) }
      let fact = old.map { "\(name) \($0)→\(now)" } ?? "\(name) = \(now)"
      if let known = groups.firstIndex(where: { $0.turn?.part == found?.turn.part }) {
        groups[known].facts.append(fact)
      } else {
        groups.append((found?.turn, [fact]))
      }
    }
    let lines = groups.sorted { ($0.turn?.part ?? -1) > ($1.turn?.part ?? -1) }.map { group in
      search.line("set", group.turn, group.facts) + reason(of: group.turn, M.self, id)
    }
    // A migration computed the value from the object's former fields, so their reasons follow.
    guard let migrated, groups.contains(where: { ($0.turn?.part ?? -1) < migrated.parts.upperBound }) else {
      return lines
    }
    let parts = groups.compactMap { $0.turn?.part }.filter(migrated.parts.contains)
    return lines
      + (try formerReasons(of: JournalKey(kind: M.kindName, id: id.fieldValue), label) { name, removal in
        field == nil || field == name || removal.map(parts.contains) ?? false
      })
  }

  static let printedChangeLimit = 5

  /// Returns a line with the command that last changed a value computed from the world, and the first changes that it
  /// made.
  private func reason<M: Model>(
    ofComputed field: Field<M>, of id: M.ID, in table: Table<M>, _ label: String
  ) throws -> String {
    let (search, text) = (PastSearch(simulation: simulation), ChangeText(simulation: simulation))
    let value = { [simulation] in table[id].map { field.value(of: $0, in: simulation) } }
    let turn = try Rewind(simulation: simulation).lastTurn(of: value) { [value()] }
    let name = ChangeText.reference(label, field.name)
    let now = value().map(text.text) ?? ""
    guard let turn else { return search.line("set", nil, ["\(name) = \(now)"]) }
    let old = turn.before.first.flatMap { $0 }.map(text.text)
    let changes = text.parts(of: turn.changes).prefix(Self.printedChangeLimit)
    return search.line("set", turn.turn, [old.map { "\(name) \($0)→\(now)" } ?? "\(name) = \(now)"] + changes)
  }

  /// Returns a Boolean value that indicates whether a migration added a field to existing objects.
  private func isMade(_ field: String, _ kind: String, at part: Int) -> Bool {
    guard let migrated, migrated.parts.contains(part) else { return false }
    return migrated.madeFields.contains(SchemaLineage.Gone(kind: kind, name: field))
  }

  /// Returns lines with the command that set each field that an object had before a migration, latest first.
  ///
  /// - Parameter isAsked: Returns a Boolean value that indicates whether to list a field, given its name and the
  ///   store's step that removed it.
  private func formerReasons(
    of key: JournalKey, _ label: String, where isAsked: (_ name: String, _ removal: Int?) -> Bool
  ) throws -> [String] {
    let (search, text) = (PastSearch(simulation: simulation), ChangeText(simulation: simulation))
    let table = store.table(of: SetAsideFields.self)
    let state = store.pastState()
    var later = state[key, in: table]
    var lines: [String] = []
    var known: Set<String> = []
    var removals: [String: Int] = [:]
    func note(_ fields: SetAsideFields?, _ other: SetAsideFields?, _ turn: PastSearch.Turn?) {
      for field in fields?.fields ?? [] where field.value != other?.value(of: field.name) {
        guard isAsked(field.name, removals[field.name]), known.insert(field.name).inserted else { continue }
        lines.append(
          search.line(
            "before that, set", turn,
            ["\(ChangeText.reference(label, field.name)) = \(text.text(of: field.value))"]))
      }
    }
    while let turn = try search.back(in: state) {
      let earlier = state[key, in: table]
      // A value that the step removed was set before the step.
      for field in earlier?.fields ?? [] where later?.value(of: field.name) == nil {
        removals[field.name] = removals[field.name] ?? turn.part
      }
      note(later, earlier, turn)
      later = earlier
    }
    note(later, nil, nil)
    return lines
  }

  /// Returns a suffix for a line: the rule that made a command set further fields; empty if there is none.
  private func reason<M: Model>(of turn: PastSearch.Turn?, _ type: M.Type, _ id: M.ID) -> String {
    guard let turn, let changes = store.history.changes(of: turn.part)?.net.changes(of: type),
      let change = changes.first(where: { $0.after?.id == id })
    else { return "" }
    return simulation.rule(of: change).map { "; \($0)" } ?? ""
  }

  /// Returns a line about the last step that removed or renamed an object with a name; `nil` if there is none.
  private func gone(_ name: String) throws -> String? {
    let state = store.pastState()
    let text = ChangeText(simulation: simulation)
    while let changes = state.stepBack() {
      try simulation.charge(of: changes.changes.count)
      for case let change as any ModelChange in changes.net.changes {
        guard let verb = loss(of: name, change) else { continue }
        let turn = PastSearch.Turn(part: state.position, cause: changes.cause)
        return
          "\(verb) \(PastSearch(simulation: simulation).location(of: turn)): \(text.parts(of: change).joined(separator: ", "))"
      }
    }
    return nil
  }

  /// Returns the verb for a change that takes a name from an object, or removes an object without a name; `nil` for
  /// another change.
  private func loss<C: ModelChange>(of name: String, _ change: C) -> String? {
    guard let before = change.before, self.name(of: before, toFind: name) == name else { return nil }
    guard let after = change.after else { return "removed" }
    return self.name(of: after, toFind: name) == name ? nil : "renamed"
  }

  /// Returns the name of an object; if it has none, its label, unless that cannot be the wanted text.
  private func name<M: Model>(of object: M, toFind wanted: String) -> String? {
    if let nameOf = M.schema.nameOf { return nameOf(object) }
    guard wanted.hasPrefix(M.schema.name) else { return nil }
    return (try? simulation.objects(M.self))?.label(of: object)
  }
}

/// A reason, shown by `why`, for a change of one field to change others:
/// `Reason(of: Unit.self) { before, after in … }`.
public struct Reason<M: Model>: WorldPart {
  private let text: @Sendable (_ before: M, _ after: M) -> String?

  /// Creates a reason that is evaluated for each change of a model.
  ///
  /// - Parameters:
  ///   - type: The model, if the closure does not determine it.
  ///   - text: Returns the rule that changed the other fields; `nil` if it did not apply.
  public init(of type: M.Type = M.self, _ text: @escaping @Sendable (_ before: M, _ after: M) -> String?) {
    self.text = text
  }

  public func declare(in declarations: inout Declarations) {
    declarations.reasons.append { [text] change in
      guard let change = change as? Change<M>, let before = change.before, let after = change.after else {
        return nil
      }
      return text(before, after)
    }
  }
}
