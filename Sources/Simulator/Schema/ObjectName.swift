import TerminalText

/// The rules that make an object's name easy to type, distinguish and show on one line.
enum ObjectName {
  static let limit = 40
  /// The maximum length in bytes, because a character may have any number of combining marks.
  static let utf8Limit = 256

  /// Returns the reason why a text cannot be a name; `nil` if it can.
  static func problem(with name: String, reserved: Set<String>) -> String? {
    if name.isEmpty { return "it is empty" }
    if name.utf8.count > utf8Limit || name.count > limit { return "it is longer than \(limit) characters" }
    if reserved.contains(name) { return "the word has another meaning in expressions" }
    if name.first?.isWhitespace == true || name.last?.isWhitespace == true {
      return "it begins or ends with a blank"
    }
    if !Escaping.isClean(name) || name.unicodeScalars.contains(where: isUnassigned) {
      return "it has a control or formatting character"
    }
    if name.first?.isNumber == true { return "it begins with a digit" }
    // A name must not look like the beginning of an output line, such as “+ map” or “error: gone”.
    if let first = name.utf8.first, first < 0x80, !isLetter(first) { return "it begins with a symbol" }
    if name.utf8.contains(UInt8(ascii: ":")) { return "it has a colon" }
    return nil
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == UInt8(ascii: "_")
  }

  /// Returns a Boolean value that indicates whether a scalar is unassigned or for private use.
  private static func isUnassigned(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .unassigned, .privateUse: true
    default: false
    }
  }
}
