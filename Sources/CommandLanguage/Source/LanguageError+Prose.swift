import TerminalText

/// The one place where the facts of the language's errors go into the sentences of the table.
extension LanguageError: CountedError {
  var kind: Kind { report.kind }

  var prose: Explanation {
    let report = report
    if case .reached(let limit) = self { return limit.prose }
    return Explanation(
      report.kind.row.filled(with: report.facts()), suggestion: report.suggestion, notes: report.notes())
  }

  var limit: String? { if case .reached(let limit) = self { limit.name } else { nil } }

  /// The kind of an error, and what its message and notes say once somebody asks for them.
  private struct Report {
    let kind: Kind
    let facts: () -> [String]
    let suggestion: String?
    let notes: () -> [String]

    init(
      _ kind: Kind, _ facts: @autoclosure @escaping () -> [String] = [], suggestion: String? = nil,
      notes: @autoclosure @escaping () -> [String] = []
    ) {
      self.kind = kind
      self.facts = facts
      self.suggestion = suggestion
      self.notes = notes
    }
  }

  private var report: Report {
    switch self {
    case .notUTF8: Report(.notUTF8)
    case .controlCharacter: Report(.controlCharacter)
    case .invisibleCharacter(let escape): Report(.invisibleCharacter, [escape])
    case .neverClosed(let opening): Report(.neverClosed, [opening.prose])
    case .neverOpened(let opening): Report(.neverOpened, [opening.prose, opening.closing])
    case .unknownEscape(let isNumber):
      Report(
        .unknownEscape,
        notes: [
          isNumber
            ? "“\\u{…}” takes the hexadecimal number of a character" : "known are \\n \\t \\\" \\\\ \\u{…}"
        ])
    case .notACommand(let found, let near):
      Report(
        .notACommand, [found.prose], suggestion: near,
        notes: found == .token(">")
          ? ["lines that begin so are a scenario's, which is replayed"]
          : near == nil ? Self.printing(found) : [])
    case .unexpected(let found, let predecessor):
      Report(
        .unexpected, [found.noun, predecessor.map { " after \($0.rawValue)" } ?? ""],
        notes: predecessor == .command ? Self.printing(found) : Self.shell(found))
    case .expected(let wanted, let found, let usage):
      Report(
        .expected, [wanted.prose, found.map { ", not \($0.prose)" } ?? ""], notes: Self.usage(usage))
    case .missing(let wanted, let sign, let usage):
      Report(.missing, [wanted.prose, sign.map { " after “\($0)”" } ?? ""], notes: Self.usage(usage))
    case .gluedToWord(let found):
      Report(.gluedToWord, [found.prose], notes: ["parts are joined in a string: \"u\\(n)\""])
    case .numberTooLarge: Report(.numberTooLarge, notes: [Self.numberRange])
    case .notAnOperator(let sign, let near): Report(.notAnOperator, [sign], suggestion: near)
    case .assignmentAsComparison: Report(.assignmentAsComparison, suggestion: "==")
    case .chainedComparison: Report(.chainedComparison, notes: ["write: a < b and b < c"])
    case .elseWithoutIf: Report(.elseWithoutIf)
    case .moreErrors: Report(.moreErrors)
    case .unreadable: Report(.unreadable)

    case .unknownCommand(let name, let near):
      Report(
        .unknownCommand, [Quoting.message(name)], suggestion: near,
        notes: near == nil ? ["“help” lists the commands"] : [])
    case .unknownVariable(let name, let near):
      Report(.unknownVariable, [Quoting.message("$" + name)], suggestion: near.map { "$" + $0 })
    case .unknownFunction(let name, let near):
      Report(.unknownFunction, [Quoting.message(name)], suggestion: near)
    case .unknownObject(let kind, let name, let near):
      Report(.unknownObject, [kind, Quoting.message(name)], suggestion: near)
    case .unknownWord(let what, let name, let near, let known):
      Report(
        .unknownWord, [what, Quoting.message(name)], suggestion: near,
        notes: near == nil && known.count <= 12 ? Self.known(known) : [])
    case .unknownName(let name, let near):
      Report(
        .unknownName, [Quoting.message(name)], suggestion: near,
        notes: near == nil ? ["a text is written in quotes: \"\(Escaping.escaped(name))\""] : [])
    case .unknownProperty(let kind, let name, let near, let known):
      Report(
        .unknownProperty, [English.article(kind), Quoting.message(name)], suggestion: near,
        notes: near == nil ? Self.known(known) : [])
    case .unknownKind: Report(.unknownKind)
    case .commandExists(let name): Report(.commandExists, [Quoting.message(name)])
    case .nameTaken(let name, let what): Report(.reservedName, [Quoting.message(name), what])
    case .parameterExists(let name): Report(.parameterExists, [Quoting.message(name)])

    case .wrongOperand(let name, let operand): Report(.wrongOperand, [name, operand.rawValue])
    case .wrongOperands(let sign, let left, let right):
      Report(.wrongOperands, [sign, left.prose, right.prose])
    case .notComparable(let left, let right):
      Report(
        .notComparable, [left.prose, right.prose],
        notes: left == .none || right == .none
          ? ["“x != none” asks whether there is a value, as in “x != none and x < 3”"] : [])
    case .notJoinable(let left, let right): Report(.notJoinable, [left.prose, right.prose])
    case .notSearchable(let sort): Report(.notSearchable, [sort.prose])
    case .notACondition(let sort): Report(.notACondition, [sort.prose])
    case .notASelection(let near, let known):
      Report(.notASelection, suggestion: near, notes: near == nil ? Self.known(known) : [])
    case .withoutProperties(let sort): Report(.withoutProperties, [sort.prose])
    case .objectGone(let kind): Report(.objectGone, [kind])
    case .nestedList: Report(.nestedList, notes: ["“+” joins lists"])
    case .noElement(let index, let count):
      Report(
        .noElement, ["\(index)"],
        notes: [
          count == 0
            ? "it is empty" : "indices go from 0 to \(count - 1), and from -1 to -\(count) from the end"
        ])
    case .divisionByZero: Report(.divisionByZero)
    case .resultTooLarge: Report(.resultTooLarge, notes: [Self.numberRange])

    case .missingArgument(let label, let usage):
      Report(.missingArgument, [label?.uppercased() ?? "an argument"], notes: Self.usage(usage))
    case .leftOverArgument(let usage): Report(.leftOverArgument, notes: Self.usage(usage))
    case .wrongCount(let name, let counts, let given, let usage):
      Report(
        .wrongCount, [Quoting.message(name), Self.arguments(counts), "\(given)"], notes: Self.usage(usage))
    case .notANumber(let label, let option):
      Report(
        .notANumber, [label.uppercased()],
        notes: option.map { ["its place says what it is: leave out “\(Escaping.escaped($0))=”"] } ?? [])
    case .outOfRange(let label, let range): Report(.outOfRange, [label.uppercased(), Self.bounds(range)])
    case .notAName: Report(.notAName)
    case .unexpectedBlock: Report(.unexpectedBlock)
    case .unknownOption(let command, let name, let near, let usage):
      Report(
        .unknownOption, [Quoting.message(command), name], suggestion: near.map { $0 + "=" },
        notes: near == nil ? Self.usage(usage) : [])
    case .optionTwice(let name): Report(.optionTwice, [name])
    case .definitionWithOption: Report(.definitionWithOption)
    case .misplaced(let name, let place): Report(.misplaced, [name, place])
    case .withoutValue(let name):
      Report(.withoutValue, [Quoting.message(name)], notes: ["“return EXPRESSION” gives one"])

    case .expectationFailed(let sides):
      Report(.expectationFailed, notes: sides.map { "\(Escaping.escaped($0.text)) is \($0.value)" })
    case .forbidden(let name, let place): Report(.forbidden, [Quoting.message(name), place])
    case .settingOutOfRange(let name, let range, let place):
      Report(
        .settingOutOfRange, [name, Self.bounds(range)],
        notes: place.map { ["in \($0) no limit can be raised"] } ?? [])
    case .reached: Report(.reached)
    case .interrupted: Report(.interrupted)
    case .fileFailed(let path): Report(.fileFailed, [Quoting.message(path)])
    case .withoutFiles: Report(.withoutFiles)
    case .unexplained(let error): Report(.unexplained, [error])
    case .nothingRun: Report(.nothingRun)
    }
  }

  /// What a failure inside a command that was made with `def` is noted with.
  static func note(inside name: String) -> String { "in \(Quoting.message(name))" }

  // MARK: Parts of sentences

  /// A note for somebody who wants to see the value of an expression.
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
    if least == most { return English.count(least, "argument") }
    return most == .max ? "at least \(English.count(least, "argument"))" : "\(least) to \(most) arguments"
  }
}
