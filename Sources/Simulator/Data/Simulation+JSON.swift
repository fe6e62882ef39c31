import AutoUpdate
import Values
import TerminalText

/// Conversion of objects to and from JSON by their schemas.
extension Simulation {
  /// Returns an object as a line of JSON: its identity and its stored fields. References to objects with names are
  /// names.
  public func json<M: Model>(of object: M) -> String {
    JSONWriter.string { json in
      json.object {
        if M.schema.field(named: "id") == nil { write(object.id.fieldValue, as: "id", to: &$0) }
        for field in M.schema.fields where field.isStored {
          write(field.read(object), as: field.name, to: &$0)
        }
      }
    }
  }

  private func write(_ value: Value, as name: String, to json: inout JSONWriter) {
    json.value(value, as: name) { reference in
      guard case .reference(let kind, let id) = reference else { return .none }
      guard let kind = objects(ofKindNamed: kind), let number = kind.number(of: id),
        let name = kind.name(of: number)
      else { return id }
      return .text(name)
    }
  }

  /// Saves an object from a JSON text: changes the one with its identity or name, or adds a new one.
  ///
  /// Fields that the text omits are unchanged, or have the values of the schema's `new`. Former names of fields are
  /// accepted. Unknown members and read-only fields are ignored.
  ///
  /// - Throws: A ``DataError`` that names the field, or a ``SimulationError`` if the kind has no `new`.
  @discardableResult
  public func save<M: Model>(_ type: M.Type, json text: Span<UInt8>) throws -> Reference<M> {
    let json: JSONObject
    do { json = try JSONObject(text) } catch {
      throw DataError.notJSON(message: error.message, byte: error.offset + 1)
    }
    return try write(cause: "save") { transaction in
      var object = try base(type, json)
      for field in M.schema.fields {
        guard let write = field.write, let member = try member(field, of: json) else { continue }
        guard let value = value(member, as: field.type), write(&object, value) else {
          throw DataError.wrong(field: field.name, found: member.shownValue, wanted: field.type.noun)
        }
      }
      transaction.save(object, in: table(of: type))
      return Reference(to: object)
    }
  }

  /// Returns the existing object that a text describes, or a new one.
  private func base<M: Model>(_ type: M.Type, _ json: JSONObject) throws -> M {
    let id = try member("id", of: json).flatMap { value($0, as: M.ID.fieldType) }
    if let id = id.flatMap({ M.ID(fieldValue: $0) }), let object = table(of: type)[id] { return object }
    var name = ""
    if let field = M.schema.nameField {
      guard case .text(let text)? = try member(field, of: json)?.value else {
        throw DataError.missing(field: field.name)
      }
      name = text
      if id == nil, let known = find(type, named: name), let object = self[known] { return object }
    }
    guard let make = M.schema.make else { throw SimulationError.cannotAdd(kind: M.kindName) }
    if case .number(let number)? = id {
      let objects = try objects(type)
      try draw { _ = $0.nextNumber(ofKind: objects.kindIndex, above: number - 1) }
      let object = make(number, name)
      if object.id.fieldValue == id { return object }
    } else {
      let object = make(try nextNumber(of: type), name)
      if id == nil || object.id.fieldValue == id { return object }
    }
    throw DataError.identity(kind: M.kindName)
  }

  private func member<M: Model>(_ field: Field<M>, of json: JSONObject) throws -> JSONObject.Member? {
    for name in [field.name] + field.formerNames {
      if let value = try member(name, of: json) { return value }
    }
    return nil
  }

  private func member(_ name: String, of json: JSONObject) throws -> JSONObject.Member? {
    let found = json.members.filter { $0.name.utf8.elementsEqual(name.utf8) }
    if found.count > 1 { throw DataError.twice(field: name) }
    return found.first
  }

  private func value(_ member: JSONObject.Member, as type: ValueType) -> Value? {
    member.value.flatMap { value(json: $0, as: type) }
  }

  private func value(json: Value, as type: ValueType) -> Value? {
    Value(json: json, as: type) { json, target in
      (target as? any Model.Type).flatMap { reference(of: json, to: $0) }
    }
  }

  private func reference<M: Model>(of json: Value, to target: M.Type) -> Value? {
    if case .text(let name) = json, let known = find(target, named: name) { return known.fieldValue }
    guard let value = value(json: json, as: M.ID.fieldType), let id = M.ID(fieldValue: value),
      table(of: target)[id] != nil
    else { return nil }
    return Reference<M>(id).fieldValue
  }
}
