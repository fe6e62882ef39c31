/// A view of rows that its owner sets as a whole: the lines of a text, the rows of a table, a tree.
///
/// It prints how the rows before became those after: a row that changed in place, rows that went and rows that came.
///
/// ```swift
/// let plan = RowsView(ViewPath("plan"), on: console)
/// plan.appear()
/// plan.show(lines: "[A1      ]\n[A2 Ann  ]")
/// plan.show(lines: "[A1 Bob  ]\n[A2 Ann  ]")     // ~ plan 1  [A1      ]→[A1 Bob  ]
/// ```
public final class RowsView: TextView {
  /// The layout of the rows.
  public let columns: Columns
  private var shown: [Fields] = []

  /// The most rows; what is more is left out, which a last row says.
  public static let rowsMost = 1_000

  /// A view that shows nothing yet.
  ///
  /// - Parameters:
  ///   - path: the view's name and those of the views around it.
  ///   - columns: the layout of the rows.
  ///   - console: where the view prints.
  public init(_ path: ViewPath, columns: Columns = .single, on console: Console) {
    self.columns = columns
    super.init(path, on: console)
  }

  /// The rows that the view shows, or would show if it were visible.
  public var fields: [Fields] { shown }

  /// Shows the lines of a user text, escaped; blanks at the end of a line are left out.
  public func show(lines text: String) { show(rows: Self.rows(ofLines: text)) }

  /// The lines of a text as rows of one field, without the blanks at their ends.
  public static func rows(ofLines text: String) -> [[String]] {
    if text.isEmpty { return [] }
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let end = line.lastIndex { $0 != " " }.map { line.index(after: $0) } ?? line.startIndex
      return [String(line[..<end])]
    }
  }

  /// Shows rows of user texts, escaped, and prints what changed if the view is visible.
  public func show(rows: [[String]]) {
    var next = rows.prefix(Self.rowsMost).map { row in
      var fields = Fields()
      for text in row {
        if columns.columns.count == 1 { fields.append(line: text) } else { fields.append(text: text) }
      }
      return fields
    }
    if rows.count > Self.rowsMost {
      var fields = Fields()
      fields.append(text: "… \(rows.count - Self.rowsMost) more")
      next.append(fields)
    }
    if isVisible { notify(from: shown, to: next) }
    shown = next
    console.onViewChange?()
  }

  /// Prints the difference: rows go from the last one on, others come from the first one on, and those in between change.
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

  /// The rows between those that stay: as many change into each other as can, and the others go or come.
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

  /// The rows of a longest common subsequence, by their positions in both lists; none of lists so long that the search would take more than
  /// the rows are worth.
  private static func staying(in old: ArraySlice<Fields>, _ new: ArraySlice<Fields>) -> (
    old: [Int], new: [Int]
  ) {
    if old.isEmpty || new.isEmpty || old.count * new.count > 250_000 { return ([], []) }
    // By the positions of both: the length of the longest one of the rows from there on.
    var lengths = Array(repeating: Array(repeating: 0, count: new.count + 1), count: old.count + 1)
    for i in old.indices.reversed() {
      for j in new.indices.reversed() {
        let (a, b) = (i - old.startIndex, j - new.startIndex)
        lengths[a][b] =
          old[i] == new[j] ? lengths[a + 1][b + 1] + 1 : max(lengths[a + 1][b], lengths[a][b + 1])
      }
    }
    var (i, j) = (old.startIndex, new.startIndex)
    var staying: (old: [Int], new: [Int]) = ([], [])
    while i < old.endIndex, j < new.endIndex {
      let (a, b) = (i - old.startIndex, j - new.startIndex)
      if old[i] == new[j] {
        staying.old.append(i)
        staying.new.append(j)
        (i, j) = (i + 1, j + 1)
      } else if lengths[a + 1][b] >= lengths[a][b + 1] {
        i += 1
      } else {
        j += 1
      }
    }
    return staying
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
