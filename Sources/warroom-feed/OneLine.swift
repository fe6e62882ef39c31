/// Texts from elsewhere, shown so that they stay on their line.
enum OneLine {
  static func quoted(_ text: String) -> String { "“\(escaped(text))”" }

  /// The text with controls, line ends and characters that turn the direction written as `\u{…}`, and cut
  /// where it is longer than a person reads.
  static func escaped(_ text: String) -> String {
    var result = ""
    for (index, scalar) in text.unicodeScalars.enumerated() {
      if index == 200 { return result + "…" }
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
