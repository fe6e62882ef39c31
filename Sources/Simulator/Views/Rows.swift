import AutoUpdate
import TerminalText
public import TextViews

/// A text of several lines that follows whatever objects it is made of, such as a floor plan:
///
///     Lines("plan") { world in
///       world.all(Bed.self).map { "[\($0.name) \($0.isTaken ? "taken" : "free")]" }.joined(separator: "\n")
///     }
///
/// It prints the lines that changed, `~ plan 2  [A2 free]→[A2 taken]`, and those that came and went. While the text is empty, or a condition
/// does not hold, it shows nothing.
public struct Lines: WorldPart, ScreenPart {
  public let element: ViewElement

  /// A text that is shown while some conditions hold.
  ///
  /// - Parameters:
  ///   - name: how it is called; within a screen, after the screen's name.
  ///   - conditions: what must hold for it to be visible; `why` tells which of them do.
  ///   - marks: the marks that its lines can have, of which coverage wants each.
  ///   - text: makes the text of what stands in the store, and of nothing else. It is called again when something has changed that it
  ///     read.
  public init(
    _ name: String, visible conditions: Condition..., marks: [Character] = ["+", "-", "~"],
    text: @escaping @Sendable (_ world: Simulation) -> String
  ) {
    element = .rows(name, conditions, marks, columns: .single) { RowsView.rows(ofLines: text($0)) }
  }

  public func declare(in declarations: inout Declarations) { element.declare(in: &declarations) }
}

/// A table whose rows the world makes of whatever objects:
///
///     Rows("wards", columns: [Column("ward", width: 8), Column("free", alignment: .trailing)]) { world in
///       world.all(Ward.self).map { ward in [ward.name, "\(world.all(Bed.self, where: \.ward, is: Reference(to: ward)).count)"] }
///     }
///
/// A changed row prints `old→new` in the cells that differ. The columns are those that stand here: a new field of a model changes no row.
public struct Rows: WorldPart, ScreenPart {
  public let element: ViewElement

  /// A table that is shown while some conditions hold.
  ///
  /// - Parameters:
  ///   - name: how it is called; within a screen, after the screen's name.
  ///   - columns: the layout of the cells of a row, from the left.
  ///   - conditions: what must hold for it to be visible; `why` tells which of them do.
  ///   - marks: the marks that its lines can have, of which coverage wants each.
  ///   - rows: makes the rows of what stands in the store, and of nothing else: a text for each column.
  public init(
    _ name: String, columns: Columns, visible conditions: Condition..., marks: [Character] = ["+", "-", "~"],
    rows: @escaping @Sendable (_ world: Simulation) -> [[String]]
  ) {
    element = .rows(name, conditions, marks, columns: columns, rows)
  }

  public func declare(in declarations: inout Declarations) { element.declare(in: &declarations) }
}

/// A tree of texts that follows whatever objects it is made of:
///
///     Tree("house") { world in
///       world.all(Ward.self).map { ward in
///         Branch(ward.name, world.all(Bed.self, where: \.ward, is: Reference(to: ward)).map { Branch($0.name) })
///       }
///     }
///
/// It prints a row for each text, behind the lines that lead to it: `+ house 2  ├ A1`.
public struct Tree: WorldPart, ScreenPart {
  public let element: ViewElement

  /// A tree that is shown while some conditions hold.
  ///
  /// - Parameters:
  ///   - name: how it is called; within a screen, after the screen's name.
  ///   - conditions: what must hold for it to be visible; `why` tells which of them do.
  ///   - marks: the marks that its lines can have, of which coverage wants each.
  ///   - roots: makes the outermost texts of what stands in the store, and of nothing else, with what is below them.
  public init(
    _ name: String, visible conditions: Condition..., marks: [Character] = ["+", "-", "~"],
    roots: @escaping @Sendable (_ world: Simulation) -> [Branch]
  ) {
    element = .rows(name, conditions, marks, columns: .single) { Branch.rows(of: roots($0)) }
  }

  public func declare(in declarations: inout Declarations) { element.declare(in: &declarations) }
}

/// A text of a ``Tree``, and those below it.
public struct Branch: Sendable {
  let text: String
  let branches: [Branch]

  /// A text, and those below it in their order.
  public init(_ text: String, _ branches: [Branch] = []) {
    self.text = text
    self.branches = branches
  }

  /// The rows of a tree from the top, as far as a view shows them.
  fileprivate static func rows(of roots: [Branch]) -> [[String]] {
    var rows: [[String]] = []
    // A list instead of calls, as a tree may be deep.
    var next = roots.reversed().map { (branch: $0, above: "", mark: "", isLast: true) }
    while let (branch, above, mark, isLast) = next.popLast(), rows.count <= RowsView.rowsMost {
      rows.append([above + mark + branch.text])
      let inner = mark.isEmpty ? above : above + (isLast ? "  " : "│ ")
      for (place, child) in branch.branches.enumerated().reversed() {
        let isLast = place == branch.branches.count - 1
        next.append((child, inner, isLast ? "└ " : "├ ", isLast))
      }
    }
    return rows
  }
}

extension ViewElement {
  fileprivate static func rows(
    _ name: String, _ conditions: [Condition], _ marks: [Character], columns: Columns,
    _ rows: @escaping @Sendable (Simulation) -> [[String]]
  ) -> ViewElement {
    ViewElement(
      name: name, kind: .label, marks: marks,
      problems: conditions.compactMap(\.problem).map { "the view “\(name)” \($0)" }
    ) { path, isInScreen, simulation in
      StagedRows(path, isInScreen: isInScreen, columns, conditions, rows, in: simulation)
    }
  }
}

/// A view of rows of a session.
final class StagedRows: StagedView {
  private let rowsView: RowsView
  private let isInScreen: Bool
  private let conditions: [Condition]
  private let rows: @Sendable (Simulation) -> [[String]]
  private unowned let simulation: Simulation
  /// The rows, none while a condition does not hold.
  private let value: LiveValue<[[String]]>
  private var subscription: Subscription?

  init(
    _ path: ViewPath, isInScreen: Bool, _ columns: Columns, _ conditions: [Condition],
    _ rows: @escaping @Sendable (Simulation) -> [[String]], in simulation: Simulation
  ) {
    rowsView = RowsView(path, columns: columns, on: simulation.console)
    self.isInScreen = isInScreen
    self.conditions = conditions
    self.rows = rows
    self.simulation = simulation
    value = LiveValue(in: simulation.store) { [unowned simulation] in
      conditions.allSatisfy { $0.holds(in: simulation) } ? rows(simulation) : []
    }
    rowsView.isHidden = isInScreen
  }

  var view: TextView { rowsView }

  func begin() {
    if !isInScreen { rowsView.appear() }
    subscription = value.observe(name: rowsView.path.description) { [unowned self] in show($0) }
  }

  func follow() -> Bool { false }

  func refresh() { show(value.value) }

  private func show(_ rows: [[String]]) {
    // A view that disappears prints what it showed.
    if isInScreen, rows.isEmpty { rowsView.isHidden = true }
    rowsView.show(rows: rows)
    if isInScreen { rowsView.isHidden = rows.isEmpty }
  }

  var reasons: Reasons {
    Reasons(
      conditions: conditions, text: { [rows] in Self.text(of: rows($0)) },
      contentKinds: kinds.map(\.kindName))
  }

  var remarks: [String] {
    let names = kinds.map { $0.pluralName.isEmpty ? $0.kindName : $0.pluralName }
    return names.isEmpty ? [] : ["its rows depend on \(English.list(names))"]
  }

  private static func text(of rows: [[String]]) -> String {
    rows.map { $0.joined(separator: "  ") }.joined(separator: "\n")
  }

  /// The kinds that the rows are made of, also while a condition hides them.
  private var kinds: [any AnySchema] {
    let made = LiveValue(in: simulation.store) { [rows, unowned simulation] in rows(simulation) }
    return simulation.schemas.schemas.filter { !$0.isForSession && hasRead($0, made) }
  }

  private func hasRead<Declared: AnySchema>(_ schema: Declared, _ made: LiveValue<[[String]]>) -> Bool {
    made.hasRead(simulation.table(of: Declared.Object.self))
  }
}
