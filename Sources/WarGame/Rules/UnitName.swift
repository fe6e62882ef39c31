import TerminalText

/// Which texts can be a unit's name: such as can be typed, told apart and shown on a line.
enum UnitName {
  /// The most characters of a name.
  static let limit = 40
  /// A character may carry any number of marks; the text as a whole may not.
  static let utf8Limit = 256

  /// Why a text cannot be a name; `nil` when it can.
  static func problem(with name: String, reserved: Set<String> = GameWords.reserved) -> String? {
    if name.isEmpty { return "it is empty" }
    if name.utf8.count > utf8Limit || name.count > limit { return "it is longer than \(limit) characters" }
    if reserved.contains(name) { return "the word means something else in expressions" }
    if name.first?.isWhitespace == true || name.last?.isWhitespace == true {
      return "it begins or ends with a blank"
    }
    if !Escaping.isClean(name) || name.unicodeScalars.contains(where: isUnassigned) {
      return "it has a control or formatting character"
    }
    if name.first?.isNumber == true { return "it begins with a digit" }
    // What begins a line or parts one from the next must not be somebody's name: “+ map”, “error: gone”.
    if let first = name.utf8.first, first < 0x80, !Self.isWord(first) { return "it begins with a sign" }
    if name.utf8.contains(UInt8(ascii: ":")) { return "it has a colon" }
    return nil
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == UInt8(ascii: "_")
  }

  /// What has no meaning that everybody shares, beside what cannot be shown.
  private static func isUnassigned(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .unassigned, .privateUse: true
    default: false
    }
  }
}

/// The words that mean something in expressions wherever they stand.
enum GameWords {
  static let vocabulary: [String] =
    UnitStatus.allCases.map(\.name) + Side.allCases.map(\.name) + AnyUnit.Kind.allCases.map(\.rawValue)
    + GamePhase.allCases.map(\.name) + GameResult.allCases.map(\.name)

  static let reserved = Set(
    vocabulary + [
      "units", "unit", "game", "me", "app", "messages", "message", "map", "chat", "tick", "apps", "shown",
      "games", "players", "player",
    ]
      + ["and", "or", "not", "in", "where", "by", "desc", "limit", "true", "false", "none", "if", "else"])
}
