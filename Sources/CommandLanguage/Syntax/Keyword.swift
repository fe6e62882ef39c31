/// The words that begin a statement, in the order of their places in the table of commands.
enum Keyword: Int, CaseIterable {
  case `let`, def, `if`, `else`, `repeat`, `while`, `for`

  /// How many there are: the index of the first command in the table of statements.
  @inline(__always) static var count: Int { 7 }

  var name: String {
    switch self {
    case .let: "let"
    case .def: "def"
    case .if: "if"
    case .else: "else"
    case .repeat: "repeat"
    case .while: "while"
    case .for: "for"
    }
  }

  var usage: String {
    switch self {
    case .let: "let NAME = EXPRESSION"
    case .def: "def NAME [NAME …] { … }"
    case .if, .else: "if CONDITION { … } [else if CONDITION { … }] [else { … }]"
    case .repeat: "repeat NUMBER { … }"
    case .while: "while CONDITION { … }"
    case .for: "for NAME in SELECTION { … }"
    }
  }

  var summary: String {
    switch self {
    case .let: "Give a value a name"
    case .def: "Define a command"
    case .if: "Run commands if a condition holds"
    case .else: "What “if” runs otherwise"
    case .repeat: "Run commands a number of times"
    case .while: "Run commands as long as a condition holds"
    case .for: "Run commands for each of a selection"
    }
  }
}

/// What joins two operands.
enum Operator: Int {
  case equal, unequal, less, lessOrEqual, greater, greaterOrEqual, contains
  case add, subtract, multiply, divide, remainder

  var symbol: String {
    switch self {
    case .equal: "=="
    case .unequal: "!="
    case .less: "<"
    case .lessOrEqual: "<="
    case .greater: ">"
    case .greaterOrEqual: ">="
    case .contains: "in"
    case .add: "+"
    case .subtract: "-"
    case .multiply: "*"
    case .divide: "/"
    case .remainder: "%"
    }
  }
}
