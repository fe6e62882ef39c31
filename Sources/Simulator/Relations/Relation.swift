import AutoUpdate
import CommandLanguage
import TerminalText

/// A field that refers to objects of a kind, in a session.
///
/// An index finds the objects that refer to a given object.
protocol Relation {
  /// The name of the field.
  var field: String { get }
  var source: AnyObjects { get }
  var target: AnyObjects { get }
  var removalRule: RemovalRule { get }

  /// Returns the numbers of the objects that refer to an object, in ascending order.
  func referrers(of target: Int) -> [Int]
  /// Throws if the open transaction wrote a reference to an object that does not exist.
  func checkOpenChanges() throws
  /// Returns an error for each object with a reference to an object that does not exist.
  func breaches() -> [RaisedError<RelationError>]
  /// Clears the references of an object to a removed one. Does nothing if the object itself was removed.
  func clear(_ target: Int, in referrer: Int) throws
}

extension Relation {
  func checkRemoved(_ number: Int, label: String) throws {
    let referrers = referrers(of: number)
    if referrers.isEmpty { return }
    let shown = referrers.prefix(RuleError.shownMax).compactMap { source.label(of: $0) }
    let (field, names) = (field, RuleError.names(shown, referrers.count))
    if removalRule != .refuse { throw RelationError.notReleased([field, names, label]) }
    throw RelationError.referredTo(
      [label, field, names],
      notes: ["first remove or change the objects that refer to it"])
  }
}

/// A relation with a source of a known type.
final class RelationOf<Source: Model>: Relation {
  let target: AnyObjects
  private let objects: Objects<Source>
  private let declared: Field<Source>
  private let index: FieldIndex<Source>?

  init(_ field: Field<Source>, of objects: Objects<Source>, to target: AnyObjects) {
    self.objects = objects
    declared = field
    index = objects.schema.fields.firstIndex { $0.name == field.name }.flatMap {
      objects.index(of: [$0], makesIndex: true, isReusable: true)
    }
    self.target = target
  }

  var field: String { declared.name }
  var source: AnyObjects { objects }
  var removalRule: RemovalRule { declared.removalRule }

  private func targets(of object: Source) -> [Int] {
    switch declared.read(object) {
    case .reference(_, let id): target.number(of: id).map { [$0] } ?? []
    case .list(let values):
      values.compactMap { value in
        if case .reference(_, let id) = value { target.number(of: id) } else { nil }
      }
    default: []
    }
  }

  func referrers(of target: Int) -> [Int] {
    guard let id = self.target.fieldID(of: target) else { return [] }
    if let numbers = index?.numbers(with: [id]) { return numbers.sorted() }
    // In an inner transaction the index does not have the changes of the outer ones, so search all objects.
    return objects.numbers().filter { number in
      objects.object(number).map { targets(of: $0).contains(target) } ?? false
    }
  }

  // MARK: Rules

  func checkOpenChanges() throws {
    try objects.schema.operations.forEachOpenChange(objects.table) { before, after in
      guard let after else { return }
      if let before, declared.isSame(before, after) { return }
      if let error = breach(of: after) { throw error }
    }
  }

  func breaches() -> [RaisedError<RelationError>] {
    objects.numbers().compactMap { objects.object($0).flatMap { breach(of: $0) } }
  }

  private func breach(of object: Source) -> RaisedError<RelationError>? {
    if targets(of: object).allSatisfy({ target.contains($0) }) { return nil }
    let (label, field, isRequired) = (objects.label(of: object), field, declared.isRequiredReference)
    let kind = objects.simulation.schemas.schemas[target.kindIndex].kindName
    return RelationError.missing(
      [field, label, English.article(kind)],
      notes: isRequired ? ["it is required: \(field)=\(kind.uppercased())"] : [], parameter: field)
  }

  func clear(_ target: Int, in referrer: Int) throws {
    guard let id = objects.id(of: referrer), objects.contains(referrer) else { return }
    try objects.simulation.write { transaction in
      _ = transaction.update(id, in: objects.table) { clear(target, in: &$0) }
    }
  }

  private func clear(_ number: Int, in object: inout Source) {
    guard let write = declared.write else { return }
    var value = Value.none
    if case .list(let values) = declared.read(object) {
      value = .list(
        values.filter { value in
          if case .reference(_, let id) = value { target.number(of: id) != number } else { true }
        })
    }
    _ = write(&object, value)
  }
}

extension Field {
  var referencedKind: String? {
    guard isStored else { return nil }
    return Self.reference(in: type)?.kindName
  }

  private static func reference(in type: ValueType) -> (any ReferenceTarget.Type)? {
    switch type {
    case .reference(let target): target
    case .optional(let type), .list(let type): reference(in: type)
    default: nil
    }
  }

  /// A Boolean value that indicates whether the field holds exactly one reference.
  var isRequiredReference: Bool { if case .reference = type { true } else { false } }

  /// The rule for the removal of an object that the field refers to. By default, a writable field that is optional or a
  /// list is cleared, and any other field refuses the removal.
  var removalRule: RemovalRule { removal ?? (isRequiredReference || write == nil ? .refuse : .clear) }
}

/// The relations between the kinds of a session.
final class Relations {
  /// The relations by the index of the kind that refers.
  private var bySource: [Int: [any Relation]] = [:]
  /// The relations by the index of the kind that is referred to.
  private var byTarget: [Int: [any Relation]] = [:]
  private let all: [any Relation]

  init(in simulation: Simulation) {
    all = simulation.schemas.schemas.indices.flatMap { kindIndex in
      Self.relations(of: simulation.schemas.schemas[kindIndex], kindIndex, in: simulation)
    }
    for relation in all {
      relation.source.readsOthers = true
      relation.target.readsOthers = true
      bySource[relation.source.kindIndex, default: []].append(relation)
      byTarget[relation.target.kindIndex, default: []].append(relation)
    }
  }

  private static func relations<Declared: AnySchema>(
    of declared: Declared, _ kindIndex: Int, in simulation: Simulation
  ) -> [any Relation] {
    guard let objects = simulation.objects[kindIndex] as? Objects<Declared.Object> else { return [] }
    if !declared.schema.guarded.isEmpty { objects.readsOthers = true }
    var relations: [any Relation] = []
    for field in declared.schema.fields {
      guard let kind = field.referencedKind, let target = simulation.schemas.index(named: kind) else {
        continue
      }
      relations.append(RelationOf(field, of: objects, to: simulation.objects[target]))
    }
    return relations
  }

  /// Returns the relation of a field; `nil` if it is not a reference.
  func relation(ofKind kindIndex: Int, field: String) -> (any Relation)? {
    bySource[kindIndex]?.first { $0.field == field }
  }

  func check(_ touched: [AnyObjects]) throws {
    for objects in touched {
      for relation in bySource[objects.kindIndex] ?? [] { try relation.checkOpenChanges() }
    }
    for objects in touched {
      guard let relations = byTarget[objects.kindIndex] else { continue }
      try objects.forEachRemoved { number, label in
        for relation in relations { try relation.checkRemoved(number, label: label()) }
      }
    }
  }

  /// Returns the relations to a kind.
  func relations(toKind kindIndex: Int) -> [any Relation] { byTarget[kindIndex] ?? [] }

  /// Returns an error for each object with a reference to an object that does not exist.
  func breaches() -> [RaisedError<RelationError>] { all.flatMap { $0.breaches() } }
}

/// The effect of removing an object on the objects that refer to it.
public enum RemovalRule: Sendable, Equatable {
  /// Refuses the removal if others still refer to the object when the command ends.
  case refuse
  /// Sets the references to none; removes the object from lists of references.
  case clear
  /// Also removes the objects that refer to it.
  case cascade
}
