/// The output format of a selection that is a statement: `cards where points > 5 --json`.
enum SelectionFormat: Int, CaseIterable, Sendable {
  case table, json, csv, plain

  private var option: String {
    switch self {
    case .table: ""
    case .json: "--json"
    case .csv: "--csv"
    case .plain: "--plain"
    }
  }

  static let options = allCases.dropFirst().map(\.option)

  init?(option: ArraySlice<UInt8>) {
    guard let format = Self.allCases.first(where: { option.elementsEqual($0.option.utf8) }) else {
      return nil
    }
    self = format
  }
}
