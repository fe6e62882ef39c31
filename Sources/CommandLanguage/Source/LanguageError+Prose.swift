import TerminalText

/// The one place where the language's errors become sentences.
extension LanguageError: CountedError {
  var kind: Kind { report.kind }

  var prose: Explanation { report.prose() }

  var limit: String? { if case .reached(let limit) = self { limit.name } else { nil } }

  /// The kind of an error, and what it says once somebody asks for it.
  private struct Report {
    let kind: Kind
    let prose: () -> Explanation

    init(_ kind: Kind, _ prose: @autoclosure @escaping () -> Explanation) {
      self.kind = kind
      self.prose = prose
    }

    init(
      _ kind: Kind, _ message: @autoclosure @escaping () -> String, suggestion: String? = nil,
      notes: @autoclosure @escaping () -> [String] = []
    ) {
      self.init(kind, Explanation(message(), suggestion: suggestion, notes: notes()))
    }
  }

  private var report: Report {
    switch self {
    case .notUTF8: Report(.notUTF8, "this is not valid UTF-8")
    case .controlCharacter:
      Report(.controlCharacter, "a control character must be written in a string, as “\\u{…}”")
    case .invisibleCharacter(let escape):
      Report(
        .invisibleCharacter, "this character cannot be seen, and must be written in a string, as “\(escape)”")
    case .neverClosed(let opening): Report(.neverClosed, "this \(opening.prose) is never closed")
    case .neverOpened(let opening):
      Report(.neverOpened, "there is no \(opening.prose) for this \(opening.closing)")
    case .unknownEscape(let isNumber):
      Report(
        .unknownEscape, "there is no such escape in a string",
        notes: [
          isNumber
            ? "“\\u{…}” takes the hexadecimal number of a character" : "known are \\n \\t \\\" \\\\ \\u{…}"
        ])
    case .notACommand(let found, let near):
      Report(
        .notACommand, "a command begins with a name, not with \(found.prose)", suggestion: near,
        notes: found == .token(">")
          ? ["lines that begin so are a scenario's, which is replayed"]
          : near == nil ? Self.printing(found) : [])
    case .unexpected(let found, let predecessor):
      Report(
        .unexpected, "unexpected \(found.prose)" + (predecessor.map { " after \($0.rawValue)" } ?? ""),
        notes: predecessor == .command ? Self.printing(found) : Self.shell(found))
    case .expected(let wanted, let found, let usage):
      Report(
        .expected, "\(wanted.prose) is expected here" + (found.map { ", not \($0.prose)" } ?? ""),
        notes: Self.usage(usage))
    case .missing(let wanted, let sign, let usage):
      Report(
        .missing, "\(wanted.prose) is missing" + (sign.map { " after “\($0)”" } ?? ""),
        notes: Self.usage(usage))
    case .gluedToWord(let found):
      Report(
        .gluedToWord, "\(found.prose) cannot be glued to a word",
        notes: ["parts are joined in a string: \"u\\(n)\""])
    case .numberTooLarge: Report(.numberTooLarge, "this number is too large", notes: [Self.numberRange])
    case .notAnOperator(let sign, let near):
      Report(.notAnOperator, "“\(sign)” is not an operator", suggestion: near)
    case .assignmentAsComparison: Report(.assignmentAsComparison, "“=” does not compare", suggestion: "==")
    case .chainedComparison:
      Report(.chainedComparison, "comparisons do not chain", notes: ["write: a < b and b < c"])
    case .elseWithoutIf: Report(.elseWithoutIf, "“else” must follow the “}” of an “if”")
    case .moreErrors: Report(.moreErrors, "there are more errors from here on")
    case .unreadable: Report(.unreadable, "this cannot be read")

    case .unknownCommand(let name, let near):
      Report(.unknownCommand, Self.unknown("command", name, near, otherwise: ["“help” lists the commands"]))
    case .unknownVariable(let name, let near):
      Report(.unknownVariable, Self.unknown("variable", "$" + name, near.map { "$" + $0 }))
    case .unknownFunction(let name, let near): Report(.unknownFunction, Self.unknown("function", name, near))
    case .unknownObject(let kind, let name, let near): Report(.unknownObject, Self.unknown(kind, name, near))
    case .unknownWord(let what, let name, let near, let known):
      Report(
        .unknownWord, Self.unknown(what, name, near, otherwise: known.count <= 12 ? Self.known(known) : []))
    case .unknownName(let name, let near):
      Report(
        .unknownName, "nothing is called \(Quoting.message(name))", suggestion: near,
        notes: near == nil ? ["a text is written in quotes: \"\(Escaping.escaped(name))\""] : [])
    case .unknownProperty(let kind, let name, let near, let known):
      Report(
        .unknownProperty, "\(Display.article(kind)) has no \(Quoting.message(name))", suggestion: near,
        notes: near == nil ? Self.known(known) : [])
    case .unknownKind: Report(.unknownKind, "there is no such kind of object")
    case .commandExists(let name): Report(.commandExists, "\(Quoting.message(name)) is a command already")
    case .nameTaken(let name, let what):
      Report(.reservedName, "\(Quoting.message(name)) is \(what) already, and cannot name a variable")
    case .parameterExists(let name): Report(.parameterExists, "\(Quoting.message(name)) stands here already")

    case .wrongOperand(let name, let operand): Report(.wrongOperand, "“\(name)” wants \(operand.rawValue)")
    case .wrongOperands(let sign, let left, let right):
      Report(.wrongOperands, "“\(sign)” wants numbers, not \(left.prose) and \(right.prose)")
    case .notComparable(let left, let right):
      Report(
        .notComparable, "\(left.prose) and \(right.prose) cannot be compared",
        notes: left == .none || right == .none
          ? ["“x != none” asks whether there is a value, as in “x != none and x < 3”"] : [])
    case .notJoinable(let left, let right):
      Report(.notJoinable, "“+” cannot join \(left.prose) and \(right.prose)")
    case .notSearchable(let sort):
      Report(.notSearchable, "“in” wants a list or a selection on its right, not \(sort.prose)")
    case .notACondition(let sort):
      Report(.notACondition, "a condition is true or false; this is \(sort.prose)")
    case .notASelection(let near, let known):
      Report(
        .notASelection, "a selection chooses from objects", suggestion: near,
        notes: near == nil ? Self.known(known) : [])
    case .withoutProperties(let sort): Report(.withoutProperties, "\(sort.prose) has no properties")
    case .objectGone(let kind): Report(.objectGone, "this \(kind) is gone")
    case .nestedList: Report(.nestedList, "a list cannot hold a list", notes: ["“+” joins lists"])
    case .noElement(let index, let count):
      Report(
        .noElement, "there is no element \(index)",
        notes: [
          count == 0 ? "it is empty" : "they go from 0 to \(count - 1), from the end from -1 to -\(count)"
        ])
    case .divisionByZero: Report(.divisionByZero, "division by zero")
    case .resultTooLarge: Report(.resultTooLarge, "the result is too large", notes: [Self.numberRange])

    case .missingArgument(let label, let usage):
      Report(.missingArgument, "\(label?.uppercased() ?? "an argument") is missing", notes: Self.usage(usage))
    case .leftOverArgument(let usage):
      Report(.leftOverArgument, "unexpected argument", notes: Self.usage(usage))
    case .wrongCount(let name, let counts, let given, let usage):
      Report(
        .wrongCount, "\(Quoting.message(name)) takes \(Self.arguments(counts)), not \(given)",
        notes: Self.usage(usage))
    case .notANumber(let label, let option):
      Report(
        .notANumber, "\(label.uppercased()) is a whole number",
        notes: option.map { ["it is known by its place, and stands without “\(Escaping.escaped($0))=”"] }
          ?? [])
    case .outOfRange(let label, let range):
      Report(.outOfRange, "\(label.uppercased()) is \(Self.bounds(range))")
    case .notAName: Report(.notAName, "a name is letters, digits and “_”, and begins with no digit")
    case .unexpectedBlock: Report(.unexpectedBlock, "a block is not expected here")
    case .unknownOption(let command, let name, let near, let usage):
      Report(
        .unknownOption, "\(Quoting.message(command)) has no option “\(name)=”",
        suggestion: near.map { $0 + "=" },
        notes: near == nil ? Self.usage(usage) : [])
    case .optionTwice(let name): Report(.optionTwice, "“\(name)=” is given twice")
    case .definitionWithOption: Report(.definitionWithOption, "a command made with “def” has no options")

    case .misplaced(let name, let place): Report(.misplaced, "“\(name)” means nothing outside of \(place)")
    case .withoutValue(let name):
      Report(
        .withoutValue, "\(Quoting.message(name)) returned no value", notes: ["“return EXPRESSION” gives one"])

    case .expectationFailed(let sides):
      Report(
        .expectationFailed, "the expectation does not hold",
        notes: sides.map { "\(Escaping.escaped($0.text)) is \($0.value)" })
    case .forbidden(let name, let place):
      Report(.forbidden, "\(Quoting.message(name)) is not allowed in \(place)")
    case .settingOutOfRange(let name, let range, let place):
      Report(
        .settingOutOfRange, "the limit “\(name)” is a number \(Self.bounds(range))",
        notes: place.map { ["in \($0) no limit is raised"] } ?? [])
    case .reached(let limit): Report(.reached, limit.prose)
    case .interrupted: Report(.interrupted, "interrupted")
    case .fileFailed(let path): Report(.fileFailed, "the file \(Quoting.message(path)) failed")
    case .withoutFiles: Report(.withoutFiles, "files cannot be reached from here")
    case .unexplained(let error): Report(.unexplained, "the command failed: \(error)")
    case .nothingRun: Report(.nothingRun, "nothing was run")
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

  private static func shell(_ found: Found) -> [String] {
    guard case .token(let text) = found, let guess = Guess(sign: text) else { return [] }
    return [guess.note]
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
