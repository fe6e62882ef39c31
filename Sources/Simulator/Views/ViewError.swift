import CommandLanguage
import TerminalText

/// What is wrong with what a command says of views.
enum ViewError: CountedError {
  case unknownView(String, known: [String])
  case unknownObject(kind: String, String, known: [String])
  case noRow(String, list: String, count: Int)
  case withoutRows(String)

  enum Kind: String, CaseIterable {
    case unknownView = "views: unknownView"
    case unknownObject = "views: unknownObject"
    case noRow = "views: noRow"
    case withoutRows = "views: withoutRows"
  }

  var kind: Kind {
    switch self {
    case .unknownView: .unknownView
    case .unknownObject: .unknownObject
    case .noRow: .noRow
    case .withoutRows: .withoutRows
    }
  }

  var prose: Explanation {
    switch self {
    case .unknownView(let name, let known): .unknown("view", name, among: known, argument: 0)
    case .unknownObject(let kind, let name, let known): .unknown(kind, name, among: known, argument: 1)
    case .noRow(let row, let list, let count):
      Explanation(
        "\(Quoting.message(list)) shows no row \(Escaping.escaped(row))",
        notes: [count == 0 ? "it shows none" : "it shows 1 to \(count)"], argument: 1)
    case .withoutRows(let name): Explanation("\(Quoting.message(name)) has no rows", argument: 0)
    }
  }
}

extension ViewError {
  static func meaning(of kind: Kind) -> String {
    switch kind {
    case .unknownView: "No view is called so. “views” shows them."
    case .unknownObject: "The list has no row for an object of this name."
    case .noRow: "The list has fewer rows."
    case .withoutRows: "Only a list has rows."
    }
  }
}
