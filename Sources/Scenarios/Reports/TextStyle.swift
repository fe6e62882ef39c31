/// Colours, or none.
struct TextStyle: Sendable, Equatable {
  var usesColor: Bool

  static let plain = TextStyle(usesColor: false)

  func good(_ text: String) -> String { sgr("32", text) }
  func bad(_ text: String) -> String { sgr("1;31", text) }
  func note(_ text: String) -> String { sgr("36", text) }
  func command(_ text: String) -> String { sgr("1", text) }
  func removed(_ text: String) -> String { sgr("31", text) }
  func added(_ text: String) -> String { sgr("32", text) }
  func quiet(_ text: String) -> String { sgr("2", text) }

  private func sgr(_ code: String, _ text: String) -> String {
    usesColor ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }

  /// Shows parts of a text in reverse; the rest keeps the colour.
  func marking(_ text: String, _ ranges: [Range<Int>]) -> String {
    guard usesColor, !ranges.isEmpty else { return text }
    var result: [UInt8] = []
    let bytes = Array(text.utf8)
    var copied = 0
    for range in ranges where range.lowerBound >= copied && range.upperBound <= bytes.count {
      result += bytes[copied..<range.lowerBound]
      result += "\u{1B}[7m".utf8
      result += bytes[range]
      result += "\u{1B}[27m".utf8
      copied = range.upperBound
    }
    result += bytes[copied...]
    return String(decoding: result, as: UTF8.self)
  }
}
