/// One row of fields that is shown somewhere, and prints how it becomes another.
///
/// It keeps the memory of what it showed before for what it shows next, so that changing it allocates
/// nothing. It knows no model: what prints is compiled once for all cells.
@usableFromInline
final class ShownRow {
  /// The console that the row prints to; a row without one is silent.
  var console: Console?
  var path = ViewPath.none
  var columns: Columns = .single
  /// The row's place in its list, from 0.
  @usableFromInline var place: Int?
  /// Returns the source of the row; `nil` where none is known.
  var source: (() -> ViewSource?)?
  private(set) var fields = Fields()
  private var spare = Fields()

  /// Empty fields with memory of earlier ones, to be written and given to one of the methods below.
  @usableFromInline
  func takeNext() -> Fields {
    var next = Fields()
    swap(&next, &spare)
    next.removeAll()
    return next
  }

  /// Shows other fields; prints nothing when they are equal.
  @usableFromInline
  func change(to next: consuming Fields) {
    if fields != next {
      console?.emit(.changed(path, row: place, from: fields, to: next, in: columns), of: source)
    }
    replace(by: next)
  }

  /// Shows fields where nothing was shown.
  @usableFromInline
  func appear(with next: consuming Fields) {
    console?.emit(.appeared(path, row: place, next, in: columns), of: source)
    replace(by: next)
  }

  /// Shows nothing any more.
  @usableFromInline
  func disappear() {
    console?.emit(.disappeared(path, row: place, fields, in: columns), of: source)
    clear()
  }

  /// Shows fields, which may be others, at another place of the list.
  func move(to place: Int, with next: consuming Fields) {
    if let from = self.place {
      console?.emit(.moved(path, from: from, to: place, was: fields, is: next, in: columns), of: source)
    }
    self.place = place
    replace(by: next)
  }

  /// Shows fields, or none, without a line.
  func replace(by next: consuming Fields) {
    spare = fields
    fields = next
  }

  /// Shows nothing any more, without a line.
  func clear() {
    fields.removeAll()
  }
}
