/// Objects as bytes, for a journal: their identities and fields by name, so that a later version of the schema reads
/// them.
///
/// A field that the bytes have not keeps the value that the schema's `new` gives it; one is also found by a name
/// that it had before, and what is no field any more is left out. Fields that are read only are not written.
public enum ModelBytes {
  /// The bytes of an object.
  public static func bytes<M: Model>(of object: M) -> [UInt8] {
    var encoder = FieldEncoder(sink: [UInt8]())
    encoder.append(M.schema.name)
    encoder.append(object.id.fieldValue)
    encoder.append(object.nameValue)
    for field in M.schema.fields where field.isStored && field.write != nil {
      encoder.append(field.name)
      encoder.append(field.read(object))
    }
    return encoder.sink
  }

  /// The object of its bytes; `nil` when they are damaged, of another kind, or the schema has no `new`.
  public static func object<M: Model>(_ type: M.Type, from bytes: [UInt8]) -> M? {
    var decoder = FieldDecoder(bytes)
    let schema = M.schema
    guard let kind = decoder.text(), kind == schema.name || schema.formerNames.contains(kind),
      let id = decoder.value(), let name = decoder.value(), let make = schema.make
    else { return nil }
    var number = 0
    if case .number(let value) = id { number = value }
    var text = ""
    if case .text(let value) = name { text = value }
    var object = make(number, text)
    guard object.id.fieldValue == id else { return nil }
    while !decoder.isAtEnd {
      guard let name = decoder.text(), let value = decoder.value() else { return nil }
      guard let field = schema.fields.first(where: { $0.name == name || $0.formerNames.contains(name) })
      else {
        continue
      }
      if field.write?(&object, value) == false { return nil }
    }
    return object
  }
}

extension Model {
  /// Its name as a field has it; none for a kind without names.
  fileprivate var nameValue: FieldValue { Self.schema.nameOf.map { .text($0(self)) } ?? .none }
}
