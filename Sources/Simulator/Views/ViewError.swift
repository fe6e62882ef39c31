import CommandLanguage
import TerminalText

/// The errors of commands that refer to views.
enum ViewError: CatalogedError {
  case unknownView(String, known: [String])
  case unknownObject(kind: String, String, known: [String])
  case noRow(String, list: String, count: Int)
  case withoutRows(String)

  enum Kind: String, CaseIterable { case unknownView, unknownObject, noRow, withoutRows }

  static var group: String { "views" }

  static func message(of kind: Kind) -> ErrorMessage {
    switch kind {
    case .unknownView: .init("there is no view {name}", "No view has this name. “views” lists them.")
    case .unknownObject:
      .init("there is no {kind} {name}", "The list has no row for an object of this name.")
    case .noRow: .init("{list} shows no row {row}", "The list has fewer rows.")
    case .withoutRows: .init("{view} has no rows", "Only a list has rows.")
    }
  }

  var report: ErrorReport<Kind> {
    switch self {
    case .unknownView(let name, let known): .unknown(.unknownView, name, among: known, argument: 0)
    case .unknownObject(let kind, let name, let known):
      .unknown(.unknownObject, after: [kind], name, among: known, argument: 1)
    case .noRow(let row, let list, let count):
      .init(
        .noRow, [Quoting.message(list), Escaping.escaped(row)],
        notes: [count == 0 ? "it shows none" : "it shows 1 to \(count)"], argument: 1)
    case .withoutRows(let name): .init(.withoutRows, [Quoting.message(name)], argument: 0)
    }
  }
}
