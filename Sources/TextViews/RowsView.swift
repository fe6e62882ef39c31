/// A view of rows that its owner sets all at once, such as the lines of a text, the rows of a table or a tree.
///
/// It prints the differences between the old and the new rows: changed, removed and added rows.
///
/// ```swift
/// let plan = RowsView(ViewPath("plan"), on: console)
/// plan.appear()
/// plan.show(rows: [["[A1      ]"], ["[A2 Ann  ]"]])
/// plan.show(rows: [["[A1 Bob  ]"], ["[A2 Ann  ]"]])     // ~ plan 1  [A1      ]→[A1 Bob  ]
/// ```
public final class RowsView: TextView {
  /// The layout of the rows.
  public let columns: Columns
  private var shown: [Fields] = []

  /// The maximum number of rows. Further rows are omitted, and an additional last row states their number.
  public static let maxRowCount = 1_000

  /// Creates an empty view.
  ///
  /// - Parameters:
  ///   - path: the path of the view.
  ///   - columns: the layout of the rows.
  ///   - console: the console to which the view prints.
  public init(_ path: ViewPath, columns: Columns = .single, on console: Console) {
    self.columns = columns
    super.init(path, on: console)
  }

  /// The rows that the view shows, or would show if it were visible.
  public var fields: [Fields] { shown }

  /// Returns the lines of a text as rows with one field, without trailing spaces. Lines end in a line feed, a carriage
  /// return or both.
  public static func rows(ofLines text: String) -> [[String]] {
    if text.isEmpty { return [] }
    // A carriage return with a line feed is a single `Character`.
    let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
    return lines.map { line in
      let end = line.lastIndex { $0 != " " }.map { line.index(after: $0) } ?? line.startIndex
      return [String(line[..<end])]
    }
  }

  /// Shows rows of user texts, escaped. Prints the differences if the view is visible.
  public func show(rows: [[String]]) { show(LimitedRows(rows)) }

  /// Shows rows of user texts, escaped, and the number of omitted rows. Prints the differences if the view is visible.
  package func show(_ limited: LimitedRows) {
    var next = limited.rows.map { row in
      var fields = Fields()
      for text in row {
        if columns.columns.count == 1 { fields.append(line: text) } else { fields.append(text: text) }
      }
      return fields
    }
    if let remark = limited.remark {
      var fields = Fields()
      fields.append(text: remark)
      next.append(fields)
    }
    if isVisible { notify(from: shown, to: next) }
    shown = next
    console.onViewChange?(.rows, self)
  }

  /// Prints the differences: removed rows from the last to the first, then added and changed rows from the first to the
  /// last.
  private func notify(from old: [Fields], to new: [Fields]) {
    var (start, end) = (0, 0)
    let shared = min(old.count, new.count)
    while start < shared, old[start] == new[start] { start += 1 }
    while end < shared - start, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
    let (gone, come) = (start..<old.count - end, start..<new.count - end)
    if gone.count == come.count {
      for row in gone where old[row] != new[row] {
        console.emit(.changed(path, row: row, from: old[row], to: new[row], in: columns))
      }
      return
    }
    let pairs = Self.pairs(of: gone, come, staying: Self.staying(in: old[gone], new[come]))
    for row in pairs.removed.reversed() {
      console.emit(.disappeared(path, row: row, old[row], in: columns))
    }
    for row in pairs.inserted { console.emit(.appeared(path, row: row, new[row], in: columns)) }
    for (before, after) in pairs.changed {
      console.emit(.changed(path, row: after, from: old[before], to: new[after], in: columns))
    }
  }

  /// Pairs the rows between unchanged ones. As many as possible count as changed, and the others are removed or added.
  private static func pairs(
    of gone: Range<Int>, _ come: Range<Int>, staying: (old: [Int], new: [Int])
  ) -> (removed: [Int], inserted: [Int], changed: [(Int, Int)]) {
    var pairs: (removed: [Int], inserted: [Int], changed: [(Int, Int)]) = ([], [], [])
    var (i, j) = (gone.lowerBound, come.lowerBound)
    for (nextOld, nextNew) in zip(staying.old + [gone.upperBound], staying.new + [come.upperBound]) {
      while i < nextOld, j < nextNew {
        pairs.changed.append((i, j))
        (i, j) = (i + 1, j + 1)
      }
      pairs.removed += i..<nextOld
      pairs.inserted += j..<nextNew
      (i, j) = (nextOld + 1, nextNew + 1)
    }
    return pairs
  }

  /// Returns the positions in both lists of a longest common subsequence of rows (Myers, 1986). Returns no positions if
  /// the lists are too long, since the search is quadratic when all rows differ.
  private static func staying(in old: ArraySlice<Fields>, _ new: ArraySlice<Fields>) -> (
    old: [Int], new: [Int]
  ) {
    if old.count * new.count > 250_000 { return ([], []) }
    var staying = (old: Set(old.indices), new: Set(new.indices))
    for change in new.difference(from: old) {
      switch change {
      case .remove(let offset, _, _): staying.old.remove(old.startIndex + offset)
      case .insert(let offset, _, _): staying.new.remove(new.startIndex + offset)
      }
    }
    return (staying.old.sorted(), staying.new.sorted())
  }

  public override var summary: String {
    shown.count == 1 ? shown[0].texts.joined(separator: "  ") : "\(shown.count) rows"
  }

  override var rows: ShownRows? { ShownRows(columns: columns, isList: true, fields: shown) }

  public override func didAppear() {
    for (row, fields) in shown.enumerated() {
      console.emit(.appeared(path, row: row, fields, in: columns))
    }
  }

  public override func willDisappear(printing: Bool) {
    if printing, !shown.isEmpty { console.emit(.closed(path)) }
  }

  public override func draw(on canvas: inout Canvas) {
    for fields in shown { canvas.row(fields, in: columns) }
  }
}
