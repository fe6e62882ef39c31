public import AutoUpdate

/// A list of rows of which a viewport is visible; each visible row, and no other, owns a cell.
///
/// It prints `+ - ~ ^` lines with the row's place in the viewport, from 1. The lines apply in order:
/// after `- list 2`, the third row is the second. Rows that slide into or out of the viewport appear
/// and disappear.
///
/// Cells that are no more visible are used again. A transaction that changes nothing in or above the
/// viewport prepares no cell and compares no row.
public final class ListView<Model: Storable>: TextView {
  /// What the viewport does when rows are added behind the last one that it shows.
  public enum Anchor: Sendable {
    /// It stays where it is.
    case top
    /// It keeps showing the last rows as long as it showed them before, as a chat does.
    case bottom
  }

  private let source: ListSource<Model>
  private let makeCell: () -> Cell<Model>
  private let anchor: Anchor
  private var subscription: Subscription?
  private var spare: [Cell<Model>] = []
  /// Whether the viewport shows the last rows, after which there is nothing to scroll to.
  private var isAtEnd = true

  /// The cells of the visible rows, from the top.
  public private(set) var cells: [Cell<Model>] = []
  /// How many rows of the list are above the viewport.
  public private(set) var offset = 0
  /// How many rows the viewport shows at most.
  public private(set) var height: Int
  /// How often any cell was prepared with a model, ever: what an update costs.
  public private(set) var preparedCellCount = 0

  init(
    _ path: ViewPath, of source: ListSource<Model>, height: Int, anchor: Anchor = .top, on console: Console,
    makeCell: @escaping () -> Cell<Model>
  ) {
    self.source = source
    self.makeCell = makeCell
    self.anchor = anchor
    self.height = min(max(1, height), Int(Int32.max))
    super.init(path, on: console)
  }

  /// How many rows there are, visible or not.
  public var count: Int { source.count() }

  // MARK: The viewport

  /// Shows the rows from `offset` on, or the last ones when there are not that many.
  public func scroll(to offset: Int) {
    self.offset = min(max(0, offset), greatestOffset)
    isAtEnd = self.offset == greatestOffset
    if isVisible { refresh() }
  }

  /// Shows more rows, or fewer.
  public func resize(to height: Int) {
    self.height = min(max(1, height), Int(Int32.max))
    if isVisible { refresh() }
  }

  private var greatestOffset: Int { max(0, source.count() - height) }

  // MARK: Following the query

  public override func didAppear() {
    subscription = source.observe(self)
    refresh()
  }

  public override func willDisappear(printing: Bool) {
    subscription = nil
    if printing, !cells.isEmpty { console.disappeared(path) }
    for cell in cells { cell.prepareForReuse() }
    cells = []
    spare = []
  }

  /// Rows from a position on came, went or moved; those above it are where they were.
  func restructured(from position: Int) {
    if anchor == .bottom && isAtEnd || position < offset &+ height { refresh() }
  }

  /// The row at a position has another model of the same identity.
  func updated(at position: Int) {
    guard position >= offset, position &- offset < cells.count else { return }
    prepare(cells[position &- offset], with: source.model(position))
  }

  /// Makes the cells show the rows that are in the viewport now, and prints how they became so.
  private func refresh() {
    offset = anchor == .bottom && isAtEnd ? greatestOffset : min(offset, greatestOffset)
    isAtEnd = offset == greatestOffset
    var models: [Model] = []
    for at in offset..<min(offset &+ height, source.count()) { models.append(source.model(at)) }
    let steps = WindowChanges(from: cells.compactMap(\.model?.id), to: models.map(\.id)) { old, new in
      cells[old].model != models[new]
    }.steps
    for step in steps {
      switch step {
      case .remove(let place):
        let cell = cells.remove(at: place)
        cell.shown.place = place
        cell.prepare(with: nil)
        cell.prepareForReuse()
        spare.append(cell)
      case .insert(let place):
        let cell = spare.popLast() ?? newCell()
        cell.shown.place = place
        cells.insert(cell, at: place)
        prepare(cell, with: models[place])
      case .move(let from, let to, let new):
        let cell = cells.remove(at: from)
        cells.insert(cell, at: to)
        cell.shown.place = from
        cell.move(to: to, with: models[new])
        preparedCellCount += 1
      }
    }
    for (place, cell) in cells.enumerated() {
      cell.shown.place = place
      if cell.model != models[place] { prepare(cell, with: models[place]) }
    }
    if spare.count > height { spare.removeLast(spare.count - height) }
  }

  private func newCell() -> Cell<Model> {
    let cell = makeCell()
    cell.attach(to: path, on: console)
    return cell
  }

  private func prepare(_ cell: Cell<Model>, with model: Model) {
    preparedCellCount += 1
    cell.prepare(with: model)
  }

  // MARK: Showing

  public override var summary: String {
    cells.isEmpty ? "no rows" : "rows \(offset + 1)-\(offset + cells.count) of \(source.count())"
  }

  public override func draw(on canvas: inout Canvas) {
    let digits = String(cells.count).utf8.count
    for (place, cell) in cells.enumerated() {
      canvas.row(cell.fields, in: cell.columns, number: place + 1, digits: digits)
    }
    if cells.count != source.count() || cells.isEmpty { canvas.line(summary) }
  }
}

/// What a list view needs to know of the rows that it shows.
struct ListSource<Model: Storable> {
  let count: () -> Int
  /// The model at a position below the count.
  let model: (Int) -> Model
  /// Tells the list of changes until the subscription ends.
  let observe: (ListView<Model>) -> Subscription?
}
