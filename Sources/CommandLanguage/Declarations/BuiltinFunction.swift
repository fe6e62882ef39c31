/// The functions that every host has.
enum BuiltinFunction: String, CaseIterable, Sendable {
  case count, sum, avg, min, max, first, last, empty, range, distinct, sort, reverse, join, split
  case contains, starts, ends, upper, lower, trim, replace, length, text, number, abs, round

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
    case .count, .sum, .avg, .first, .last, .distinct, .sort, .reverse: "\(rawValue)(LIST)"
    case .min, .max: "\(rawValue)(LIST)   \(rawValue)(A, B, …)"
    case .empty: "empty(LIST)"
    case .range: "range(FROM, TO)"
    case .join: "join(LIST, BETWEEN)"
    case .split: "split(TEXT, BETWEEN)"
    case .contains: "contains(TEXT, PART)"
    case .starts: "starts(TEXT, PART)"
    case .ends: "ends(TEXT, PART)"
    case .upper, .lower, .trim, .length, .number: "\(rawValue)(TEXT)"
    case .replace: "replace(TEXT, PART, OTHER)"
    case .text: "text(VALUE)"
    case .abs: "abs(NUMBER)"
    case .round: "round(NUMBER [, DIGITS])"
    }
  }

  var summary: String {
    switch self {
    case .count: "How many elements a list or selection has"
    case .sum: "The sum of a list of numbers"
    case .avg: "The average of a list of numbers, or none"
    case .min: "The least of a list or of the arguments"
    case .max: "The greatest of a list or of the arguments"
    case .first: "The first element of a list, or none"
    case .last: "The last element of a list, or none"
    case .empty: "Whether a list, selection or text has no element"
    case .range: "The whole numbers from one to another, both included"
    case .distinct: "A list without what was in it before"
    case .sort: "A list in order"
    case .reverse: "A list or text from its end"
    case .join: "A list's elements as one text, with a text between them"
    case .split: "The parts of a text that another text parts"
    case .contains: "Whether a text or list has a part"
    case .starts: "Whether a text begins with another"
    case .ends: "Whether a text ends with another"
    case .upper: "A text in capital letters"
    case .lower: "A text in small letters"
    case .trim: "A text without the blanks around it"
    case .replace: "A text with another in place of each of its parts that are alike"
    case .length: "How many characters a text has"
    case .text: "A value as a text"
    case .number: "A text as a number, or none"
    case .abs: "A number without its sign"
    case .round: "The nearest whole number, or with so many decimal digits"
    }
  }

  var example: String {
    switch self {
    case .count: "print count((1, 2, 3))"
    case .sum: "print sum(range(1, 4))"
    case .avg: "print avg((1, 2))"
    case .min: "print min(3, 1, 2)"
    case .max: "print max((3, 1, 2))"
    case .first: "print first((7, 8))"
    case .last: "print last((7, 8))"
    case .empty: "print empty([])"
    case .range: "print range(1, 3)"
    case .distinct: "print distinct((1, 2, 1))"
    case .sort: "print sort((3, 1, 2))"
    case .reverse: "print reverse((1, 2, 3))"
    case .join: "print join((1, 2), \"-\")"
    case .split: "print split(\"a-b\", \"-\")"
    case .contains: "print contains(\"hello\", \"ell\")"
    case .starts: "print starts(\"hello\", \"he\")"
    case .ends: "print ends(\"hello\", \"lo\")"
    case .upper: "print upper(\"hello\")"
    case .lower: "print lower(\"HELLO\")"
    case .trim: "print trim(\"  hello \")"
    case .replace: "print replace(\"a-b-c\", \"-\", \"+\")"
    case .length: "print length(\"hello\")"
    case .text: "print text(5) + text(6)"
    case .number: "print number(\"12\") + 1"
    case .abs: "print abs(-4)"
    case .round: "print round(2.5), round(2.345, 2)"
    }
  }
}
