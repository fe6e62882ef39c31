/// Text for XML 1.0. Characters that XML does not allow are shown as the reports show them.
enum XML {
  static func text(_ text: String) -> String { escaped(text, keepsBreaks: true) }

  /// For a value between double quotes.
  static func attribute(_ text: String) -> String { escaped(text, keepsBreaks: false) }

  private static func escaped(_ text: String, keepsBreaks: Bool) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&apos;"
      case "\n" where keepsBreaks: result += "\n"
      default:
        if Escaping.isHidden(scalar) {
          result += "\\u{" + Escaping.hex(scalar.value, digits: 1) + "}"
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result
  }
}
