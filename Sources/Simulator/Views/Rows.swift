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
  ///   - text: Computes the text. It may read only the store, and is called again when a value that it read changes.
  public init(
    _ name: String, visible conditions: Condition..., marks: [Character] = ["+", "-", "~"],
    text: @escaping @Sendable (_ world: Simulation) -> String
  ) {
    element = .rows(name, conditions, marks, columns: .single) {
      LimitedRows(RowsView.rows(ofLines: text($0)))
    }
  }
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
  ///   - rows: Computes the rows, each with one text per column. It may read only the store.
  public init(
    _ name: String, columns: Columns, visible conditions: Condition..., marks: [Character] = ["+", "-", "~"],
    rows: @escaping @Sendable (_ world: Simulation) -> [[String]]
  ) {
    element = .rows(name, conditions, marks, columns: columns) { LimitedRows(rows($0)) }
  }
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
  ///   - roots: Computes the roots of the tree. It may read only the store.
  public init(
    _ name: String, visible conditions: Condition..., marks: [Character] = ["+", "-", "~"],
    roots: @escaping @Sendable (_ world: Simulation) -> [Branch]
  ) {
    element = .rows(name, conditions, marks, columns: .single) { Branch.rows(of: roots($0)) }
  }
}

/// A node of a ``Tree``: a text and its child nodes.
public struct Branch: Sendable {
  let text: String
  let branches: [Branch]
  /// The number of nodes below this one, at most `Int.max`. It is computed at creation, because counting the nodes of a
  /// tree whose nodes share children could take exponential time.
  private let descendantCount: Int

  /// Creates a node from a text and its child nodes, in order.
  public init(_ text: String, _ branches: [Branch] = []) {
    self.text = text
    self.branches = branches
    descendantCount = Self.count(of: branches)
  }

  /// Returns the number of nodes in trees, at most `Int.max`.
  private static func count(of roots: [Branch]) -> Int {
    var count = 0
    for root in roots {
      for part in [1, root.descendantCount] {
        let (sum, overflows) = count.addingReportingOverflow(part)
        count = overflows ? .max : sum
      }
    }
    return count
  }

  /// Returns the rows of a tree from the top. Rows that a view does not show are not computed.
  fileprivate static func rows(of roots: [Branch]) -> LimitedRows {
    var rows: [[String]] = []
    // An explicit stack instead of recursion, because a tree may be deep.
    var next = roots.prefix(RowsView.maxRowCount).reversed().map {
      (branch: $0, above: "", mark: "", isLast: true)
    }
    while rows.count < RowsView.maxRowCount, let (branch, above, mark, isLast) = next.popLast() {
      rows.append([above + mark + branch.text])
      let inner = mark.isEmpty ? above : above + (isLast ? "  " : "│ ")
      for index in branch.branches.indices.prefix(RowsView.maxRowCount - rows.count).reversed() {
        let isLast = index == branch.branches.count - 1
        next.append((branch.branches[index], inner, isLast ? "└ " : "├ ", isLast))
      }
    }
    return LimitedRows(rows, of: count(of: roots))
  }
}

extension ViewElement {
  fileprivate static func rows(
    _ name: String, _ conditions: [Condition], _ marks: [Character], columns: Columns,
    _ rows: @escaping @Sendable (Simulation) -> LimitedRows
  ) -> ViewElement {
    ViewElement(
      name: name, kind: .label, marks: marks,
      problems: conditions.compactMap(\.problem).map { "the view “\(name)” \($0)" }
    ) { path, isInScreen, simulation in
      let view = RowsView(path, columns: columns, on: simulation.console)
      let texts = { (limited: LimitedRows) in
        limited.rows.map { $0.joined(separator: "  ") } + (limited.remark.map { [$0] } ?? [])
      }
      return StagedContent(
        view, isInScreen: isInScreen, conditions, remark: "its rows depend on", rows,
        hidden: LimitedRows(), in: simulation,
        text: { texts($0).joined(separator: "\n") }, rows: texts
      ) { view.show($0) }
    }
  }
}
