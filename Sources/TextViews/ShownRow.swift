/// A row of fields in a view, which prints its changes.
///
/// A row reuses the memory of its previous fields, so a change allocates nothing. Its type does not depend on the
/// model, so its code is compiled once for all cells.
@usableFromInline
final class ShownRow {
  /// The console to which the row prints; a row without a console prints nothing.
  var console: Console?
  var path = ViewPath.none
  var columns: Columns = .single
  /// The row's index in its list.
  @usableFromInline var index: Int?
  /// Returns the source of the row; `nil` if it is unknown.
  var source: (() -> ViewSource?)?
  private(set) var fields = Fields()
  private var spare = Fields()

  /// Returns empty fields with reused memory, to be filled and passed to one of the methods below.
  @usableFromInline
  func takeNext() -> Fields {
    var next = Fields()
    swap(&next, &spare)
    next.removeAll()
    return next
  }

  /// Shows other fields. Prints nothing if they are equal.
  @usableFromInline
  func change(to next: consuming Fields) {
    if fields != next {
      console?.emit(.changed(path, row: index, from: fields, to: next, in: columns), of: source)
    }
    replace(by: next)
  }

  /// Shows fields in an empty row.
  @usableFromInline
  func appear(with next: consuming Fields) {
    console?.emit(.appeared(path, row: index, next, in: columns), of: source)
    replace(by: next)
  }

  @usableFromInline
  func disappear() {
    console?.emit(.disappeared(path, row: index, fields, in: columns), of: source)
    clear()
  }

  /// Shows fields at another index of the list.
  func move(to index: Int, with next: consuming Fields) {
    if let from = self.index {
      console?.emit(.moved(path, from: from, to: index, was: fields, is: next, in: columns), of: source)
    }
    self.index = index
    replace(by: next)
  }

  /// Shows fields, or none if they are empty, without printing.
  func replace(by next: consuming Fields) {
    spare = fields
    fields = next
  }

  /// Removes the fields without printing.
  func clear() {
    fields.removeAll()
  }
}

/// The rows of one view: all visible rows of a list, or the single row of a label.
struct ShownRows {
  let columns: Columns
  let isList: Bool
  var fields: [Fields]
}
