import TerminalText

// The facts of errors and their wording.

extension LanguageError {
  enum Found: Sendable, Equatable {
    case endOfText, endOfLine
    case token(String)

    /// The description in a sentence, with an article if necessary.
    var prose: String { if case .token = self { noun } else { "the " + noun } }

    var noun: String {
      switch self {
      case .endOfText: "end of the text"
      case .endOfLine: "end of the line"
      case .token(let text): Quoting.message(text)
      }
    }
  }

  enum Wanted: Sendable, Equatable {
    case name, value, property, selection, block, caseName
    case sign(String)
    case commaOr(String)

    var prose: String {
      switch self {
      case .name: "a name"
      case .value: "a value"
      case .property: "a property"
      case .caseName: "the name of a case"
      case .selection: "a selection"
      case .block: "a block “{ … }”"
      case .sign(let sign): "“\(sign)”"
      case .commaOr(let sign): "“,” or “\(sign)”"
      }
    }
  }

  /// The text before an unexpected token, if it explains the error.
  enum Predecessor: String {
    case command = "a command's name"
    case number = "a number"
  }

  /// The opening delimiter whose closing delimiter is missing.
  enum Opening: Sendable, Equatable {
    case string, interpolation, parenthesis, bracket, brace

    var prose: String {
      switch self {
      case .string: "string"
      case .interpolation: #"“\(”"#
      case .parenthesis: "“(”"
      case .bracket: "“[”"
      case .brace: "“{”"
      }
    }

    var closing: String {
      switch self {
      case .string: "“\"”"
      case .interpolation, .parenthesis: "“)”"
      case .bracket: "“]”"
      case .brace: "“}”"
      }
    }
  }

  enum Operand: String {
    case number = "a number"
    case whole = "a whole number"
    case count = "a whole number that is not negative"
    case twoNumbers = "two whole numbers"
    case text = "a text"
    case twoTexts = "texts"
    case list = "a list or a selection"
    case listOrText = "a list, a selection or a text"
    case textOrList = "a text or a list"
    case listOfNumbers = "a list of numbers"
    case listAndText = "a list and a text"
    case key = "a single value"
    case state = "a state or a word"
  }

  /// One side of a condition that does not hold, as it is written, and its value.
  struct Side: Sendable, Equatable {
    var text: String
    var value: String
  }
}

/// A limit that was reached, with its value.
enum ReachedLimit: Sendable, Equatable {
  case steps(Int), nesting(Int), recursion(Int), variables(Int), memory(Int), list(Int), output(Int)
  case name(Int, given: Int), text(Int, given: Int), line(Int, given: Int?)
  /// The limit that no setting changes.
  case frames

  /// The name of the limit's setting, or of the limit that no setting changes.
  var name: String { parts.name }

  var sentence: String { parts.sentence }

  var notes: [String] { self == .frames ? [] : ["the limit is the setting “\(name)”"] }

  private var parts: (name: String, sentence: String) {
    switch self {
    case .steps(let most): ("steps", "a line may take at most \(most) steps")
    case .nesting(let most): ("nesting", "the nesting is deeper than \(most) levels")
    case .recursion(let most): ("recursion", "calls are nested deeper than \(most) levels")
    case .variables(let most):
      ("variables", "there may be at most \(English.count(most, "variable")), and as many definitions")
    case .memory(let most):
      ("memory", "a session may use at most \(most) bytes of memory")
    case .list(let most): ("list", "a list may have at most \(most) elements")
    case .output(let most): ("output", "a line may print at most \(most) bytes")
    case .name(let most, let given): ("name", "a name may have at most \(most) bytes; this one has \(given)")
    case .text(let most, let given): ("text", "a text may have at most \(most) bytes; this one has \(given)")
    case .line(let most, let given):
      (
        "line",
        "a command line may have at most \(most) bytes" + (given.map { "; this one has \($0)" } ?? "")
      )
    case .frames:
      (Limits.framesName, "commands, blocks and expressions are nested deeper than the stack allows")
    }
  }
}
