import AutoUpdate
import TerminalText
public import TextViews

/// A list of a kind's objects: `List("board", of: Card.self, by: \.column, \.points)`.
///
/// It prints the rows that appear, change, move and disappear, with the columns that the fields declare. A list outside
/// a ``Screen`` is always visible; in a ``Screen`` it is visible while that is open.
public struct List<M: Model>: WorldPart, ScreenPart {
  public let element: ViewElement

  /// Creates a list of the objects that meet a condition, in an order.
  ///
  /// - Parameters:
  ///   - name: The name of the list; within a screen it follows the screen's name.
  ///   - type: The model, if it is not inferred.
  ///   - height: The initial number of visible rows.
  ///   - showsLast: Indicates whether the last rows are visible until someone scrolls, as in a chat.
  ///   - columns: The fields that rows show, with their layouts. By default, those that the fields declare.
  ///   - cell: Creates the cells of the rows, if a view needs more than columns. Name its columns after the fields that
  ///     they show.
  ///   - marks: The marks that its lines can have. Coverage counts each of them. By default, those that its order
  ///     allows.
  ///   - condition: The condition for an object to be in the list. By default, all objects are.
  ///   - keys: The fields that define the order. Objects with equal keys are in the order of their numbers.
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
      problems.append("the list “\(name)” must be ordered by fields of \(English.article(schema.name))")
    }
    var fields: [(field: Field<M>, layout: FieldLayout)] = []
    for (field, layout) in columns {
      if let field = schema.field(named: field) {
        fields.append((field, layout))
      } else {
        problems.append(
          "the list “\(name)” shows “\(field)”, which is not a field of \(English.article(schema.name))")
      }
    }
    if !fields.isEmpty, fields.allSatisfy(\.layout.isHidden) {
      problems.append("the list “\(name)” shows no field, as all its columns are hidden")
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
    let state = ScreenState(
      id: element.name, isOpen: true, first: element.showsLast ? nil : 1, height: element.height)
    declarations.starts.append { try $0.write { $0.save(state) } }
  }
}

/// A list in a session.
final class StagedListOf<M: Model>: StagedList {
  private let list: ListView<M>
  private let isInScreen: Bool
  private let layout: RowLayout<M>
  private let showsLast: Bool
  private let condition: (@Sendable (M) -> Bool)?
  private unowned let simulation: Simulation
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
    let computed = layout.makeComputed(in: simulation)
    list = operations.makeList(path, query, height, simulation.console) { [unowned simulation] in
      makeCell?() ?? SchemaCell(layout, in: simulation, computed)
    }
    list.identify = { ViewSource(of: $0) }
    if showsLast { list.scroll(to: .max) }
    names = layout.referencedKinds.compactMap { kind in
      ReferencedNames.follow(kind, in: simulation) { [unowned self] in list.prepareAgain() }
    }
    if let computed { names.append(list.follow(computed)) }
  }

  var view: TextView { list }
  var viewport: Viewport { list.viewport }

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
    // A list that is scrolled to its end shows new rows again.
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
