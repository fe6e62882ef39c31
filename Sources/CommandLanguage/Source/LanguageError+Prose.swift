import TerminalText

/// The one place where the language's errors become sentences.
extension LanguageError {
  var prose: Explanation {
    switch self {
    case .notUTF8: Explanation("this is not valid UTF-8")
    case .controlCharacter: Explanation("a control character must be written in a string, as “\\u{…}”")
    case .invisibleCharacter(let escape):
      Explanation("this character cannot be seen, and must be written in a string, as “\(escape)”")
    case .neverClosed(let opening): Explanation("this \(opening.prose) is never closed")
    case .neverOpened(let opening):
      Explanation("there is no \(opening.prose) for this \(opening.closing)")
    case .unknownEscape(let isNumber):
      Explanation(
        "there is no such escape in a string",
        notes: [
          isNumber
            ? "“\\u{…}” takes the hexadecimal number of a character" : "known are \\n \\t \\\" \\\\ \\u{…}"
        ])
    case .notACommand(let found, let near):
      Explanation(
        "a command begins with a name, not with \(found.prose)", suggestion: near,
        notes: found == .token(">")
          ? ["lines that begin so are a scenario's, which is replayed"]
          : near == nil ? Self.printing(found) : [])
    case .unexpected(let found, let predecessor):
      Explanation(
        "unexpected \(found.prose)" + (predecessor.map { " after \($0.prose)" } ?? ""),
        notes: predecessor == .command ? Self.printing(found) : [])
    case .expected(let wanted, let found, let usage):
      Explanation(
        "\(wanted.prose) is expected here" + (found.map { ", not \($0.prose)" } ?? ""),
        notes: Self.usage(usage))
    case .missing(let wanted, let sign, let usage):
      Explanation(
        "\(wanted.prose) is missing" + (sign.map { " after “\($0)”" } ?? ""), notes: Self.usage(usage))
    case .gluedToWord(let found):
      Explanation(
        "\(found.prose) cannot be glued to a word",
        notes: ["parts are joined in a string: \"u\\(n)\""])
    case .numberTooLarge: Explanation("this number is too large", notes: [Self.numberRange])
    case .notAnOperator(let sign, let near): Explanation("“\(sign)” is not an operator", suggestion: near)
    case .assignmentAsComparison: Explanation("“=” does not compare", suggestion: "==")
    case .chainedComparison:
      Explanation("comparisons do not chain", notes: ["write: a < b and b < c"])
    case .elseWithoutIf: Explanation("“else” must follow the “}” of an “if”")
    case .moreErrors: Explanation("there are more errors from here on")
    case .unreadable: Explanation("this cannot be read")

    case .unknownCommand(let name, let near):
      Self.unknown("command", name, near, otherwise: ["“help” lists the commands"])
    case .unknownVariable(let name, let near): Self.unknown("variable", "$" + name, near.map { "$" + $0 })
    case .unknownFunction(let name, let near): Self.unknown("function", name, near)
    case .unknownObject(let kind, let name, let near): Self.unknown(kind, name, near)
    case .unknownWord(let what, let name, let near, let known):
      Self.unknown(what, name, near, otherwise: known.count <= 12 ? Self.known(known) : [])
    case .unknownName(let name, let near):
      Explanation(
        "nothing is called \(Quoting.message(name))", suggestion: near,
        notes: near == nil ? ["a text is written in quotes: \"\(Escaping.escaped(name))\""] : [])
    case .unknownProperty(let kind, let name, let near, let known):
      Explanation(
        "\(Display.article(kind)) has no \(Quoting.message(name))", suggestion: near,
        notes: near == nil ? Self.known(known) : [])
    case .unknownKind: Explanation("there is no such kind of object")
    case .commandExists(let name): Explanation("\(Quoting.message(name)) is a command already")
    case .nameTaken(let name, let what):
      Explanation("\(Quoting.message(name)) is \(what) already, and cannot name a variable")
    case .parameterExists(let name): Explanation("\(Quoting.message(name)) stands here already")

    case .wrongOperand(let name, let operand): Explanation("“\(name)” wants \(operand.prose)")
    case .wrongOperands(let sign, let left, let right):
      Explanation("“\(sign)” wants numbers, not \(left.prose) and \(right.prose)")
    case .notComparable(let left, let right):
      Explanation(
        "\(left.prose) and \(right.prose) cannot be compared",
        notes: left == .none || right == .none
          ? ["“x != none” asks whether there is a value, as in “x != none and x < 3”"] : [])
    case .notJoinable(let left, let right):
      Explanation("“+” cannot join \(left.prose) and \(right.prose)")
    case .notSearchable(let sort):
      Explanation("“in” wants a list or a selection on its right, not \(sort.prose)")
    case .notACondition(let sort): Explanation("a condition is true or false; this is \(sort.prose)")
    case .notASelection(let near, let known):
      Explanation(
        "a selection chooses from objects", suggestion: near, notes: near == nil ? Self.known(known) : [])
    case .withoutProperties(let sort): Explanation("\(sort.prose) has no properties")
    case .objectGone(let kind): Explanation("this \(kind) is gone")
    case .nestedList: Explanation("a list cannot hold a list", notes: ["“+” joins lists"])
    case .noElement(let index, let count):
      Explanation(
        "there is no element \(index)",
        notes: [
          count == 0 ? "it is empty" : "they go from 0 to \(count - 1), from the end from -1 to -\(count)"
        ])
    case .divisionByZero: Explanation("division by zero")
    case .resultTooLarge: Explanation("the result is too large", notes: [Self.numberRange])

    case .missingArgument(let label, let usage):
      Explanation("\(label?.uppercased() ?? "an argument") is missing", notes: Self.usage(usage))
    case .leftOverArgument(let usage): Explanation("unexpected argument", notes: Self.usage(usage))
    case .wrongCount(let name, let counts, let given, let usage):
      Explanation(
        "\(Quoting.message(name)) takes \(Self.arguments(counts)), not \(given)", notes: Self.usage(usage))
    case .notANumber(let label, let option):
      Explanation(
        "\(label.uppercased()) is a whole number",
        notes: option.map { ["it is known by its place, and stands without “\(Escaping.escaped($0))=”"] }
          ?? [])
    case .outOfRange(let label, let range):
      Explanation("\(label.uppercased()) is \(Self.bounds(range))")
    case .notAName: Explanation("a name is letters, digits and “_”, and begins with no digit")
    case .unexpectedBlock: Explanation("a block is not expected here")
    case .unknownOption(let command, let name, let near, let usage):
      Explanation(
        "\(Quoting.message(command)) has no option “\(name)=”", suggestion: near.map { $0 + "=" },
        notes: near == nil ? Self.usage(usage) : [])
    case .optionTwice(let name): Explanation("“\(name)=” is given twice")
    case .definitionWithOption: Explanation("a command made with “def” has no options")

    case .misplaced(let name, let place): Explanation("“\(name)” means nothing outside of \(place)")
    case .withoutValue(let name):
      Explanation("\(Quoting.message(name)) returned no value", notes: ["“return EXPRESSION” gives one"])

    case .expectationFailed(let sides):
      Explanation(
        "the expectation does not hold", notes: sides.map { "\(Escaping.escaped($0.text)) is \($0.value)" })
    case .forbidden(let name, let place):
      Explanation("\(Quoting.message(name)) is not allowed in \(place)")
    case .settingOutOfRange(let name, let range, let place):
      Explanation(
        "the limit “\(name)” is a number \(Self.bounds(range))",
        notes: place.map { ["in \($0) no limit is raised"] } ?? [])
    case .reached(let limit): limit.prose
    case .interrupted: Explanation("interrupted")
    case .fileFailed(let path): Explanation("the file \(Quoting.message(path)) failed")
    case .withoutFiles: Explanation("files cannot be reached from here")
    case .unexplained(let error): Explanation("the command failed: \(error)")
    case .nothingRun: Explanation("nothing was run")
    }
  }

  /// What a failure inside a command that was made with `def` is noted with.
  static func note(inside name: String) -> String { "in \(Quoting.message(name))" }

  // MARK: Parts of sentences

  private static func unknown(
    _ what: String, _ name: String, _ near: String?, otherwise notes: [String] = []
  ) -> Explanation {
    Explanation(
      "there is no \(what) \(Quoting.message(name))", suggestion: near, notes: near == nil ? notes : [])
  }

  /// What somebody does who wants to see the value of an expression.
  private static func printing(_ found: Found) -> [String] {
    guard case .token(let text) = found, text.utf8.first.map({ "0123456789.-([\"".utf8.contains($0) }) == true
    else { return [] }
    return ["“print EXPRESSION” shows a value"]
  }

  private static func known(_ names: [String]) -> [String] {
    names.isEmpty ? [] : ["known are \(names.map { Escaping.escaped($0) }.joined(separator: ", "))"]
  }

  private static func usage(_ usage: String?) -> [String] { usage.map { ["usage: " + $0] } ?? [] }

  private static var numberRange: String { "whole numbers go from \(Int.min) to \(Int.max)" }

  static func bounds(_ range: ClosedRange<Int>) -> String {
    if range.upperBound == .max { return "at least \(range.lowerBound)" }
    if range.lowerBound == .min { return "at most \(range.upperBound)" }
    return "from \(range.lowerBound) to \(range.upperBound)"
  }

  private static func arguments(_ counts: ClosedRange<Int>) -> String {
    let (least, most) = (counts.lowerBound, counts.upperBound)
    if least == most { return Display.count(least, "argument") }
    return most == .max ? "at least \(Display.count(least, "argument"))" : "\(least) to \(most) arguments"
  }
}
