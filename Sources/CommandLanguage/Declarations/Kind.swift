/// A kind of the host's objects: what selections choose from and where properties come from.
///
///     Kind("unit", plural: "units", host: Game.self, rows: { game in game.units.ids },
///       find: { game, name in game.unitID(named: name) }, row: { game, id in game.unit(id) },
///       name: { _, unit in unit.name },
///       properties: [Property("hp", "hit points") { _, unit in .number(unit.hp) }])
///
/// `units where hp < 50` is then a selection, `Arthur.hp` a value when the host knows `Arthur`, and
/// `unit("Arthur")` the object of that name.
public struct Kind: Sendable {
  private(set) var description: KindDescription
  /// Makes the kind of one host.
  let bind: @Sendable (any CommandHost) -> BoundKind

  /// A kind whose objects the host knows by numbers.
  ///
  /// - Parameters:
  ///   - name: the word for one object: `unit`.
  ///   - plural: the word by which selections name the kind: `units`.
  ///   - summary: one line about the kind, for help.
  ///   - host: the type of the host.
  ///   - rows: the ids, in the order that a selection without `by` has.
  ///   - find: the id of a name's UTF-8 bytes.
  ///   - row: the model of an id, or `nil` when there is none (any more).
  ///   - display: how the object is shown.
  ///   - properties: what expressions can ask of an object, in the order in which tables show it.
  ///   - child: properties that are made while the host runs (`map.attacker`), asked after `properties`.
  public init<Host: CommandHost, Row>(
    _ name: String, plural: String, _ summary: String = "", host: Host.Type,
    rows: @escaping @Sendable (Host) -> [Int],
    find: @escaping @Sendable (Host, Span<UInt8>) -> Int? = { _, _ in nil },
    row: @escaping @Sendable (Host, Int) -> Row?,
    name display: @escaping @Sendable (Host, Row) -> String,
    properties: [Property<Host, Row>],
    child: (@Sendable (Host, Row, Span<UInt8>) -> Value?)? = nil
  ) {
    // A loop: in generic code a map takes types that nothing else needs.
    var described: [PropertyDescription] = []
    for property in properties { described.append(property.description) }
    self.init(
      name, plural: plural, summary, host: host, rows: rows, find: find, properties: described,
      hasChildren: child != nil
    ) { host in
      // The host may keep cursors, through what it follows; the session outlives both.
      let current = CurrentRow<Row> { [unowned host] row, place in
        properties.indices.contains(place) ? properties[place].read(host, row) : .none
      }
      return RowCursor(
        current,
        move: { [unowned host] id in
          current.row = row(host, id)
          return current.row != nil
        },
        read: { place in current.row.map { current.read($0, place) } ?? .none },
        child: { [unowned host] name in
          guard let row = current.row, let child else { return nil }
          return child(host, row, name)
        },
        name: { [unowned host] in
          guard let row = current.row else { return "" }
          return display(host, row)
        })
    }
  }

  /// A kind whose rows are read by cursors of the host's own.
  ///
  /// - Parameters:
  ///   - name: the word for one object: `unit`.
  ///   - plural: the word by which selections name the kind: `units`.
  ///   - summary: one line about the kind, for help.
  ///   - host: the type of the host.
  ///   - rows: the ids, in the order that a selection without `by` has.
  ///   - find: the id of a name's UTF-8 bytes.
  ///   - properties: what expressions can ask of an object, in the order of their indices.
  ///   - hasChildren: whether objects have properties that are made while the host runs.
  ///   - makeCursor: makes a cursor, which must not keep the host.
  public init<Host: CommandHost>(
    _ name: String, plural: String, _ summary: String = "", host: Host.Type,
    rows: @escaping @Sendable (Host) -> [Int],
    find: @escaping @Sendable (Host, Span<UInt8>) -> Int? = { _, _ in nil },
    properties: [PropertyDescription], hasChildren: Bool = false,
    makeCursor: @escaping @Sendable (Host) -> RowCursor
  ) {
    let description = KindDescription(
      id: KindID(name), name: name, plural: plural, summary: summary, properties: properties,
      hasChildren: hasChildren)
    self.description = description
    bind = { any in
      let host = any.host(as: Host.self)
      return BoundKind(
        description, ids: { rows(host) }, find: { find(host, $0) },
        makeCursor: { [unowned host] in makeCursor(host) })
    }
  }

  /// The same kind, whose objects follow what has been committed, as views do: whoever makes conditions up demands nothing
  /// of them.
  public func derived() -> Self {
    var kind = self
    kind.description.isDerived = true
    return kind
  }
}

/// A property of a kind's objects: `Property("hp", "hit points", type: .number) { _, unit in .number(unit.hp) }`.
public struct Property<Host: CommandHost, Row>: Sendable {
  let description: PropertyDescription
  let read: @Sendable (Host, Row) -> Value

  /// A property that `read` computes from the host and the object's model.
  ///
  /// - Parameters:
  ///   - name: how expressions call it: `Arthur.hp`.
  ///   - summary: one line about it, for help and completion.
  ///   - type: what it may be, as far as completion and help are to know it.
  ///   - rules: what its values keep to, a line each, for help: `from 0 to 100`.
  ///   - read: gives the value.
  public init(
    _ name: String, _ summary: String = "", type: ValueType = .unknown, rules: [String] = [],
    read: @escaping @Sendable (Host, Row) -> Value
  ) {
    description = PropertyDescription(name, summary, type: type, rules: rules)
    self.read = read
  }
}
