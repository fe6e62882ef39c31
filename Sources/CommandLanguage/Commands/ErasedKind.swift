/// A kind whose world and row types are hidden from the interpreter.
protocol ErasedKind: AnyObject, Sendable {
  var id: KindID { get }
  var name: String { get }
  var plural: String { get }
  var summary: String { get }
  var properties: [(name: String, summary: String)] { get }
  func propertyIndex(_ name: UnsafeBufferPointer<UInt8>, hash: UInt32) -> Int?
  func ids(in world: any CommandWorld) -> [Int]
  func find(_ name: UnsafeBufferPointer<UInt8>, in world: any CommandWorld) -> Int?
  func makeCursor(in world: any CommandWorld) -> RowCursor
}

/// Finds a kind's objects by name: made where the world's type is known, so that it is one call; an object,
/// so that it can be called without being retained.
@usableFromInline
final class KindFinder: Sendable {
  let find: @Sendable (any CommandWorld, Span<UInt8>) -> Int?

  @usableFromInline
  init(_ find: @escaping @Sendable (any CommandWorld, Span<UInt8>) -> Int?) { self.find = find }
}

/// Stands on one row of a kind and reads it.
class RowCursor {
  func move(to id: Int) -> Bool { false }
  func read(_ property: Int) -> Value { .none }
  func child(_ name: UnsafeBufferPointer<UInt8>) -> Value? { nil }
  var name: String { "" }
}

final class TypedKind<World: CommandWorld, Row>: ErasedKind {
  let id: KindID
  let name: String
  let plural: String
  let summary: String
  let rows: @Sendable (World) -> [Int]
  let findRow: @Sendable (World, Span<UInt8>) -> Int?
  let row: @Sendable (World, Int) -> Row?
  let display: @Sendable (World, Row) -> String
  let typedProperties: [Property<World, Row>]
  let hashes: [UInt32]
  let child: (@Sendable (World, Row, Span<UInt8>) -> Value?)?

  init(
    name: String, plural: String, summary: String, rows: @escaping @Sendable (World) -> [Int],
    find: @escaping @Sendable (World, Span<UInt8>) -> Int?, row: @escaping @Sendable (World, Int) -> Row?,
    display: @escaping @Sendable (World, Row) -> String, properties: [Property<World, Row>],
    child: (@Sendable (World, Row, Span<UInt8>) -> Value?)?
  ) {
    id = KindID(name)
    self.name = name
    self.plural = plural
    self.summary = summary
    self.rows = rows
    self.findRow = find
    self.row = row
    self.display = display
    typedProperties = properties
    hashes = properties.map { NameHash.of($0.name) }
    self.child = child
  }

  var properties: [(name: String, summary: String)] { typedProperties.map { ($0.name, $0.summary) } }

  func propertyIndex(_ name: UnsafeBufferPointer<UInt8>, hash: UInt32) -> Int? {
    for index in hashes.indices where hashes[index] == hash {
      if typedProperties[index].name.utf8.elementsEqual(name) { return index }
    }
    return nil
  }

  func ids(in world: any CommandWorld) -> [Int] { rows(typed(world)) }

  func find(_ name: UnsafeBufferPointer<UInt8>, in world: any CommandWorld) -> Int? {
    findRow(typed(world), name.span)
  }

  func makeCursor(in world: any CommandWorld) -> RowCursor {
    TypedCursor(kind: self, world: typed(world))
  }

  /// A table of `World` is only ever bound to a world of that type, by `CommandSession.init`.
  func typed(_ world: any CommandWorld) -> World { unsafeDowncast(world, to: World.self) }
}

/// A cursor over one row type; `row` may also be set to a model that is not (or no longer) in a table.
final class TypedCursor<World: CommandWorld, Row>: RowCursorOf<Row> {
  let kind: TypedKind<World, Row>
  let world: World

  init(kind: TypedKind<World, Row>, world: World) {
    self.kind = kind
    self.world = world
  }

  override func move(to id: Int) -> Bool {
    row = kind.row(world, id)
    return row != nil
  }

  override func read(_ property: Int) -> Value {
    guard let row else { return .none }
    return kind.typedProperties[property].read(world, row)
  }

  override func child(_ name: UnsafeBufferPointer<UInt8>) -> Value? {
    guard let row, let child = kind.child else { return nil }
    return child(world, row, name.span)
  }

  override var name: String {
    guard let row else { return "" }
    return kind.display(world, row)
  }
}

class RowCursorOf<Row>: RowCursor {
  var row: Row?
}
