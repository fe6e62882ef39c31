/// The functions that are available with every host.
enum BuiltinFunction: String, CaseIterable, Sendable {
  case count, sum, avg, min, max, first, last, empty, range, distinct, sort, reverse, join, split
  case contains, starts, ends, upper, lower, trim, replace, length, text, number, abs, round
  case old

  var arity: ClosedRange<Int> {
    switch self {
    case .min, .max: 1...Int.max
    case .range, .join, .split, .contains, .starts, .ends: 2...2
    case .replace: 3...3
    case .round: 1...2
    default: 1...1
    }
  }

  var usage: String {
    switch self {
    case .min, .max: "\(rawValue)(LIST)   \(rawValue)(A, B, …)"
    default: "\(rawValue)(\(help.arguments))"
    }
  }

  var summary: String { help.summary }

  var example: String { "print " + help.example }

  private var help: (arguments: String, summary: String, example: String) {
    switch self {
    case .count: ("LIST", "How many elements a list or selection has", "count((1, 2, 3))")
    case .sum: ("LIST", "The sum of a list of numbers", "sum(range(1, 4))")
    case .avg: ("LIST", "The average of a list of numbers, or none", "avg((1, 2))")
    case .min: ("LIST", "The least of a list or of the arguments", "min(3, 1, 2)")
    case .max: ("LIST", "The greatest of a list or of the arguments", "max((3, 1, 2))")
    case .first: ("LIST", "The first element of a list, or none", "first((7, 8))")
    case .last: ("LIST", "The last element of a list, or none", "last((7, 8))")
    case .empty: ("LIST", "Whether a list, selection or text has no element", "empty([])")
    case .range: ("FROM, TO", "The whole numbers from one to another, both included", "range(1, 3)")
    case .distinct: ("LIST", "A list without what was in it before", "distinct((1, 2, 1))")
    case .sort: ("LIST", "A list in order", "sort((3, 1, 2))")
    case .reverse: ("LIST", "A list or text from its end", "reverse((1, 2, 3))")
    case .join:
      ("LIST, BETWEEN", "A list's elements as one text, with a text between them", "join((1, 2), \"-\")")
    case .split: ("TEXT, BETWEEN", "The parts of a text that another text parts", "split(\"a-b\", \"-\")")
    case .contains: ("TEXT, PART", "Whether a text or list has a part", "contains(\"hello\", \"ell\")")
    case .starts: ("TEXT, PART", "Whether a text begins with another", "starts(\"hello\", \"he\")")
    case .ends: ("TEXT, PART", "Whether a text ends with another", "ends(\"hello\", \"lo\")")
    case .upper: ("TEXT", "A text in capital letters", "upper(\"hello\")")
    case .lower: ("TEXT", "A text in small letters", "lower(\"HELLO\")")
    case .trim: ("TEXT", "A text without the blanks around it", "trim(\"  hello \")")
    case .replace:
      (
        "TEXT, PART, OTHER", "A text with another in place of each of its parts that are alike",
        "replace(\"a-b-c\", \"-\", \"+\")"
      )
    case .length: ("TEXT", "How many characters a text has", "length(\"hello\")")
    case .text: ("VALUE", "A value as a text", "text(5) + text(6)")
    case .number: ("TEXT", "A text as a number, or none", "number(\"12\") + 1")
    case .abs: ("NUMBER", "A number without its sign", "abs(-4)")
    case .round:
      (
        "NUMBER [, DIGITS]", "The nearest whole number, or with so many decimal digits",
        "round(2.5), round(2.345, 2)"
      )
    case .old:
      (
        "VALUE", "In an invariant or a constraint, the value that an expression had before the command",
        "old(1 + 1)"
      )
    }
  }
}
