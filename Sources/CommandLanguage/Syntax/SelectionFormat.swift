/// How a selection that is a statement is printed: `cards where points > 5 --json`.
enum SelectionFormat: Int, CaseIterable, Sendable {
  case table, json, csv, plain

  /// What asks for it; the table is what is printed unasked.
  private var option: String {
    switch self {
    case .table: ""
    case .json: "--json"
    case .csv: "--csv"
    case .plain: "--plain"
    }
  }

  /// Every option.
  static let options = allCases.dropFirst().map(\.option)

  init?(option: ArraySlice<UInt8>) {
    guard let format = Self.allCases.first(where: { option.elementsEqual($0.option.utf8) }) else {
      return nil
    }
    self = format
  }
}
