import CommandLanguage
import TerminalText

/// Methods that find and write objects whose type is known only at run time.
extension Simulation {
  func objectValue(_ value: Value) throws -> Value {
    switch value {
    case .object: return value
    case .text(let name):
      if let entry = entry(called: name) { return .object(kindID(entry.kind), entry.number) }
      throw Explanation.unknown("object", name, among: valueNames())
    default: throw Explanation("this is not an object")
    }
  }

  func object(_ first: Value, _ second: Value?, _ kinds: [String]) throws -> ObjectReference {
    guard let second else {
      if case .text(let kind) = first, names.find(kind) == nil, kinds.contains(kind) {
        if case .object(let object)? = singleObject(ofKind: kind) { return object }
        throw PrototypingError.withoutName([English.article(kind)], argument: 0)
      }
      return try object(first, argument: 0)
    }
    if case .text(let kind) = first, case .number(let number) = second,
      let index = schemas.index(named: kind), !objects[index].hasNames
    {
      let label = "\(kind) \(number)"
      if let entry = entry(called: label), entry.kind == index {
        return ObjectReference(kind: kindID(index), id: entry.number)
      }
      let known = objects[index].numbers().compactMap { objects[index].label(of: $0) }
      throw Explanation.unknown("object", label, among: known, argument: 1)
    }
    guard case .text(let kind) = first, kinds.contains(kind) else {
      throw Explanation.unknown("kind", interpreter?.show(first) ?? "", among: kinds, argument: 0)
    }
    let object = try object(second, argument: 1)
    guard object.kind == KindID(kind) else {
      let found = schemas.schemas.indices.first { kindID($0) == object.kind }
      let name = interpreter?.show(second) ?? ""
      let foundKind = found.map { schemas.schemas[$0].kindName } ?? ""
      throw PrototypingError.wrongKind(
        [Quoting.message(name), English.article(foundKind), English.article(kind)], argument: 1)
    }
    return object
  }

  func singleObject(ofKind kind: String) -> Value? {
    guard let index = schemas.index(named: kind), schemas.schemas[index].isSingle else { return nil }
    return objects[index].numbers().first.map { .object(kindID(index), $0) }
  }

  private func object(_ value: Value, argument: Int) throws -> ObjectReference {
    do {
      guard case .object(let object) = try objectValue(value) else {
        throw Explanation("this is not an object")
      }
      return object
    } catch var problem as Explanation {
      problem.argument = argument
      throw problem
    }
  }

  func add(_ kind: String, _ name: String?, _ fields: [(String, Value)]) throws {
    guard let objects = objects(ofKindNamed: kind) else { throw SimulationError.unknownKind(kind) }
    try objects.add(name, fields)
  }

  private func kind(of object: ObjectReference) throws -> AnyObjects {
    guard let kind = objects(ofKindNamed: object.kind.name) else {
      throw SimulationError.gone(kind: "object")
    }
    return kind
  }

  func change(_ object: ObjectReference, _ fields: [(String, Value)]) throws {
    try kind(of: object).change(object.id, fields)
  }

  func fieldMissing(of object: ObjectReference) -> any Error {
    do {
      let kind = try kind(of: object)
      return SimulationError.fieldMissing(
        object: kind.label(of: object.id) ?? schemas.schemas[kind.kindIndex].kindName,
        known: kind.changeableFields)
    } catch {
      return error
    }
  }

  func remove(_ object: ObjectReference) throws {
    let kind = try kind(of: object)
    try kind.checkAccess(verb: "remove")
    // `add` cannot make it again.
    if !schemas.schemas[kind.kindIndex].canAdd, let name = interpreter?.rootName(of: .object(object)) {
      throw PrototypingError.permanent([Quoting.message(name)], argument: 0)
    }
    try kind.remove(object.id)
  }
}

/// The errors of `add` and `remove`.
enum PrototypingError: String, ErrorKind {
  case withoutName, wrongKind, permanent

  static let group = ""

  var message: ErrorMessage {
    switch self {
    case .withoutName:
      .init("{kind} needs a name", "Objects of this kind have names. Write one after the kind.")
    case .wrongKind:
      .init("{name} is {kind}, not {wanted}", "The object is not of the kind before its name.")
    case .permanent:
      .init("{name} cannot be removed", "The world always has this object. Its commands change it.")
    }
  }
}
