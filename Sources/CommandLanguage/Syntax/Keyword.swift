/// The keywords that begin a statement, in the order of the table of statements.
enum Keyword: String, CaseIterable, Sendable {
  case `let`, outer, def, `return`, `if`, `else`, `repeat`, `while`, `for`, `break`, `continue`, `try`

  var usage: String { help.usage }

  var summary: String { help.summary }

  var example: String { help.example }

  private var help: (usage: String, summary: String, example: String) {
    switch self {
    case .let:
      (
        "let NAME = EXPRESSION",
        "Set a variable; in a “def”, it lasts until the “def” or the iteration of its loop ends",
        "let n = 2; print n * 3"
      )
    case .outer:
      (
        "outer NAME = EXPRESSION", "Change a variable of the session from within a “def”",
        "let n = 1; def more { outer n = n + 1 }; more; print n"
      )
    case .def:
      (
        "def NAME [NAME[: TYPE] …] { … }",
        "Define a command, which “return” also makes a function; a TYPE is a kind, number, text, truth, duration or list",
        "def twice n { return n * 2 }; print twice(4)"
      )
    case .return:
      (
        "return [EXPRESSION]", "End a “def”; EXPRESSION is its value as a function",
        "def sign n { if n < 0 { return -1 }; return 1 }; print sign(-5)"
      )
    case .if, .else:
      (
        "if CONDITION { … } [else if CONDITION { … }] [else { … }]",
        self == .if
          ? "Run commands if a condition holds"
          : "Run commands if the condition of an “if” is false, or if a “try” fails",
        "if 1 > 2 { print \"more\" } else { print \"less\" }"
      )
    case .repeat: ("repeat NUMBER { … }", "Run commands a number of times", "repeat 3 { print \"again\" }")
    case .while:
      (
        "while CONDITION { … }", "Run commands as long as a condition holds",
        "let n = 3; while n > 0 { print n; let n = n - 1 }"
      )
    case .for:
      (
        "for NAME in LIST { … }", "Run commands for each element of a list or selection",
        "for n in range(1, 3) { print n }"
      )
    case .break: ("break", "End the innermost loop", "for n in range(1, 9) { if n > 3 { break }; print n }")
    case .continue:
      (
        "continue", "Start the next iteration of the innermost loop",
        "for n in range(1, 5) { if n == 3 { continue }; print n }"
      )
    case .try:
      (
        "try { … } [else [NAME] { … }]",
        "Run commands; if one fails, continue with “else”, where NAME is the message; reaching a limit ends the line",
        "try { print 1 / 0 } else problem { print problem }"
      )
    }
  }
}

enum Operator: Int, CaseIterable, Sendable {
  case equal, unequal, less, lessOrEqual, greater, greaterOrEqual, contains
  case add, subtract, multiply, divide, remainder
  case isCase

  /// The symbols, in the order of the cases.
  private static let symbols = ["==", "!=", "<", "<=", ">", ">=", "in", "+", "-", "*", "/", "%", "is"]

  var symbol: String { Self.symbols[rawValue] }

  /// The binding strength; comparisons bind most loosely.
  var strength: Int {
    switch self {
    case .equal, .unequal, .less, .lessOrEqual, .greater, .greaterOrEqual, .isCase: 3
    case .contains: 4
    case .add, .subtract: 5
    case .multiply, .divide, .remainder: 6
    }
  }

  var compares: Bool { strength <= 4 }
}
