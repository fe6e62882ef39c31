import AutoUpdate
import TerminalText
public import TextViews

/// A text of several lines, such as a floor plan, that is computed from objects and updates when they change:
///
///     Lines("plan") { world in
///       world.all(Bed.self).map { "[\($0.name) \($0.isTaken ? "taken" : "free")]" }.joined(separator: "\n")
///     }
///
/// It prints the lines that change, `~ plan 2  [A2 free]→[A2 taken]`, appear and disappear. It is empty while the text
/// is empty or a condition is false.
public struct Lines: WorldPart, ScreenPart {
  public let element: ViewElement

  /// Creates a view of a text that is visible while some conditions are true.
  ///
  /// - Parameters:
  ///   - name: The name of the view; within a screen it follows the screen's name.
  ///   - conditions: The conditions for it to be visible, which `why` lists.
  ///   - marks: The marks that its lines can have. Coverage counts each of them.
  ///   - text: Computes the text. It may read nothing but the store, and is called again when a value that it read
  ///     changes.
  public init(
    _ name: String, visible conditions: Condition..., marks: [Character] = ["+", "-", "~"],
    text: @escaping @Sendable (_ world: Simulation) -> String
  ) {
    element = .rows(name, conditions, marks, columns: .single) { RowsView.rows(ofLines: text($0)) }
  }

  public func declare(in declarations: inout Declarations) { element.declare(in: &declarations) }
}

/// A table whose rows are computed from objects and update when they change:
///
///     Rows("wards", columns: [Column("ward", width: 8), Column("free", alignment: .trailing)]) { world in
///       world.all(Ward.self).map { ward in [ward.name, "\(world.all(Bed.self, where: \.ward, is: Reference(to: ward)).count)"] }
///     }
///
/// A changed row prints `old→new` in the cells that differ. The columns are fixed: a new field of a model changes no
/// row.
public struct Rows: WorldPart, ScreenPart {
  public let element: ViewElement

  /// Creates a table that is visible while some conditions are true.
  ///
  /// - Parameters:
  ///   - name: The name of the view; within a screen it follows the screen's name.
  ///   - columns: The layout of the cells of a row, from the left.
  ///   - conditions: The conditions for it to be visible, which `why` lists.
  ///   - marks: The marks that its lines can have. Coverage counts each of them.
  ///   - rows: Computes the rows, each with one text per column. It may read nothing but the store.
  public init(
    _ name: String, columns: Columns, visible conditions: Condition..., marks: [Character] = ["+", "-", "~"],
    rows: @escaping @Sendable (_ world: Simulation) -> [[String]]
  ) {
    element = .rows(name, conditions, marks, columns: columns, rows)
  }

  public func declare(in declarations: inout Declarations) { element.declare(in: &declarations) }
}

/// A tree of texts that is computed from objects and updates when they change:
///
///     Tree("house") { world in
///       world.all(Ward.self).map { ward in
///         Branch(ward.name, world.all(Bed.self, where: \.ward, is: Reference(to: ward)).map { Branch($0.name) })
///       }
///     }
///
/// It prints a row for each text, indented by lines that show its ancestors: `+ house 2  ├ A1`.
public struct Tree: WorldPart, ScreenPart {
  public let element: ViewElement

  /// Creates a tree that is visible while some conditions are true.
  ///
  /// - Parameters:
  ///   - name: The name of the view; within a screen it follows the screen's name.
  ///   - conditions: The conditions for it to be visible, which `why` lists.
  ///   - marks: The marks that its lines can have. Coverage counts each of them.
  ///   - roots: Computes the roots of the tree. It may read nothing but the store.
  public init(
    _ name: String, visible conditions: Condition..., marks: [Character] = ["+", "-", "~"],
    roots: @escaping @Sendable (_ world: Simulation) -> [Branch]
  ) {
    element = .rows(name, conditions, marks, columns: .single) { Branch.rows(of: roots($0)) }
  }

  public func declare(in declarations: inout Declarations) { element.declare(in: &declarations) }
}

/// A node of a ``Tree``: a text and its child nodes.
public struct Branch: Sendable {
  let text: String
  let branches: [Branch]

  /// Creates a node from a text and its child nodes, in order.
  public init(_ text: String, _ branches: [Branch] = []) {
    self.text = text
    self.branches = branches
  }

  /// Returns the rows of a tree from the top, up to the number that a view shows.
  fileprivate static func rows(of roots: [Branch]) -> [[String]] {
    var rows: [[String]] = []
    // An explicit stack instead of recursion, because a tree may be deep.
    var next = roots.reversed().map { (branch: $0, above: "", mark: "", isLast: true) }
    while let (branch, above, mark, isLast) = next.popLast(), rows.count <= RowsView.rowsMost {
      rows.append([above + mark + branch.text])
      let inner = mark.isEmpty ? above : above + (isLast ? "  " : "│ ")
      for (index, child) in branch.branches.enumerated().reversed() {
        let isLast = index == branch.branches.count - 1
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

/// A view of rows in a session.
final class StagedRows: StagedView {
  private let rowsView: RowsView
  private let isInScreen: Bool
  private let conditions: [Condition]
  private let rows: @Sendable (Simulation) -> [[String]]
  private unowned let simulation: Simulation
  /// The rows, empty while a condition is false.
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
    // A view that disappears prints its last rows, so it is hidden before they change.
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

  /// The kinds that the rows are computed from, even while a condition hides them.
  private var kinds: [any AnySchema] {
    let made = LiveValue(in: simulation.store) { [rows, unowned simulation] in rows(simulation) }
    return simulation.schemas.schemas.filter { !$0.isForSession && hasRead($0, made) }
  }

  private func hasRead<Declared: AnySchema>(_ schema: Declared, _ made: LiveValue<[[String]]>) -> Bool {
    made.hasRead(simulation.table(of: Declared.Object.self))
  }
}
