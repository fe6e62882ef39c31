import TerminalText

/// Writes JSON (RFC 8259) of parts that are JSON already; a text becomes a part by `Quoting.json`.
public enum JSON {
  /// An array of elements.
  public static func array(_ elements: [String]) -> String { "[" + elements.joined(separator: ",") + "]" }

  /// An object of members, in the given order.
  public static func object(_ members: [(name: String, value: String)]) -> String {
    "{" + members.map { "\(Quoting.json($0.name)):\($0.value)" }.joined(separator: ",") + "}"
  }
}
