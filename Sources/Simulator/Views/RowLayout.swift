import AutoUpdate
import TextViews
import Values

/// The layout of a kind's objects in rows: the fields shown, and the layout of each.
struct RowLayout<M: Model>: Sendable {
  let columns: Columns
  let fields: [Field<M>]

  /// Creates the layout that the fields declare.
  init(_ schema: Schema<M>) {
    var all: [(field: Field<M>, layout: FieldLayout)] = []
    for field in schema.fields { all.append((field, field.layout)) }
    self.init(schema, all)
  }

  /// Creates a layout of those fields whose layout is not hidden.
  init(_ schema: Schema<M>, _ fields: [(field: Field<M>, layout: FieldLayout)]) {
    // Plain loops, as in ``Schema``.
    var (shown, columns): ([Field<M>], [Column]) = ([], [])
    let name = schema.nameField?.name
    for (field, layout) in fields where !layout.isHidden {
      shown.append(field)
      columns.append(
        Column(
          field.name, width: layout.width, gap: layout.gap,
          alignment: layout.isTrailing ? .trailing : .leading,
          unit: layout.unit, identifies: field.name == name))
    }
    self.fields = shown
    self.columns = Columns(columns)
  }

  /// Creates a layout from a view's own columns, which are named after fields.
  init(_ schema: Schema<M>, _ columns: Columns) {
    var fields: [Field<M>] = []
    for column in columns.columns {
      if let field = schema.field(named: column.name) { fields.append(field) }
    }
    self.fields = fields
    self.columns = columns
  }

  func makeComputed(in simulation: Simulation) -> LiveValueGroup<[Value]>? {
    // A plain loop, as in the schema's initializer.
    for index in fields.indices where fields[index].compute != nil {
      return LiveValueGroup(in: simulation.store)
    }
    return nil
  }

  /// Writes an object's fields as text.
  ///
  /// - Parameter computed: The values of the fields that are computed from the world, in order.
  func write(_ object: M, _ computed: [Value], to row: inout Fields, in simulation: Simulation) {
    var rest = computed[...]
    for index in fields.indices {
      // Fields are large, so they are not copied.
      let computed = fields[index].compute == nil ? nil : rest.popFirst()
      let value = computed ?? fields[index].read(object)
      switch value {
      case .text(let text), .word(let text): row.append(text: text)
      case .number(let number): row.append(number: number)
      case let value: row.append(text: simulation.text(of: value))
      }
    }
  }
}

/// A row that shows an object of a schema's kind.
///
/// The fields that are computed from the world are computed again when something that they read has changed. The list
/// then prepares the row again.
final class SchemaCell<M: Model>: Cell<M> {
  private let layout: RowLayout<M>
  private let computed: LiveValueGroup<[Value]>?
  private unowned let simulation: Simulation
  /// The identity of the object whose computed fields are followed.
  private var followed: M.ID?
  private(set) var followedNumber: Int?

  /// Creates an empty row.
  ///
  /// - Parameter computed: The computed fields of a list's rows; `nil` if no field is computed from the world.
  init(_ layout: RowLayout<M>, in simulation: Simulation, _ computed: LiveValueGroup<[Value]>?) {
    self.layout = layout
    self.simulation = simulation
    self.computed = computed
    super.init()
  }

  override var columns: Columns { layout.columns }

  override func write(_ object: M, to row: inout Fields) {
    var values: [Value] = []
    if let computed {
      if followed != object.id { follow(object.id, in: computed) }
      if let number = followedNumber { values = computed[number] ?? [] }
    }
    layout.write(object, values, to: &row, in: simulation)
  }

  private func follow(_ id: M.ID, in computed: LiveValueGroup<[Value]>) {
    endFollowing()
    followed = id
    followedNumber = computed.insert { [layout, unowned simulation] in
      // The object may have been removed, which the list follows later.
      guard let object = try? simulation.objects(M.self).object(withID: id) else { return [] }
      return layout.fields.compactMap { $0.compute?(simulation, object) }
    }
  }

  private func endFollowing() {
    if let number = followedNumber { computed?.remove(number) }
    (followed, followedNumber) = (nil, nil)
  }

  override func prepareForReuse() {
    super.prepareForReuse()
    endFollowing()
  }
}

extension ListView where Model: Simulator.Model {
  /// Prepares a row again when a field that is computed from the world has changed, for a list of ``SchemaCell``s.
  func follow(_ computed: LiveValueGroup<[Value]>) -> Subscription {
    computed.observe(name: "fields of \(path)") { [unowned self] changed in
      prepareAgain { cell in
        guard let number = (cell as? SchemaCell<Model>)?.followedNumber else { return false }
        return changed.contains(number)
      }
    }
  }
}

/// Subscriptions to the names of a kind's objects, for rows that show references to them.
enum ReferencedNames {
  /// Calls `notify` after each commit that adds, renames or removes an object of a kind. Returns `nil` if the world does
  /// not have the kind.
  static func follow(
    _ kind: String, in simulation: Simulation, _ notify: @escaping () -> Void
  ) -> Subscription? {
    simulation.schemas.index(named: kind).flatMap { index in
      follow(simulation.schemas.schemas[index], in: simulation, notify)
    }
  }

  private static func follow<Declared: AnySchema>(
    _ schema: Declared, in simulation: Simulation, _ notify: @escaping () -> Void
  ) -> Subscription? {
    guard let objects = try? simulation.objects(Declared.Object.self) else { return nil }
    return objects.table.observe(name: "names of \(schema.pluralName)") { update in
      guard case .changes(let changes) = update else { return }
      let hasNewLabel = changes.contains { $0.before.map(objects.label) != $0.after.map(objects.label) }
      if hasNewLabel { notify() }
    }
  }
}

extension RowLayout {
  var referencedKinds: [String] {
    var kinds: [String] = []
    for field in fields {
      if let kind = field.type.kind?.name, !kinds.contains(kind) { kinds.append(kind) }
    }
    return kinds
  }
}
