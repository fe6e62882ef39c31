/// A kind together with the world that its objects are in.
final class BoundKind {
  let description: KindDescription
  let ids: () -> [Int]
  let find: (Span<UInt8>) -> Int?
  let makeCursor: () -> RowCursor

  init(
    _ description: KindDescription, ids: @escaping () -> [Int], find: @escaping (Span<UInt8>) -> Int?,
    makeCursor: @escaping () -> RowCursor
  ) {
    self.description = description
    self.ids = ids
    self.find = find
    self.makeCursor = makeCursor
  }
}

/// Stands on one row of a kind and reads it.
class RowCursor {
  func move(to id: Int) -> Bool { false }
  func read(_ property: Int) -> Value { .none }
  func child(_ name: Span<UInt8>) -> Value? { nil }
  var name: String { "" }
}

/// A cursor over one row type; `row` may also be set to a model that is not (or no longer) in a table.
class RowCursorOf<Row>: RowCursor {
  var row: Row?
}

final class TypedCursor<World: CommandWorld, Row>: RowCursorOf<Row> {
  // The world may keep cursors, through what it follows; the session outlives both.
  private unowned let world: World
  private let model: @Sendable (World, Int) -> Row?
  private let display: @Sendable (World, Row) -> String
  private let properties: [Property<World, Row>]
  private let childOf: (@Sendable (World, Row, Span<UInt8>) -> Value?)?

  init(
    world: World, row: @escaping @Sendable (World, Int) -> Row?,
    display: @escaping @Sendable (World, Row) -> String, properties: [Property<World, Row>],
    child: (@Sendable (World, Row, Span<UInt8>) -> Value?)?
  ) {
    self.world = world
    model = row
    self.display = display
    self.properties = properties
    childOf = child
  }

  override func move(to id: Int) -> Bool {
    row = model(world, id)
    return row != nil
  }

  override func read(_ property: Int) -> Value {
    guard let row, properties.indices.contains(property) else { return .none }
    return properties[property].read(world, row)
  }

  override func child(_ name: Span<UInt8>) -> Value? {
    guard let row, let childOf else { return nil }
    return childOf(world, row, name)
  }

  override var name: String {
    guard let row else { return "" }
    return display(world, row)
  }
}
