import CommandLanguage
import TerminalText
import TextViews

/// The errors of commands that refer to views.
enum ViewError: String, ErrorKind {
  case unknownView, unknownObject, noRow, withoutRows, cannotScroll

  static let group = "views"

  var message: ErrorMessage {
    switch self {
    case .unknownView: .init("there is no view {name}", "No view has this name. “views” lists them.")
    case .unknownObject:
      .init("there is no {kind} {name}", "The list has no row for an object of this name.")
    case .noRow: .init("{list} shows no row {row}", "The list has fewer rows.")
    case .withoutRows: .init("{view} has no rows", "Only a list has rows.")
    case .cannotScroll:
      .init("{view} cannot be scrolled", "Only a list can be scrolled, and of a screen only its first list.")
    }
  }

  /// Returns the error of a row number that a view does not show.
  static func noRow(_ row: String, of path: ViewPath, count: Int) -> RaisedError<ViewError> {
    noRow(
      [Quoting.message("\(path)"), Escaping.escaped(row)],
      notes: [count == 0 ? "it shows none" : "it shows 1 to \(count)"], argument: 1)
  }
}
