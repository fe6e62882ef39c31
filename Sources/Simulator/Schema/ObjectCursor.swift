import AutoUpdate
public import CommandLanguage

/// A cursor over the objects of a kind that reads their fields. It can also be set to an object outside the store.
@usableFromInline
final class ObjectCursor<Object: Model>: RowCursor {
  @usableFromInline var object: Object?
  @usableFromInline let schema: Schema<Object>
  @usableFromInline unowned let objects: Objects<Object>

  init(_ objects: Objects<Object>) {
    self.objects = objects
    schema = objects.schema
  }

  @usableFromInline
  override func move(_ number: Int) -> Bool { schema.operations.move(self, number) }

  @usableFromInline
  override func read(_ property: Int) -> Value {
    let value = schema.operations.read(self, property)
    // Most values need no simulation to be evaluated.
    return value.evaluated ?? objects.simulation.value(of: value)
  }

  @usableFromInline
  override func child(_ name: Span<UInt8>) -> Value? {
    let simulation = objects.simulation
    guard !simulation.parts.children.isEmpty, let object else { return nil }
    let label = objects.label(of: object)
    for find in simulation.parts.children {
      if let value = find(simulation, label, name) { return value }
    }
    return nil
  }

  @usableFromInline override var number: Int? { object.map { objects.number(of: $0.id) } }

  @usableFromInline override var name: String {
    guard let object else { return "" }
    return schema.nameOf.map { $0(object) } ?? objects.label(of: object)
  }
}

/// The condition and order of a selection, for objects of one kind.
@usableFromInline
struct ObjectTest<Object: Model> {
  @usableFromInline let test: SelectionTest
  @usableFromInline let cursor: ObjectCursor<Object>

  /// Creates a test; `nil` for a selection of another kind.
  init?(_ selection: Selection, _ interpreter: Interpreter?) {
    guard let test = interpreter?.test(of: selection), let cursor = test.cursor as? ObjectCursor<Object>
    else { return nil }
    self.test = test
    self.cursor = cursor
  }

  @inlinable
  func matches(_ object: Object) throws -> Bool {
    if !test.hasCondition { return true }
    cursor.object = object
    defer { cursor.object = nil }
    return try test.matches()
  }

  @inlinable
  func keys(_ object: Object) throws -> [Value] {
    if test.keyCount == 0 { return [] }
    cursor.object = object
    defer { cursor.object = nil }
    return try test.keys()
  }

  @inlinable
  func order(_ a: [Value], _ b: [Value]) -> Int { test.order(a, b) }
}
