/// A kind of the host's objects: what selections choose from and where properties come from.
///
///     Kind("unit", plural: "units", rows: { game in game.units.ids },
///       find: { game, name in game.unitID(named: name) }, row: { game, id in game.unit(id) },
///       name: { _, unit in unit.name },
///       properties: [Property("hp", "hit points") { _, unit in .number(unit.hp) }])
///
/// `units where hp < 50` is then a selection, `Arthur.hp` a value when the world knows `Arthur`, and
/// `unit("Arthur")` the object of that name.
public struct Kind<World: CommandWorld>: Sendable {
  let description: KindDescription
  /// Makes the kind of one world.
  let bind: @Sendable (World) -> BoundKind

  /// - Parameters:
  ///   - rows: the ids, in the order that a selection without `by` has.
  ///   - find: the id of a name's UTF-8 bytes.
  ///   - row: the model of an id, or `nil` when there is none (any more).
  ///   - name: how the object is shown.
  ///   - child: properties that are made while the host runs (`map.attacker`), asked after `properties`.
  public init<Row>(
    _ name: String, plural: String, _ summary: String = "",
    rows: @escaping @Sendable (World) -> [Int],
    find: @escaping @Sendable (World, Span<UInt8>) -> Int? = { _, _ in nil },
    row: @escaping @Sendable (World, Int) -> Row?,
    name display: @escaping @Sendable (World, Row) -> String,
    properties: [Property<World, Row>],
    child: (@Sendable (World, Row, Span<UInt8>) -> Value?)? = nil
  ) {
    // A loop: in generic code a map takes types that nothing else needs.
    var described: [(name: String, summary: String)] = []
    for property in properties { described.append((property.name, property.summary)) }
    let description = KindDescription(
      id: KindID(name), name: name, plural: plural, summary: summary, properties: described)
    self.description = description
    bind = { world in
      BoundKind(
        description, ids: { rows(world) }, find: { find(world, $0) },
        makeCursor: {
          TypedCursor(world: world, row: row, display: display, properties: properties, child: child)
        })
    }
  }
}

/// What can be known of a kind without a world.
struct KindDescription: Sendable {
  let id: KindID
  let name: String
  let plural: String
  let summary: String
  let properties: [(name: String, summary: String)]

  func propertyIndex(_ name: String) -> Int? { properties.firstIndex { $0.name == name } }
}

/// A property of a kind's objects: `Property("hp", "hit points") { _, unit in .number(unit.hp) }`.
public struct Property<World: CommandWorld, Row>: Sendable {
  public var name: String
  public var summary: String
  let read: @Sendable (World, Row) -> Value

  public init(_ name: String, _ summary: String = "", read: @escaping @Sendable (World, Row) -> Value) {
    self.name = name
    self.summary = summary
    self.read = read
  }
}

/// A name that is always there and stands for a value: `Root("game") { _ in .object("game", 0) }`.
public struct Root<World: CommandWorld>: Sendable {
  public var name: String
  public var summary: String
  let read: @Sendable (World) -> Value

  public init(_ name: String, _ summary: String = "", read: @escaping @Sendable (World) -> Value) {
    self.name = name
    self.summary = summary
    self.read = read
  }
}

/// A function of expressions: `Function("double", "twice a number", 1...1) { _, a in … }`.
public struct Function<World: CommandWorld>: Sendable {
  public var name: String
  public var summary: String
  /// How many arguments it takes.
  public var arity: ClosedRange<Int>
  let call: @Sendable (World, [Value]) throws -> Value

  public init(
    _ name: String, _ summary: String, _ arity: ClosedRange<Int>,
    call: @escaping @Sendable (World, [Value]) throws -> Value
  ) {
    self.name = name
    self.summary = summary
    self.arity = arity
    self.call = call
  }
}
