/// Writes JSON values in ASCII, so that no reader can take part of a string for a line's end.
enum JSON {
  static func string(_ text: String) -> String {
    var result = "\""
    for unit in text.utf16 {
      switch unit {
      case 0x22: result += "\\\""
      case 0x5C: result += "\\\\"
      case 0x20...0x7E: result.unicodeScalars.append(Unicode.Scalar(UInt8(truncatingIfNeeded: unit)))
      default: result += "\\u" + Escaping.hex(UInt32(unit), digits: 4)
      }
    }
    return result + "\""
  }

  static func array(_ values: [String]) -> String { "[" + values.joined(separator: ",") + "]" }

  /// Members in the given order; the values are JSON already.
  static func object(_ members: [(String, String)]) -> String {
    "{" + members.map { "\(string($0.0)):\($0.1)" }.joined(separator: ",") + "}"
  }
}
