import TerminalText

extension LanguageError: CatalogedError {
  var report: ErrorReport<Kind> {
    switch self {
    case .notUTF8: .init(.notUTF8)
    case .controlCharacter: .init(.controlCharacter)
    case .invisibleCharacter(let escape): .init(.invisibleCharacter, [escape])
    case .neverClosed(let opening): .init(.neverClosed, [opening.prose])
    case .neverOpened(let opening): .init(.neverOpened, [opening.prose, opening.closing])
    case .unknownEscape(let isNumber):
      .init(
        .unknownEscape,
        notes: [
          isNumber
            ? "“\\u{…}” takes the hexadecimal number of a character"
            : "known escapes: \\n \\t \\\" \\\\ \\u{…}"
        ])
    case .notACommand(let found, let near):
      .init(
        .notACommand, [found.prose], suggestion: near,
        notes: found == .token(">")
          ? ["lines that begin with “>” belong to a scenario: use “replay”"]
          : near == nil ? Self.printing(found) : [])
    case .unexpected(let found, let predecessor, let near):
      .init(
        .unexpected, [found.noun, predecessor.map { " after \($0.rawValue)" } ?? ""], suggestion: near,
        notes: predecessor == .command ? Self.printing(found) : Self.shell(found))
    case .expected(let wanted, let found, let usage, let near):
      .init(
        .expected, [wanted.prose, found.map { ", not \($0.prose)" } ?? ""], suggestion: near,
        notes: Self.usage(usage, isSelectionWanted: wanted == .selection))
    case .missing(let wanted, let sign, let usage):
      .init(
        .missing, [wanted.prose, sign.map { " after “\($0)”" } ?? ""],
        notes: Self.usage(usage, isSelectionWanted: wanted == .selection))
    case .gluedToWord(let found, let isSelectionNext, let usage):
      .init(
        .gluedToWord, [found.prose],
        notes: usage == nil
          ? ["join parts in a string: \"u\\(n)\""]
          : Self.usage(usage, isSelectionWanted: isSelectionNext))
    case .numberTooLarge(let isWhole):
      .init(.numberTooLarge, ["number"], notes: [Self.range(isWhole: isWhole)])
    case .durationTooLarge:
      .init(
        .numberTooLarge, ["duration"],
        notes: ["the longest duration is \(Value.duration(.max).plainText ?? "")"])
    case .notAnOperator(let sign, let near): .init(.notAnOperator, [sign], suggestion: near)
    case .assignmentAsComparison: .init(.assignmentAsComparison, suggestion: "==")
    case .chainedComparison: .init(.chainedComparison, notes: ["write: a < b and b < c"])
    case .elseWithoutIf: .init(.elseWithoutIf)
    case .moreErrors: .init(.moreErrors)
    case .unreadable: .init(.unreadable)

    case .unknownCommand(let name, let near):
      .init(
        .unknownCommand, [Quoting.message(name)], suggestion: near,
        notes: near == nil ? ["“help” lists the commands"] : [])
    case .unknownVariable(let name, let near):
      .init(.unknownVariable, [Quoting.message("$" + name)], suggestion: near.map { "$" + $0 })
    case .unknownFunction(let name, let near):
      .init(.unknownFunction, [Quoting.message(name)], suggestion: near)
    case .unknownObject(let kind, let name, let near):
      .init(.unknownObject, [kind, Quoting.message(name)], suggestion: near)
    case .unknownWord(let what, let name, let near, let known):
      .init(
        .unknownWord, [what, Quoting.message(name)], suggestion: near,
        notes: near == nil && known.count <= 12 ? Self.known(known) : [])
    case .unknownName(let name, let near):
      .init(
        .unknownName, [Quoting.message(name)], suggestion: near,
        notes: near == nil ? ["write a text in quotes: \"\(Escaping.escaped(name))\""] : [])
    case .unknownProperty(let kind, let name, let near, let known):
      .init(
        .unknownProperty, [English.article(kind), Quoting.message(name)], suggestion: near,
        notes: near == nil ? Self.known(known) : [])
    case .renamed(let name, let present):
      .init(.renamed, [Quoting.message(name), Quoting.message(present)], suggestion: present)
    case .unknownKind: .init(.unknownKind)
    case .ambiguousName(let name, let notes): .init(.ambiguousName, [Quoting.message(name)], notes: notes)
    case .commandExists(let name): .init(.commandExists, [Quoting.message(name)])
    case .nameTaken(let name, let what): .init(.reservedName, [Quoting.message(name), what])
    case .parameterExists(let name): .init(.parameterExists, [Quoting.message(name)])

    case .wrongOperand(let name, let operand):
      .init(
        .wrongOperand, [name, operand.rawValue],
        notes: operand == .key ? ["write several keys without brackets: by A, B"] : [])
    case .wrongOperands(let sign, let left, let right):
      .init(.wrongOperands, [sign, left, right])
    case .notComparable(let left, let right):
      .init(
        .notComparable, [left, right],
        notes: left == "none" || right == "none"
          ? ["“x != none” tests for a value, as in “x != none and x < 3”"] : [])
    case .neverEqual(let left, let right, let notes): .init(.neverEqual, [left, right], notes: notes)
    case .notJoinable(let left, let right): .init(.notJoinable, [left, right])
    case .notSearchable(let sort): .init(.notSearchable, [sort])
    case .notACondition(let sort): .init(.notACondition, [sort])
    case .notASelection(let near, let known):
      .init(.notASelection, suggestion: near, notes: near == nil ? Self.known(known) : [])
    case .withoutProperties(let sort): .init(.withoutProperties, [sort])
    case .objectGone(let kind): .init(.objectGone, [kind])
    case .nestedList: .init(.nestedList, notes: ["“+” joins lists"])
    case .noElement(let index, let count):
      .init(
        .noElement, ["\(index)"],
        notes: [
          count == 0
            ? "it is empty" : "indices are 0 to \(count - 1), or -1 to -\(count) from the end"
        ])
    case .divisionByZero: .init(.divisionByZero)
    case .resultTooLarge(let isWhole): .init(.resultTooLarge, notes: [Self.range(isWhole: isWhole)])

    case .missingArgument(let label, let usage):
      .init(.missingArgument, [label?.uppercased() ?? "an argument"], notes: Self.usage(usage))
    case .leftOverArgument(let usage, let near):
      .init(.leftOverArgument, suggestion: near, notes: Self.usage(usage))
    case .wrongCount(let name, let counts, let given, let usage):
      .init(
        .wrongCount, [Quoting.message(name), Self.arguments(counts), "\(given)"], notes: Self.usage(usage))
    case .notANumber(let label, let option):
      .init(
        .notANumber, [label.uppercased()],
        notes: option.map { ["arguments are matched by position: leave out “\(Escaping.escaped($0))=”"] }
          ?? [])
    case .outOfRange(let label, let range, let isExact):
      .init(.outOfRange, [label.uppercased(), Self.bounds(range, isExact: isExact)])
    case .wrongArgument(let label, let wanted, let given):
      .init(.wrongArgument, [label.uppercased(), wanted, given])
    case .notAName: .init(.notAName)
    case .unexpectedBlock: .init(.unexpectedBlock)
    case .unknownOption(let command, let name, let near, let usage):
      .init(
        .unknownOption, [Quoting.message(command), name], suggestion: near.map { $0 + "=" },
        notes: near == nil ? Self.usage(usage) : [])
    case .optionTwice(let name): .init(.optionTwice, [name])
    case .definitionWithOption: .init(.definitionWithOption)
    case .misplaced(let name, let context): .init(.misplaced, [name, context])
    case .withoutValue(let name):
      .init(.withoutValue, [Quoting.message(name)], notes: ["“return EXPRESSION” returns a value"])

    case .expectationFailed(let sides):
      .init(.expectationFailed, notes: sides.map { "\(Escaping.escaped($0.text)) is \($0.value)" })
    case .forbidden(let name, let context): .init(.forbidden, [Quoting.message(name), context])
    case .settingOutOfRange(let name, let range, let context):
      .init(
        .settingOutOfRange, [name, Self.bounds(range)],
        notes: context.map { ["limits cannot be raised in \($0)"] } ?? [])
    case .reached(let limit):
      .init(.reached, [limit.sentence], notes: limit.notes, limit: limit.name)
    case .interrupted: .init(.interrupted)
    case .fileFailed(let path): .init(.fileFailed, [Quoting.message(path)])
    case .withoutFiles: .init(.withoutFiles)
    case .unexplained(let error): .init(.unexplained, [error])
    case .nothingRun: .init(.nothingRun)
    }
  }

  /// Returns the note on a failure inside a command that was defined with `def`.
  static func note(inside name: String) -> String { "in \(Quoting.message(name))" }

  /// Returns the note on an error in a line that continues the one above.
  static func note(continuing last: String) -> String {
    "the line above ends in \(Quoting.message(last)), so this one continues it"
  }

  // MARK: Parts of sentences

  private static func printing(_ found: Found) -> [String] {
    guard case .token(let text) = found, text.utf8.first.map({ "0123456789.-([\"".utf8.contains($0) }) == true
    else { return [] }
    return ["“print EXPRESSION” shows a value"]
  }

  private static func shell(_ found: Found) -> [String] {
    guard case .token(let text) = found, let note = Guess.shell(text) else { return [] }
    return [note]
  }

  private static func known(_ names: [String]) -> [String] {
    names.isEmpty ? [] : ["choose from \(names.map { Escaping.escaped($0) }.joined(separator: ", "))"]
  }

  static func usage(_ usage: String?, isSelectionWanted: Bool = false) -> [String] {
    guard let usage else { return [] }
    let note = "a selection is the plural of a kind, optionally with “where”, “by” and “limit”"
    return ["usage: " + usage] + (isSelectionWanted ? [note] : [])
  }

  private static func range(isWhole: Bool) -> String {
    isWhole
      ? "whole numbers range from \(Int.min) to \(Int.max)" : "the largest decimal is about 1.8e308"
  }

  static func bounds(_ range: ClosedRange<Int>, isExact: Bool = false) -> String {
    if isExact { return "from \(range.lowerBound) to \(range.upperBound)" }
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
