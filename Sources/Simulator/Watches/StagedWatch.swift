import AutoUpdate
import CommandLanguage
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
  private let failures = Failures()
  private var query: LiveQuery<M>
  private let limit: LiveValue<Int?>
  /// The limit that the query has.
  private var queryLimit: Int?
  private var subscription: Subscription?

  /// What could not be computed: noted while the store is followed, said when the command ends.
  ///
  /// It is said when something begins to be left out, and again only after nothing was: so what is printed follows from
  /// the store, and the same commands print the same again after an undo.
  private final class Failures {
    /// The objects that are left out; some may be gone.
    var objects: Set<M.ID> = []
    var isOfLimit = false
    var pending: String?
    var isSaid = false
  }

  init?(_ watch: Watch, of schema: Schema<M>, in simulation: Simulation) {
    guard let selected = simulation.interpreter?.rows(of: watch.selection, as: M.self),
      let objects = try? simulation.objects(M.self)
    else { return nil }
    self.watch = watch
    self.objects = objects
    self.selected = selected
    self.simulation = simulation
    layout = RowLayout.naming(schema)
    let failures = failures
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
    list = ListView(
      ViewPath(watch.name), of: query, height: ScreenState.usualHeight, on: simulation.console
    ) { [layout, unowned simulation] in SchemaCell(layout, in: simulation) }
  }

  private static func query(
    _ objects: Objects<M>, _ selected: SelectionRows<M>, _ limit: Int?, _ failures: Failures
  ) -> LiveQuery<M> {
    func note(_ error: any Error, _ object: M) {
      failures.objects.insert(object.id)
      if failures.pending == nil {
        failures.pending = "leaves out \(objects.label(of: object)): \(Explanation(of: error).message)"
      }
    }
    return LiveQuery(
      objects.table,
      where: { object in
        do {
          let isChosen = try selected.matches(object)
          // What has no place in the order is left out as well.
          if isChosen { _ = try selected.keys(object) }
          if !failures.objects.isEmpty { failures.objects.remove(object.id) }
          return isChosen
        } catch {
          note(error, object)
          return false
        }
      }, limit: limit,
      by: { object in (keys: (try? selected.keys(object)) ?? [], number: objects.number(of: object.id)) },
      inOrder: { left, right in
        if selected.precedes(left.keys, right.keys) { return true }
        if selected.precedes(right.keys, left.keys) { return false }
        return left.number < right.number
      })
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

  func takeWarning() -> String? {
    while let id = failures.objects.first, objects.table[id] == nil { failures.objects.remove(id) }
    defer { failures.pending = nil }
    if failures.objects.isEmpty, !failures.isOfLimit { failures.isSaid = false }
    guard let pending = failures.pending, !failures.isSaid else { return nil }
    failures.isSaid = !failures.objects.isEmpty || failures.isOfLimit
    return "warning: the watch \(FieldText.name(watch.name)) \(pending)"
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
    return ReasonSearch(simulation: simulation).lines(about: reasons)
  }

  /// Whether the selection's condition holds of an object.
  private func chooses(_ id: M.ID) -> Bool {
    simulation.table(of: M.self)[id].map { (try? selected.matches($0)) ?? false } ?? false
  }
}
