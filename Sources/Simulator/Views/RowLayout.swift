import AutoUpdate
import TextViews

/// The layout of a kind's objects in rows: the fields shown, and the layout of each.
struct RowLayout<M: Model>: Sendable {
  let columns: Columns
  let fields: [Field<M>]

  /// Creates the layout that the fields declare.
  init(_ schema: Schema<M>) {
    var shown: [(field: Field<M>, layout: FieldLayout)] = []
    for field in schema.fields where !field.layout.isHidden { shown.append((field, field.layout)) }
    self.init(schema, shown)
  }

  /// Creates a layout from some fields and the view's own layouts for them.
  init(_ schema: Schema<M>, _ fields: [(field: Field<M>, layout: FieldLayout)]) {
    // Plain loops, as in ``Schema``.
    var (shown, columns): ([Field<M>], [Column]) = ([], [])
    let name = schema.nameField?.name
    for (field, layout) in fields {
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

  /// Returns a layout of the name alone; of all fields if objects of the kind have no name.
  static func naming(_ schema: Schema<M>) -> RowLayout {
    schema.nameField.map { RowLayout(schema, [($0, .leading())]) } ?? RowLayout(schema)
  }

  /// Writes an object's fields as text.
  func write(_ object: M, to row: inout Fields, in simulation: Simulation) {
    for field in fields {
      switch field.value(of: object, in: simulation) {
      case .text(let text), .word(let text): row.append(text: text)
      case .number(let number): row.append(number: number)
      case let value: row.append(text: simulation.text(of: value))
      }
    }
  }
}

/// A row that shows an object of a schema's kind.
final class SchemaCell<M: Model>: Cell<M> {
  private let layout: RowLayout<M>
  private unowned let simulation: Simulation

  init(_ layout: RowLayout<M>, in simulation: Simulation) {
    self.layout = layout
    self.simulation = simulation
    super.init()
  }

  override var columns: Columns { layout.columns }

  override func write(_ object: M, to row: inout Fields) { layout.write(object, to: &row, in: simulation) }
}
