import TerminalText

/// Text for XML 1.0. Characters that XML does not allow are shown as the reports show them.
enum XML {
  /// For what stands between tags; line ends stay.
  static func text(_ text: String) -> String {
    text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { attribute(String($0)) }.joined(separator: "\n")
  }

  /// For a value between double quotes.
  static func attribute(_ text: String) -> String {
    var result = ""
    for scalar in Escaping.escaped(text).unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&apos;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
