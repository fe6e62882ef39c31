import AutoUpdate
import CommandLanguage
import TerminalText
import TextViews

/// The list of a watched selection.
///
/// A live query follows what the selection's condition, keys and limit read, and nothing else. An object for which they
/// cannot be computed is left out.
final class StagedWatch<M: Model>: AnyStagedWatch {
  let watch: Watch
  private let objects: Objects<M>
  private let selected: SelectionRows<M>
  private let list: ListView<M>
  private let layout: RowLayout<M>
  private unowned let simulation: Simulation
  private let failures: RowFailures<M>
  private var query: LiveQuery<M>
  private let limit: LiveValue<Int?>
  /// The limit that the query has.
  private var queryLimit: Int?
  private var subscription: Subscription?

  init?(_ watch: Watch, of schema: Schema<M>, in simulation: Simulation) {
    guard let selected = simulation.interpreter?.rows(of: watch.selection, as: M.self),
      let objects = try? simulation.objects(M.self)
    else { return nil }
    self.watch = watch
    self.objects = objects
    self.selected = selected
    self.simulation = simulation
    layout = RowLayout.naming(schema)
    // Made before the query, they are up to date when it asks for them.
    selected.keepShared { [store = simulation.store] compute in
      let value = LiveValue(in: store, compute)
      return { value.value }
    }
    let failures = RowFailures<M>(label: { [unowned objects] in objects.label(of: $0) })
    self.failures = failures
    limit = LiveValue(in: simulation.store) {
      do {
        let limit = try selected.currentLimit()
        failures.isOfLimit = false
        return limit
      } catch {
        failures.isOfLimit = true
        failures.pending = failures.pending ?? "shows nothing: \(Explanation(of: error).message)"
        return 0
      }
    }
    queryLimit = limit.value
    let query = Self.query(objects, selected, limit.value, failures)
    self.query = query
    list = schema.operations.makeList(
      ViewPath(watch.name), { query }, ScreenState.usualHeight, simulation.console
    ) { [layout, unowned simulation] in SchemaCell(layout, in: simulation) }
  }

  private static func query(
    _ objects: Objects<M>, _ selected: SelectionRows<M>, _ limit: Int?, _ failures: RowFailures<M>
  ) -> LiveQuery<M> {
    objects.schema.operations.makeSelected(objects.table, objects.allNumbers, selected, limit, failures)
  }

  // MARK: The stage

  var view: TextView { list }

  func follow() -> Bool {
    if let watch = simulation.table(of: Watch.self)[watch.id] {
      let offset = max(1, watch.first) - 1
      if offset != list.wantedOffset { list.scroll(to: offset) }
    }
    if list.isVisible { return false }
    observeLimit()
    list.appear()
    return true
  }

  private func observeLimit() {
    subscription = limit.observe(name: "\(list.path)") { [unowned self] limit in
      guard limit != queryLimit else { return }
      askAnew()
      simulation.watches.tellLater(than: self)
    }
  }

  func observeAsLast() {
    observeLimit()
    list.observeAsLast()
  }

  func askAnew() {
    queryLimit = limit.value
    query = Self.query(objects, selected, limit.value, failures)
    list.show(query)
  }

  func scroll(to row: Int) throws {
    let table = simulation.table(of: Watch.self)
    try simulation.write(cause: "scroll") { _ = $0.update(watch.id, in: table) { $0.first = row } }
  }

  func scrolled(_ state: ScreenState, to row: Int) -> ScreenState { state }

  func show(_ height: Int, from offset: Int) { list.show(height, from: offset) }

  var rows: [Value] { query.ids.map { .object(M.kindID, objects.number(of: $0)) } }

  // A row has an entry with its key in the query's list, and each object a place there.
  var rowByteCount: Int { 1_024 + query.storedCount * (64 + 48 * selected.keyCount) + 4 * objects.count }

  func takeWarning() -> String? {
    while failures.areAny, let id = failures.objects.first, objects.table[id] == nil { failures.remove(id) }
    defer { failures.pending = nil }
    if !failures.areAny, !failures.isOfLimit { failures.isSaid = false }
    guard let pending = failures.pending, !failures.isSaid else { return nil }
    failures.isSaid = failures.areAny || failures.isOfLimit
    return "warning: the watch \(Quoting.message(watch.name)) \(pending)"
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
    if let text = selected.conditionText {
      let fields = selected.conditionProperties.compactMap { M.schema.field(named: $0) }
      let number = watch.id
      reasons.conditions.append(
        Condition(
          fields.map { Fact($0, of: object.id) }, text: "“\(ChangeText.shown(text))” does not hold",
          holds: { ($0.watches.staged(number) as? StagedWatch<M>)?.chooses(object.id) ?? false }))
      if !selected.isAboutRowAlone {
        reasons.conditionKinds = simulation.schemas.schemas.map(\.kindName).filter { $0 != M.kindName }
      }
    }
    if reasons.isVisible(in: simulation), let outside = search.outside(object.id) { return outside }
    return try ReasonSearch(simulation: simulation).lines(about: reasons)
  }

  /// Whether the selection's condition holds of an object.
  private func chooses(_ id: M.ID) -> Bool {
    simulation.table(of: M.self)[id].map { (try? selected.matches($0)) ?? false } ?? false
  }
}
