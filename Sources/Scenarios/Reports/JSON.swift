import TerminalText

/// Writes JSON values that hold others.
enum JSON {
  static func array(_ values: [String]) -> String { "[" + values.joined(separator: ",") + "]" }

  /// Members in the given order; the values are JSON already.
  static func object(_ members: [(String, String)]) -> String {
    "{" + members.map { "\(Quoting.json($0.0)):\($0.1)" }.joined(separator: ",") + "}"
  }
}
