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
    case .count: ("LIST", "The number of elements in a list or selection", "count((1, 2, 3))")
    case .sum: ("LIST", "The sum of a list of numbers", "sum(range(1, 4))")
    case .avg: ("LIST", "The average of a list of numbers, or none", "avg((1, 2))")
    case .min: ("LIST", "The smallest element of a list, or the smallest argument", "min(3, 1, 2)")
    case .max: ("LIST", "The largest element of a list, or the largest argument", "max((3, 1, 2))")
    case .first: ("LIST", "The first element of a list, or none", "first((7, 8))")
    case .last: ("LIST", "The last element of a list, or none", "last((7, 8))")
    case .empty: ("LIST", "True if a list, selection or text is empty", "empty([])")
    case .range: ("FROM, TO", "The whole numbers from one to another, inclusive", "range(1, 3)")
    case .distinct: ("LIST", "A list without repeated elements", "distinct((1, 2, 1))")
    case .sort:
      (
        "LIST", "A list in ascending order; values of different types by their type, none last",
        "sort((3, 1, 2))"
      )
    case .reverse: ("LIST", "A list or text in reverse order", "reverse((1, 2, 3))")
    case .join:
      (
        "LIST, SEPARATOR", "The elements of a list as one text, with a separator between them",
        "join((1, 2), \"-\")"
      )
    case .split: ("TEXT, SEPARATOR", "The parts of a text between separators", "split(\"a-b\", \"-\")")
    case .contains:
      ("TEXT, PART", "True if a text contains another, or a list an element", "contains(\"hello\", \"ell\")")
    case .starts: ("TEXT, PART", "True if a text begins with another", "starts(\"hello\", \"he\")")
    case .ends: ("TEXT, PART", "True if a text ends with another", "ends(\"hello\", \"lo\")")
    case .upper: ("TEXT", "A text in upper case", "upper(\"hello\")")
    case .lower: ("TEXT", "A text in lower case", "lower(\"HELLO\")")
    case .trim: ("TEXT", "A text without blanks at its start and end", "trim(\"  hello \")")
    case .replace:
      (
        "TEXT, PART, OTHER", "A text with every occurrence of a part replaced by another text",
        "replace(\"a-b-c\", \"-\", \"+\")"
      )
    case .length: ("TEXT", "The number of characters in a text", "length(\"hello\")")
    case .text: ("VALUE", "A value as a text", "text(5) + text(6)")
    case .number: ("TEXT", "A text as a number, or none", "number(\"12\") + 1")
    case .abs: ("NUMBER", "The absolute value of a number", "abs(-4)")
    case .round:
      (
        "NUMBER [, DIGITS]", "A number rounded to a whole number, or to a number of decimal digits",
        "round(2.5), round(2.345, 2)"
      )
    case .old:
      (
        "VALUE", "In an invariant or a constraint, the value of an expression before the command",
        "old(1 + 1)"
      )
    }
  }
}
