import CommandLanguage

/// The line being typed, with everything that is shown of it.
struct EditedLine: Equatable {
  var prompt: [UInt8] = []
  /// The prompt before each further line of a block.
  var continuation: [UInt8] = []
  /// The typed text, whose lines end in `\n`.
  var text: [UInt8] = []
  var cursor = 0
  /// The highlighted ranges, in order and without overlaps.
  var highlights: [Highlight] = []
  /// The suggested continuation of the text, which is shown in faint style.
  var suggestion: [UInt8] = []
  /// A hint about possible continuations, which is shown in faint style if there is no suggestion.
  var hint: [UInt8] = []
  /// A Boolean value that indicates whether escape codes are used. Suggestions are shown only with escape codes.
  var isPainted = false
  /// A Boolean value that indicates whether colours are used. Bold, faint and underlined are not colours.
  var isColoured = false
}

/// The style of a part of a line.
enum LineStyle: Equatable {
  case plain, prompt, faint
  case highlighted(HighlightStyle)

  /// Returns the escape code that begins the style; empty for plain text.
  func code(isColoured: Bool) -> String {
    switch self {
    case .plain: ""
    case .prompt: isColoured ? "\u{1B}[1m" : ""
    case .faint: "\u{1B}[2m"
    case .highlighted(let style):
      switch style {
      case .unknown: "\u{1B}[4m"
      case .comment: "\u{1B}[2m"
      case .name: ""
      case _ where !isColoured: ""
      case .command: "\u{1B}[34m"
      case .keyword: "\u{1B}[35m"
      case .string: "\u{1B}[32m"
      case .number: "\u{1B}[36m"
      case .mark: "\u{1B}[33m"
      }
    }
  }
}
