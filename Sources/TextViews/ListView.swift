public import AutoUpdate
public import ListEdits

/// A list of rows with a viewport. Only the visible rows have cells.
///
/// The list prints `+ - ~ ^` lines with the row's number in the viewport, from 1. The lines apply in order: after `-
/// list 2`, the former third row is the second. Rows that move into or out of the viewport appear and disappear.
///
/// The visible rows depend only on the rows, the height and the offset passed to ``scroll(to:)``, not on the rows that
/// were visible before. So rows that are removed and added again return to the same position.
///
/// Cells that are no longer visible are reused. A transaction that changes nothing in or above the viewport prepares no
/// cell and compares no row, unless added rows would move the viewport.
public final class ListView<Model: Storable>: TextView {
  /// The behaviour of the viewport when rows are added after its last row.
  public enum Anchor: Sendable {
    /// The viewport does not move.
    case top
    /// If the viewport shows the last rows, it moves to show the new last rows, as in a chat.
    case bottom
  }

  private var makeQuery: () -> LiveQuery<Model>
  /// The query, which exists while the list is visible, so that a hidden list adds no cost to an update.
  @usableFromInline private(set) var query: LiveQuery<Model>?
  private let makeCell: () -> Cell<Model>
  /// Returns the source by which events identify a model; `nil` if events have no source. Set it before the list
  /// appears.
  public var identify: ((Model) -> ViewSource)?
  private let anchor: Anchor
  /// Processes edits. The closure is created where the model's type is known, so that the compiler specialises it for
  /// that type.
  private let followEdits: (ListView, [ListEdit<Model.ID>]) -> Void
  private let compareRows: (ListView) -> Void
  private var subscription: Subscription?
  @usableFromInline var spare: [Cell<Model>] = []
  /// The requested offset of the first visible row; `Int.max` for the last rows.
  public private(set) var wantedOffset: Int

  /// The cells of the visible rows, from the top.
  public var cells: [Cell<Model>] { shownCells }
  @usableFromInline var shownCells: [Cell<Model>] = []
  /// The number of rows above the viewport.
  public var offset: Int { firstRow }
  @usableFromInline var firstRow = 0
  /// The maximum number of visible rows.
  public private(set) var height: Int
  /// The number of times that a cell was prepared with a model, as a measure of the cost of updates.
  public private(set) var preparedCellCount = 0

  /// Creates a list that shows the models of a live query in custom cells.
  ///
  /// - Parameters:
  ///   - path: the path of the list.
  ///   - query: creates the query. It is called when the list appears; the query is released when the list disappears.
  ///   - height: the maximum number of visible rows.
  ///   - anchor: the behaviour of the viewport when rows are added after its last row.
  ///   - console: the console to which the list prints.
  ///   - makeCell: creates an empty cell for a visible row.
  @inlinable
  public convenience init(
    _ path: ViewPath, of query: @autoclosure @escaping () -> LiveQuery<Model>, height: Int,
    anchor: Anchor = .top, on console: Console,
    makeCell: @escaping () -> Cell<Model>
  ) {
    self.init(
      path, of: query, height: height, anchor: anchor, on: console, makeCell: makeCell,
      followEdits: { $0.follow($1) }, compareRows: { $0.compareRowsWithCells() })
  }

  @usableFromInline
  init(
    _ path: ViewPath, of query: @escaping () -> LiveQuery<Model>, height: Int, anchor: Anchor,
    on console: Console, makeCell: @escaping () -> Cell<Model>,
    followEdits: @escaping (ListView, [ListEdit<Model.ID>]) -> Void,
    compareRows: @escaping (ListView) -> Void
  ) {
    makeQuery = query
    self.followEdits = followEdits
    self.compareRows = compareRows
    self.makeCell = makeCell
    self.anchor = anchor
    wantedOffset = anchor == .bottom ? .max : 0
    self.height = min(max(1, height), Int(Int32.max))
    super.init(path, on: console)
  }

  /// The number of rows inside and outside the viewport; 0 if the list is not visible.
  public var count: Int { query?.count ?? 0 }

  /// Returns the index of a model among all rows; `nil` if there is no such row or the list is not visible.
  public func index(of id: Model.ID) -> Int? { query?.index(of: id) }

  // MARK: The viewport

  /// Shows the rows from `offset` on, or the last rows if there are fewer.
  ///
  /// - Parameter offset: the requested offset, which is stored: with `Int.max`, the last rows remain visible when rows
  ///   are added.
  public func scroll(to offset: Int) {
    show(height, from: offset)
  }

  /// Shows `height` rows from `offset` on.
  public func show(_ height: Int, from offset: Int) {
    self.height = min(max(1, height), Int(Int32.max))
    wantedOffset = anchor == .bottom && isVisible && offset >= greatestOffset ? .max : max(0, offset)
    if isVisible { refresh() }
  }

  @usableFromInline var greatestOffset: Int { max(0, count - height) }

  package var viewport: Viewport {
    Viewport(offset: firstRow, shownCount: shownCells.count, height: height, count: count)
  }

  // MARK: Following the query

  public override func didAppear() {
    query = makeQuery()
    observe()
  }

  private func observe() {
    // The reference is weak, since a list may be released at any time and on any thread.
    subscription = query?.observe(name: path.description) { [weak self] update in
      guard let self else { return }
      switch update {
      case .initial: refresh()
      case .edits(let edits): followEdits(self, edits)
      }
    }
  }

  /// Moves the list to the end of the store's order of delivery.
  ///
  /// The owner of several views can use this method to determine the order in which they print.
  public func moveToEndOfOrder() {
    subscription = nil
    observe()
  }

  /// Prepares visible rows again and prints the differences. Use this method for cells that also show data from outside
  /// their models.
  ///
  /// - Parameter isOutdated: chooses the cells to prepare. By default, all visible ones are prepared.
  public func prepareAgain(where isOutdated: (Cell<Model>) -> Bool = { _ in true }) {
    guard let query else { return }
    for cell in cells where isOutdated(cell) {
      // A row that the same commit changed or removed is printed once, when the query's edits arrive.
      guard let model = cell.model, let slot = query.index(of: model.id), query[slot] == model else {
        continue
      }
      prepare(cell, with: model)
    }
  }

  public override func willDisappear(printing: Bool) {
    subscription = nil
    query = nil
    if printing, !cells.isEmpty { console.emit(.closed(path)) }
    for cell in cells { cell.prepareForReuse() }
    shownCells = []
    spare = []
  }

  @inlinable
  func follow(_ edits: [ListEdit<Model.ID>]) {
    var first = Int.max
    for edit in edits {
      switch edit {
      case .insert(_, let position), .remove(_, let position): first = min(first, known(position))
      case .move(let from, let to): first = min(first, known(from), known(to))
      // In a list with sections, the whole viewport is compared.
      case .sectionInserted, .sectionRemoved: first = 0
      case .update(let position): if position.section > 0 { first = 0 }
      }
    }
    if first < .max { console.onViewChange?(.rows, self) }
    // Rows after the viewport matter only if the viewport moves when rows are added.
    if first < firstRow &+ height || first < .max && wantedOffset > firstRow { return refresh() }
    guard let query else { return }
    for case .update(let position) in edits {
      let slot = position.row &- firstRow
      if slot >= 0, slot < shownCells.count { prepare(shownCells[slot], with: query[position.row]) }
    }
  }

  /// Returns the least index in the list that a position may have.
  @inlinable
  func known(_ position: ListPosition) -> Int {
    position.section == 0 ? position.row : 0
  }

  /// Assigns the rows in the viewport to the cells, and prints the changes.
  @usableFromInline
  func refresh() {
    console.onViewChange?(.rows, self)
    compareRows(self)
  }

  @inlinable
  func compareRowsWithCells() {
    guard let query else { return }
    firstRow = min(wantedOffset, greatestOffset)
    let models = query.models(in: firstRow..<firstRow &+ height)
    if models.isEmpty, shownCells.isEmpty { return }
    let new = models.map { $0.id }
    var old: [Model.ID] = []
    for cell in shownCells { if let model = cell.current { old.append(model.id) } }
    if old != new { edit(from: old, to: new, models) }
    for (slot, cell) in shownCells.enumerated() where slot < models.count {
      cell.shown.index = slot
      if cell.current != models[slot] { prepare(cell, with: models[slot]) }
    }
    if spare.count > height { spare.removeLast(spare.count - height) }
  }

  /// Reassigns the cells after the visible rows have changed.
  @inlinable
  func edit(from old: [Model.ID], to new: [Model.ID], _ models: [Model]) {
    for edit in ListEdit.edits(from: old, to: new, isChanged: { shownCells[$0].current != models[$1] }) {
      switch edit {
      case .remove(_, let position): removeCell(at: position.row)
      case .insert(_, let position): insertCell(at: position.row, models[position.row])
      case .move(let from, let to):
        if let id = shownCells[from.row].current?.id, let slot = new.firstIndex(of: id) {
          moveCell(from: from.row, to: to.row, models[slot])
        }
      // All remaining rows are compared afterwards.
      case .update, .sectionInserted, .sectionRemoved: break
      }
    }
  }

  @inlinable
  func removeCell(at slot: Int) {
    let cell = shownCells.remove(at: slot)
    cell.shown.index = slot
    cell.prepare(with: nil)
    cell.prepareForReuse()
    spare.append(cell)
  }

  @inlinable
  func insertCell(at slot: Int, _ model: Model) {
    let cell = spare.popLast() ?? newCell()
    cell.shown.index = slot
    shownCells.insert(cell, at: slot)
    prepare(cell, with: model)
  }

  @usableFromInline
  func moveCell(from: Int, to: Int, _ model: Model) {
    let cell = shownCells.remove(at: from)
    shownCells.insert(cell, at: to)
    cell.shown.index = from
    cell.move(to: to, with: model)
    preparedCellCount += 1
  }

  @usableFromInline
  func newCell() -> Cell<Model> {
    let cell = makeCell()
    cell.identify = identify
    cell.attach(to: path, on: console)
    return cell
  }

  @usableFromInline
  func countPrepared() { preparedCellCount += 1 }

  @inlinable
  func prepare(_ cell: Cell<Model>, with model: Model) {
    countPrepared()
    cell.prepare(with: model)
  }

  // MARK: Showing

  override var rows: ShownRows? {
    guard let first = cells.first else { return ShownRows(columns: .single, isList: true, fields: []) }
    // This is a closure, since generic code would create a key path at each use.
    return ShownRows(columns: first.columns, isList: true, fields: cells.map { $0.fields })
  }

  override var sources: [ViewSource?] { cells.map { $0.model.flatMap { identify?($0) } } }

  public override var summary: String {
    cells.isEmpty ? "no rows" : "rows \(offset + 1)-\(offset + cells.count) of \(count)"
  }

  public override func draw(on canvas: inout Canvas) {
    let digits = String(cells.count).utf8.count
    for (slot, cell) in cells.enumerated() {
      canvas.row(cell.fields, in: cell.columns, number: slot + 1, digits: digits)
    }
    if cells.count != count || cells.isEmpty { canvas.line(summary) }
  }
}
