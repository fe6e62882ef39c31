import AutoUpdate
import CommandLanguage
import TextViews

extension WarRoom {
  /// Prints which command made a view, a row, a unit or a field what it is.
  func why(_ target: String, _ row: String?) throws {
    let lines: [String]
    if let row {
      lines = try rowReasons(target, row)
    } else if let view = viewReasons(target) {
      lines = view
    } else if let id = names.find(target), let unit = units[id] {
      lines = unitReasons(unit)
    } else if let fact = fact(named: target) {
      lines = [fieldReason(fact, of: target)]
    } else if let gone = goneUnit(target) {
      lines = [gone]
    } else {
      throw unknownTarget(target)
    }
    for line in lines { output.writeLine(line) }
  }

  private var search: ReasonSearch { ReasonSearch(room: self) }

  /// What `why` knows the reasons of, besides fields.
  var whyTargets: [String] {
    func paths(_ view: TextView) -> [String] { ["\(view.path)"] + view.subviews.flatMap(paths) }
    return stage.views.flatMap(paths) + sortedUnits.map(\.name)
  }

  private func unknownTarget(_ target: String) -> Explanation {
    .unknown("view or unit", target, among: whyTargets, argument: 0)
  }

  // MARK: Views

  private func viewReasons(_ target: String) -> [String]? {
    switch target {
    case "title", "app/title": return search.lines(about: stage.title.reasons)
    case "network", "app/network": return search.lines(about: stage.network.reasons)
    default: break
    }
    if let watch = watches[target] { return search.lines(about: reasons(of: watch)) }
    for screen in stage.screens {
      let around = reasons(of: screen.name)
      if target == "\(screen.screen.path)" { return search.lines(about: around) }
      for accessory in screen.accessories where target == "\(accessory.view.path)" {
        return search.lines(about: accessory.reasons, in: around)
      }
      if screen.screen.subviews.contains(where: { "\($0.path)" == target }) {
        return search.lines(about: around)
      }
    }
    return nil
  }

  // MARK: Rows

  private func rowReasons(_ target: String, _ row: String) throws -> [String] {
    if let watch = watches[target], let shown = stage.watches.first(where: { $0.shows(watch) }) {
      let unit = try unit(row, of: shown.view)
      return watchRow(unit, watch, shown)
    }
    let name = ScreenState.Name(rawValue: target)
    let path = name == .map ? "map/units" : name == .chat ? "chat/messages" : target
    if let list = stage.view(path) as? ListView<AnyUnit> {
      let unit = try unit(row, of: list)
      return outside(list, unit.id) ?? search.lines(about: reasons(of: unit), in: reasons(of: .map))
    }
    if let list = stage.view(path) as? ListView<Message> {
      guard let number = Int(row), list.cells.indices.contains(number - 1),
        let message = list.cells[number - 1].model
      else { throw noRow(row, of: list) }
      return search.lines(about: reasons(of: message), in: reasons(of: .chat))
    }
    guard viewReasons(target) == nil else {
      throw GameError.withoutRows(target)
    }
    throw unknownTarget(target)
  }

  private func watchRow(_ unit: AnyUnit, _ watch: Watch, _ shown: WatchView) -> [String] {
    let all = reasons(of: unit, in: watch, shown.rows)
    guard shown.rows.isAboutRowAlone else {
      // What else the condition reads is not known, so the past cannot be asked.
      let isShown = all.isVisible(in: Present())
      if isShown, let outside = outside(shown.view, unit.id) { return outside }
      let condition = shown.rows.conditionText.map { " “\(WarRoom.shown($0))”" } ?? ""
      return [isShown ? "shown now:\(condition) holds" : "hidden now:\(condition) does not hold"]
    }
    if all.isVisible(in: Present()), let outside = outside(shown.view, unit.id) { return outside }
    return search.lines(about: all)
  }

  /// The unit that a row's number or a name means.
  private func unit(_ row: String, of list: ListView<AnyUnit>) throws -> AnyUnit {
    if let id = names.find(row), let unit = units[id] { return unit }
    guard let number = Int(row) else {
      throw Explanation.unknown("unit", row, among: sortedUnits.map(\.name), argument: 1)
    }
    guard number >= 1, number <= list.cells.count, let unit = list.cells[number - 1].model else {
      throw noRow(row, of: list)
    }
    return unit
  }

  private func noRow<Model>(_ row: String, of list: ListView<Model>) -> GameError {
    .noRow(row, list: "\(list.path)", count: list.cells.count)
  }

  /// Why a row that the list could show is not among those that it shows; `nil` when it is.
  private func outside(_ list: ListView<AnyUnit>, _ id: UnitID) -> [String]? {
    guard list.isVisible else { return nil }
    guard let index = list.index(of: id) else { return ["hidden: the limit leaves it out"] }
    if (list.offset..<list.offset + list.cells.count).contains(index) { return nil }
    return ["hidden: it is row \(index + 1), and \(list.summary) are visible"]
  }

  // MARK: Units and fields

  /// For each field the step that set it, the latest step first.
  private func unitReasons(_ unit: AnyUnit) -> [String] {
    var groups: [(step: Int, fields: [Fact])] = []
    for field in FieldCollector.fields(of: unit) {
      let fact = Fact(field.name, of: unit.id, in: units, label: unit.label)
      let step = search.lastTurn(of: { fact.value(in: $0) })?.step ?? 0
      if let known = groups.firstIndex(where: { $0.step == step }) {
        groups[known].fields.append(fact)
      } else {
        groups.append((step, [fact]))
      }
    }
    return groups.sorted { $0.step > $1.step }.map { setReason($0.fields, of: unit.id) }
  }

  /// Which step set fields of a unit that were set together.
  private func setReason(_ fields: [Fact], of id: UnitID) -> String {
    let reasons = Reasons(
      content: fields,
      text: { reader in fields.map { $0.value(in: reader).shown }.joined(separator: " ") })
    guard let content = search.content(of: reasons, verb: "set") else { return "" }
    return content.line + rule(of: id, step: content.step)
  }

  private func fieldReason(_ fact: Fact, of target: String) -> String {
    if let dot = target.lastIndex(of: "."), let id = names.find(String(target[..<dot])) {
      return setReason([fact], of: id)
    }
    let reasons = Reasons(content: [fact], text: { fact.value(in: $0).shown })
    return search.content(of: reasons, verb: "set")?.line ?? ""
  }

  /// The rule by which a step that set the hit points set the status as well.
  private func rule(of id: UnitID, step: Int) -> String {
    guard let changes = store.history.changes(of: step - 1)?.net.changes(of: AnyUnit.self),
      let change = changes.first(where: { $0.after?.id == id }), let before = change.before,
      let after = change.after, let rule = Combat.rule(from: before, to: after)
    else { return "" }
    return "; \(rule)"
  }

  /// Where a unit that is not there any more went.
  private func goneUnit(_ name: String) -> String? {
    let past = store.pastState()
    while let changes = past.stepBack() {
      for change in changes.net.changes(of: AnyUnit.self) {
        guard let before = change.before, before.name == name, change.after?.name != name else { continue }
        let turn = ReasonSearch.Turn(step: past.position + 1, cause: changes.cause, before: [], after: [])
        return "gone \(turn.place): \(ChangeText.parts(of: change).joined(separator: ", "))"
      }
    }
    return nil
  }
}
