/// A setting of the session's own that is one of two words.
enum Switch: String, CaseIterable {
  case codes, hints, pager, prompt

  var summary: String {
    switch self {
    case .codes: "whether messages show the codes that “help” explains"
    case .hints: "whether a line is coloured and suggested while it is typed"
    case .pager: "whether long output is shown a window at a time"
    case .prompt: "whether the prompt tells where the session stands: status or plain"
    }
  }

  /// What it can be set to, the word that switches it on first.
  var words: [String] { self == .prompt ? ["status", "plain"] : Self.onOff }

  static let onOff = ["on", "off"]
}
