import AutoUpdate
public import TextViews

/// A list of a kind's objects: `List("board", of: Card.self, by: \.column, \.points)`.
///
/// It prints what appears, changes, moves and goes, with the columns that the fields declare. On its own it is always on
/// the screen; in a ``Screen`` it is there while that is open.
public struct List<M: Model>: WorldPart, ScreenPart {
  public let element: ViewElement

  /// A list of the objects that meet a condition, in an order.
  ///
  /// - Parameters:
  ///   - name: how it is called; within a screen, after the screen's name.
  ///   - type: the model, where nothing else says it.
  ///   - height: how many rows are visible at first.
  ///   - showsLast: whether it shows the last rows as long as nobody scrolls, as a chat does.
  ///   - columns: the fields that rows show, and how; those that the fields declare when left out.
  ///   - cell: makes the cells of the rows, where a view wants more than columns; its columns are called as the fields
  ///     that it shows.
  ///   - marks: the marks that its lines can have, of which coverage wants each; those that its order allows if left out.
  ///   - condition: which objects it shows; all when left out.
  ///   - keys: the fields by which it is in order; objects that are alike in them are in the order of their making.
  public init(
    _ name: String, of type: M.Type = M.self, height: Int = ScreenState.usualHeight, showsLast: Bool = false,
    columns: KeyValuePairs<String, FieldLayout> = [:], cell: (@Sendable () -> Cell<M>)? = nil,
    marks: [Character]? = nil,
    where condition: (@Sendable (M) -> Bool)? = nil, by keys: any PartialKeyPath<M> & Sendable...
  ) {
    let schema = M.schema
    var problems: [String] = []
    // Plain loops, as in ``Schema``.
    var order: [Field<M>] = []
    for key in keys {
      if let field = schema.field(at: key) { order.append(field) }
    }
    if order.count < keys.count {
      problems.append("the list “\(name)” is ordered by a value that is not a field of a \(schema.name)")
    }
    var fields: [(field: Field<M>, layout: FieldLayout)] = []
    for (field, layout) in columns {
      if let field = schema.field(named: field) {
        fields.append((field, layout))
      } else {
        problems.append("the list “\(name)” shows “\(field)”, which is not a field of a \(schema.name)")
      }
    }
    let layout =
      if let cell { RowLayout(schema, cell().columns) } else {
        columns.isEmpty ? RowLayout(schema) : RowLayout(schema, fields)
      }
    element = ViewElement(
      name: name, kind: .list, marks: marks ?? (keys.isEmpty ? ["+", "-", "~"] : ["+", "-", "~", "^"]),
      problems: problems, kindName: M.kindName, height: height, showsLast: showsLast
    ) { [order] path, isInScreen, simulation in
      StagedListOf(
        path, isInScreen: isInScreen, layout, cell, height: height, showsLast: showsLast, condition, order,
        in: simulation)
    }
  }

  public func declare(in declarations: inout Declarations) {
    element.declare(in: &declarations)
    let state = element.state(at: element.name)
    declarations.starts.append { try $0.write { $0.save(state) } }
  }
}

/// A list of a session.
final class StagedListOf<M: Model>: StagedList {
  private let list: ListView<M>
  private let isInScreen: Bool
  private let layout: RowLayout<M>
  private let showsLast: Bool
  private let condition: (@Sendable (M) -> Bool)?
  private unowned let simulation: Simulation
  /// Follows what the objects are called that rows refer to.
  private var names: [Subscription] = []

  init(
    _ path: ViewPath, isInScreen: Bool, _ layout: RowLayout<M>, _ makeCell: (@Sendable () -> Cell<M>)?,
    height: Int, showsLast: Bool, _ condition: (@Sendable (M) -> Bool)?, _ order: [Field<M>],
    in simulation: Simulation
  ) {
    self.isInScreen = isInScreen
    self.layout = layout
    self.showsLast = showsLast
    self.condition = condition
    self.simulation = simulation
    let table = simulation.table(of: M.self)
    let objects = try? simulation.objects(M.self)
    let operations = M.schema.operations
    let query = { [unowned simulation] in
      operations.makeQuery(table, condition ?? { _ in true }) { left, right in
        for field in order where !field.isSame(left, right) {
          let order = field.type.order(
            field.value(of: left, in: simulation), field.value(of: right, in: simulation))
          if order != 0 { return order < 0 }
        }
        guard let objects else { return false }
        return objects.number(of: left.id) < objects.number(of: right.id)
      }
    }
    list = operations.makeList(path, query, height, simulation.console) { [unowned simulation] in
      makeCell?() ?? SchemaCell(layout, in: simulation)
    }
    list.identify = { ViewSource(of: $0) }
    if showsLast { list.scroll(to: .max) }
    names = layout.referencedKinds.compactMap { kind in
      ReferencedNames.follow(kind, in: simulation) { [unowned self] in list.prepareAgain() }
    }
    followComputed(in: table)
  }

  /// Prepares the rows again when a field that follows from the world has other values.
  private func followComputed(in table: Table<M>) {
    let computed = layout.fields.compactMap(\.compute)
    if computed.isEmpty { return }
    let values = LiveValue(in: simulation.store) { [unowned simulation, condition] in
      var values: [Value] = []
      table.forEach { _, object in
        if condition?(object) ?? true { values += computed.map { $0(simulation, object) } }
      }
      return values
    }
    names.append(
      values.observe(name: "fields of \(list.path)") { [unowned self] _ in
        if list.isVisible { list.prepareAgain() }
      })
  }

  var view: TextView { list }

  func follow() -> Bool {
    if isInScreen { return false }
    if let state = simulation.table(of: ScreenState.self)[list.path.description] {
      show(state.height, from: state.offset)
    }
    if list.isVisible { return false }
    list.appear()
    return true
  }

  func moveToEndOfOrder() {
    if list.isVisible { list.moveToEndOfOrder() }
  }

  func show(_ height: Int, from offset: Int) {
    if height != list.height || offset != list.wantedOffset { list.show(height, from: offset) }
  }

  func scrolled(_ state: ScreenState, to row: Int) -> ScreenState {
    var state = state
    // One that is scrolled to its end goes on with what comes next.
    let isEnd = showsLast && row > simulation.table(of: M.self).count - state.height
    state.first = isEnd ? nil : row
    return state
  }

  // MARK: Reasons

  var reasons: Reasons { Reasons() }

  func lines(aboutRow row: String, in screen: Reasons?) throws -> [String] {
    let search = RowSearch(list: list, simulation: simulation)
    let object = try search.object(of: row)
    var reasons = search.reasons(of: object, layout)
    if let condition {
      reasons.conditions.append(
        Condition(
          layout.fields.filter(\.isStored).map { Fact($0, of: object.id) },
          text: "not what “\(list.path)” shows",
          holds: { $0.table(of: M.self)[object.id].map(condition) ?? false }))
    }
    if reasons.isVisible(in: simulation), let outside = search.outside(object.id) { return outside }
    return try ReasonSearch(simulation: simulation).lines(about: reasons, in: screen)
  }
}
