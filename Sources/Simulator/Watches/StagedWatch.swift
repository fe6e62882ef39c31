import AutoUpdate
import CommandLanguage
import TerminalText
import TextViews

/// A watch in a session, with rows of any kind.
protocol AnyStagedWatch: StagedList {
  var watch: Watch { get }
  /// The approximate size of its rows, in bytes.
  var rowByteCount: Int { get }
  var rows: [Value] { get }
  /// Returns the first row that its keys place before the preceding one; `nil` if there is none.
  func misplacedRow(among rows: [Value]) -> Value?
  /// Returns the warning about rows that are left out; `nil` if there are none or it was returned before.
  func takeWarning() -> String?
}

/// The list of a watched selection.
///
/// A live query follows exactly the values that the selection's condition, keys and limit read. An object for which
/// these cannot be computed is left out.
final class StagedWatch<M: Model>: AnyStagedWatch {
  let watch: Watch
  private let objects: Objects<M>
  private let selected: ObjectTest<M>
  private let list: ListView<M>
  private let layout: RowLayout<M>
  private unowned let simulation: Simulation
  private let failures: RowFailures<M>
  private let query: LiveQuery<M>
  private let computedFields: Subscription?

  init?(_ watch: Watch, of schema: Schema<M>, in simulation: Simulation) {
    guard let selected = ObjectTest<M>(watch.selection, simulation.interpreter),
      let objects = try? simulation.objects(M.self)
    else { return nil }
    self.watch = watch
    self.objects = objects
    self.selected = selected
    self.simulation = simulation
    // A row shows the name, or all fields if objects of the kind have none.
    layout = schema.nameField.map { RowLayout(schema, [($0, .leading())]) } ?? RowLayout(schema)
    selected.test.cacheSharedValues { [store = simulation.store] compute in
      let value = LiveValue(in: store, compute)
      return { value.value }
    }
    let failures = RowFailures<M>()
    self.failures = failures
    let query = schema.operations.makeSelected(
      objects.table, objects.allNumbers, selected, Self.limit(of: selected.test, failures, in: simulation),
      failures)
    self.query = query
    let computed = layout.makeComputed(in: simulation)
    list = schema.operations.makeList(
      ViewPath(watch.name), { query }, ScreenState.usualHeight, simulation.console
    ) { [layout, unowned simulation] in SchemaCell(layout, in: simulation, computed) }
    list.identify = { ViewSource(of: $0) }
    computedFields = computed.map { [list] in list.follow($0) }
  }

  private static func limit(
    of selected: SelectionTest, _ failures: RowFailures<M>, in simulation: Simulation
  ) -> () -> Int? {
    if !selected.hasLimit { return { nil } }
    let limit = LiveValue<Int?>(in: simulation.store) {
      do {
        let limit = try selected.currentLimit()
        failures.ofLimit = nil
        return limit
      } catch {
        failures.ofLimit = Explanation(of: error).message
        return 0
      }
    }
    return { limit.value }
  }

  // MARK: The stage

  var view: TextView { list }
  var viewport: Viewport { list.viewport }
  var ownOffset: Int? { offset }

  private var offset: Int { max(1, simulation.table(of: Watch.self)[watch.id]?.first ?? 1) - 1 }

  func follow() -> Bool {
    let offset = offset
    if list.isVisible, offset == list.wantedOffset { return false }
    // Rows computed before the views are up to date would be replaced at once.
    if query.readsSources, simulation.stage.waitsForViews() { return false }
    if offset != list.wantedOffset { list.scroll(to: offset) }
    if list.isVisible { return false }
    list.appear()
    return true
  }

  func moveToEndOfOrder() { list.moveToEndOfOrder() }

  func scrollItself(to row: Int) throws -> Bool {
    let table = simulation.table(of: Watch.self)
    try simulation.write(cause: "scroll") { _ = $0.update(watch.id, in: table) { $0.first = row } }
    return true
  }

  func scrolled(_ state: ScreenState, to row: Int) -> ScreenState { state }

  func show(_ height: Int, from offset: Int) { list.show(height, from: offset) }

  var rows: [Value] { query.ids.map { .object(M.kindID, objects.number(of: $0)) } }

  func misplacedRow(among rows: [Value]) -> Value? {
    var previous: (keys: [Value], number: Int)?
    for row in rows {
      guard case .object(let reference) = row, let id = objects.id(of: reference.id),
        let object = objects.table[id], let keys = try? selected.keys(object)
      else { continue }
      let number = reference.id
      if let previous,
        !(selected.test.isBefore(previous.keys, keys) ?? (previous.number < number))
      {
        return row
      }
      previous = (keys, number)
    }
    return nil
  }

  // A row has an entry with its keys in the query's list, and each object has a position there.
  var rowByteCount: Int { 1_024 + query.storedCount * (64 + 48 * selected.test.keyCount) + 4 * objects.count }

  func takeWarning() -> String? {
    while failures.areAny, let id = failures.objects.first, objects.table[id] == nil { failures.remove(id) }
    guard failures.areAny || failures.ofLimit != nil else {
      failures.isReported = false
      return nil
    }
    if failures.isReported { return nil }
    failures.isReported = true
    return failure.map { "warning: the watch \(Quoting.message(watch.name)) \($0)" }
  }

  /// A description of the limit or the objects that cannot be computed, with the reason for the first; `nil` if there are
  /// none.
  private var failure: String? {
    if let message = failures.ofLimit { return "shows nothing: \(message)" }
    let leftOut = failures.existing(in: objects.table)
    guard let first = leftOut.first else { return nil }
    do {
      if try selected.matches(first) { _ = try selected.keys(first) }
      return nil
    } catch {
      let names = leftOut.prefix(RuleError.shownMax).map(objects.label(of:))
      return "leaves out \(RuleError.names(names, leftOut.count)): \(Explanation(of: error).message)"
    }
  }

  // MARK: Reasons

  var reasons: Reasons {
    let selection = watch.selection
    return Reasons(conditions: [
      Condition(presence: Fact(presenceOf: watch) { $0.selection == selection })
    ])
  }

  func lines(aboutRow row: String, in screen: Reasons?) throws -> [String] {
    let search = RowSearch(list: list, simulation: simulation)
    let object = try search.object(of: row)
    var reasons = reasons
    reasons.conditions += search.reasons(of: object, layout).conditions
    let number = watch.id
    if let text = selected.test.conditionText {
      let fields = selected.test.conditionProperties.compactMap { M.schema.field(named: $0) }
      reasons.conditions.append(
        Condition(
          fields.map { Fact($0, of: object.id) }, text: "“\(Escaping.escaped(text))” does not hold",
          holds: { ($0.watches.staged(number) as? StagedWatch<M>)?.chooses(object.id) ?? false }))
    }
    if selected.test.hasLimit {
      reasons.conditions.append(
        Condition(
          [], text: "the limit excludes it",
          holds: {
            ($0.watches.staged(number) as? StagedWatch<M>)?.isWithinLimit(object.id) ?? false
          }))
    }
    // The result may depend on other objects, of any kind.
    if selected.test.hasLimit || !selected.test.dependsOnlyOnRow {
      reasons.conditionKinds = simulation.schemas.schemas.map(\.kindName)
    }
    if reasons.isVisible(in: simulation), let outside = search.outside(object.id) { return outside }
    return try ReasonSearch(simulation: simulation).lines(about: reasons)
  }

  /// Returns a Boolean value that indicates whether an object that the condition selects is within the limit,
  /// in the state being read, which may be a past one.
  private func isWithinLimit(_ id: M.ID) -> Bool {
    let number = objects.number(of: id)
    return !chooses(id) || (try? simulation.interpreter?.ids(of: watch.selection))?.contains(number) ?? false
  }

  /// Returns a Boolean value that indicates whether an object meets the selection's condition in the state being read,
  /// which may be a past one.
  private func chooses(_ id: M.ID) -> Bool {
    guard let object = simulation.table(of: M.self)[id],
      let selected = ObjectTest<M>(watch.selection, simulation.interpreter)
    else { return false }
    return (try? selected.matches(object)) ?? false
  }
}
