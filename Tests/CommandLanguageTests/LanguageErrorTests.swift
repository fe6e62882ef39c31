import TerminalText
import Testing

@testable import CommandLanguage

/// What the language's errors say, one of each kind at least.
@Suite struct LanguageErrorTests {
  @Test(arguments: [
    ("unit", "a unit"), ("accessory", "an accessory"), ("hero", "a hero"), ("egg", "an egg"),
    ("user", "a user"), ("", "a "), ("hour", "an hour"), ("horse", "a horse"), ("XML file", "an XML file"),
    ("PNG", "a PNG"), ("HTML report", "an HTML report"), ("8-pack", "an 8-pack"), ("11", "an 11"),
    ("7", "a 7"), ("Order", "an Order"), ("Unit", "a Unit"), ("Hour", "an Hour"), ("US state", "a US state"),
  ])
  func `a noun has the article that is spoken`(noun: String, text: String) {
    #expect(English.article(noun) == text)
  }

  @Test(arguments: samples)
  func `an error describes the problem in one sentence, and helps in notes`(sample: Sample) {
    let explanation = sample.error.explanation
    #expect(explanation.message == sample.message)
    #expect(explanation.suggestion == sample.suggestion)
    #expect(explanation.notes == sample.notes)
  }

  @Test func `every kind of error has a sample here`() {
    #expect(Set(Self.samples.map(\.error.kind)) == Set(LanguageError.Kind.allCases))
  }

  @Test func `an explanation carries its error's kind, and what is made of it does too`() {
    let error = LanguageError.divisionByZero
    #expect(error.explanation.kind == "divisionByZero")
    #expect(CommandFailure(Diagnostic(error, at: 1..<2), about: []).explanation.kind == "divisionByZero")
    #expect(Explanation("no").kind == nil)
    let unknown: Explanation = .unknown("box", "A", among: ["B"])
    #expect(unknown.kind == "unknownWord")
  }

  @Test func `guards are kinds that are not counted`() {
    let guards = LanguageError.guardKinds
    #expect(!guards.isEmpty && Set(guards).isDisjoint(with: LanguageError.catalogedKinds))
    #expect(guards.count + LanguageError.catalogedKinds.count == LanguageError.Kind.allCases.count)
  }

  @Test(arguments: limits)
  func `a reached limit is named by its setting, in a note`(
    limit: ReachedLimit, message: String
  ) {
    let explanation = LanguageError.reached(limit).explanation
    #expect(explanation.message == message)
    #expect(explanation.limit == limit.name)
    #expect(
      explanation.notes == (limit == .frames ? [] : ["the limit is the setting “\(limit.name)”"]))
  }

  @Test func `every limit there is can be reached`() {
    let names = Limits.named.map(\.name) + [Limits.framesName]
    #expect(Set(Self.limits.map(\.0.name)) == Set(names) && Self.limits.count == names.count)
  }

  private static let limits: [(ReachedLimit, String)] = [
    (.steps(5), "a line may take at most 5 steps"), (.nesting(5), "the nesting is deeper than 5 levels"),
    (.recursion(5), "calls are nested deeper than 5 levels"),
    (.variables(5), "there may be at most 5 variables, and as many definitions"),
    (.memory(5), "a session may use at most 5 bytes of memory"),
    (.list(5), "a list may have at most 5 elements"), (.output(5), "a line may print at most 5 bytes"),
    (.name(5, given: 6), "a name may have at most 5 bytes; this one has 6"),
    (.text(5, given: 6), "a text may have at most 5 bytes; this one has 6"),
    (.line(5, given: 6), "a command line may have at most 5 bytes; this one has 6"),
    (.frames, "commands, blocks and expressions are nested deeper than the stack allows"),
  ]
}

extension LanguageErrorTests {
  struct Sample: Sendable, CustomTestStringConvertible {
    let error: LanguageError
    let message: String
    let suggestion: String?
    let notes: [String]

    init(_ error: LanguageError, _ message: String, suggestion: String? = nil, _ notes: String...) {
      self.error = error
      self.message = message
      self.suggestion = suggestion
      self.notes = notes
    }

    var testDescription: String { message }
  }

  static let samples = text + names + values + arguments + running

  private static let range = "whole numbers range from -9223372036854775808 to 9223372036854775807"

  private static let text = [
    Sample(.notUTF8, "this is not valid UTF-8"),
    Sample(.controlCharacter, "a control character must be written in a string, as “\\u{…}”"),
    Sample(.neverClosed(.string), "this string is never closed"),
    Sample(.neverClosed(.interpolation), "this “\\(” is never closed"),
    Sample(.neverClosed(.bracket), "this “[” is never closed"),
    Sample(.neverOpened(.parenthesis), "there is no “(” for this “)”"),
    Sample(.neverOpened(.brace), "there is no “{” for this “}”"),
    Sample(
      .unknownEscape(isNumber: false), "there is no such escape in a string",
      "known escapes: \\n \\t \\\" \\\\ \\u{…}"),
    Sample(
      .unknownEscape(isNumber: true), "there is no such escape in a string",
      "“\\u{…}” takes the hexadecimal number of a character"),
    Sample(
      .notACommand(.token("(")), "a command begins with a name, not with “(”",
      "“print EXPRESSION” shows a value"),
    Sample(.notACommand(.token("}")), "a command begins with a name, not with “}”"),
    Sample(
      .unexpected(.token(".hp"), after: .command), "unexpected “.hp” after a command's name",
      "“print EXPRESSION” shows a value"),
    Sample(.unexpected(.token("2")), "unexpected “2”"),
    Sample(.unexpected(.endOfLine, after: .command), "unexpected end of the line after a command's name"),
    Sample(.unexpected(.token("a\n"), after: .number), "unexpected “a\\n” after a number"),
    Sample(.expected(.block), "a block “{ … }” is expected here"),
    Sample(
      .expected(.sign("in"), insteadOf: .endOfText, usage: "for X"),
      "“in” is expected here, not the end of the text", "usage: for X"),
    Sample(.expected(.commaOr("]"), insteadOf: .token("2")), "“,” or “]” is expected here, not “2”"),
    Sample(.missing(.property), "a property is missing"),
    Sample(
      .missing(.selection, usage: "watch X"), "a selection is missing", "usage: watch X",
      "a selection is the plural of a kind, optionally with “where”, “by” and “limit”"),
    Sample(.missing(.name, after: "$"), "a name is missing after “$”"),
    Sample(.missing(.value, after: "="), "a value is missing after “=”"),
    Sample(
      .gluedToWord(.token("$")), "“$” cannot follow a word directly",
      "join parts in a string: \"u\\(n)\""),
    Sample(
      .gluedToWord(.token("("), usage: "keep NAME CONDITION"), "“(” cannot follow a word directly",
      "usage: keep NAME CONDITION"),
    Sample(.numberTooLarge(isWhole: true), "this number is too large", range),
    Sample(
      .numberTooLarge(isWhole: false), "this number is too large", "the largest decimal is about 1.8e308"),
    Sample(
      .durationTooLarge, "this duration is too large",
      "the longest duration is 106751991167300d15h30m7s"),
    Sample(
      .invisibleCharacter("\\u{A0}"),
      "this character is invisible: write it in a string, as “\\u{A0}”"),
    Sample(.notAnOperator("|", suggestion: "or"), "“|” is not an operator", suggestion: "or"),
    Sample(.assignmentAsComparison, "“=” does not compare", suggestion: "=="),
    Sample(.chainedComparison, "comparisons cannot be chained", "write: a < b and b < c"),
    Sample(.elseWithoutIf, "“else” must follow the “}” of an “if”"),
    Sample(.moreErrors, "there are more errors after this one"),
    Sample(.unreadable, "this cannot be read"),
  ]

  private static let names = [
    Sample(.ambiguousName("bed", notes: ["a", "b"]), "“bed” could mean two things here", "a", "b"),
    Sample(.unknownCommand("f", suggestion: "g"), "there is no command “f”", suggestion: "g"),
    Sample(.unknownCommand("f", suggestion: nil), "there is no command “f”", "“help” lists the commands"),
    Sample(.unknownVariable("x", suggestion: "y"), "there is no variable “$x”", suggestion: "$y"),
    Sample(.unknownVariable("x", suggestion: nil), "there is no variable “$x”"),
    Sample(.unknownFunction("x", suggestion: nil), "there is no function “x”"),
    Sample(.unknownName("x", suggestion: "y"), "nothing is called “x”", suggestion: "y"),
    Sample(
      .unknownName("x", suggestion: nil), "nothing is called “x”", "write a text in quotes: \"x\""),
    Sample(.unknownObject(kind: "box", "A", suggestion: nil), "there is no box “A”"),
    Sample(
      .unknownProperty(kind: "box", "hp", suggestion: nil, known: ["size", "colour"]), "a box has no “hp”",
      "choose from size, colour"),
    Sample(
      .unknownProperty(kind: "ox", "siz", suggestion: "size", known: ["size"]), "an ox has no “siz”",
      suggestion: "size"),
    Sample(.unknownProperty(kind: "box", "hp", suggestion: nil, known: []), "a box has no “hp”"),
    Sample(
      .unknownWord(what: "colour", "x", suggestion: nil, known: ["red", "blue"]), "there is no colour “x”",
      "choose from red, blue"),
    Sample(
      .unknownWord(what: "colour", "x", suggestion: nil, known: Array(repeating: "red", count: 13)),
      "there is no colour “x”"),
    Sample(.renamed("size", present: "points"), "“size” is now called “points”", suggestion: "points"),
    Sample(.unknownKind, "there is no such kind of object"),
    Sample(
      .nameTaken("red", by: "a word"),
      "“red” is already a word and cannot name anything else"),
    Sample(.commandExists("print"), "“print” is already a command"),
    Sample(.parameterExists("x"), "this “def” already has a parameter “x”"),
  ]

  private static let values = [
    Sample(
      .neverEqual("a nurse", "the word “nurse”", notes: ["a"]), "a nurse is never the word “nurse”", "a"),
    Sample(.wrongOperand(of: "-", .number), "“-” needs a number"),
    Sample(.wrongOperand(of: "repeat", .count), "“repeat” needs a whole number that is not negative"),
    Sample(.wrongOperand(of: "range", .twoNumbers), "“range” needs two whole numbers"),
    Sample(.wrongOperand(of: "length", .text), "“length” needs a text"),
    Sample(.wrongOperand(of: "for", .list), "“for” needs a list or a selection"),
    Sample(.wrongOperand(of: "sum", .listOfNumbers), "“sum” needs a list of numbers"),
    Sample(.wrongOperand(of: "join", .listAndText), "“join” needs a list and a text"),
    Sample(.wrongOperands(of: "*", "a text", "a number"), "“*” needs numbers, not a text and a number"),
    Sample(.notComparable("a truth", "a text"), "a truth and a text cannot be compared"),
    Sample(
      .notComparable("a number", "none"), "a number and none cannot be compared",
      "“x != none” tests for a value, as in “x != none and x < 3”"),
    Sample(.notJoinable("a list", "a number"), "“+” cannot join a list and a number"),
    Sample(.notSearchable("a number"), "“in” needs a list, a selection or a text on its right, not a number"),
    Sample(.notACondition("a box"), "a condition is true or false; this is a box"),
    Sample(
      .notASelection(suggestion: "boxes", known: ["boxes"]), "a selection begins with the plural of a kind",
      suggestion: "boxes"),
    Sample(
      .notASelection(suggestion: nil, known: ["boxes"]), "a selection begins with the plural of a kind",
      "choose from boxes"),
    Sample(.withoutProperties("an ox"), "an ox has no properties"),
    Sample(.objectGone(kind: "box"), "this box is gone"),
    Sample(
      .noElement(5, count: 2), "there is no element 5",
      "indices are 0 to 1, or -1 to -2 from the end"),
    Sample(.noElement(0, count: 0), "there is no element 0", "it is empty"),
    Sample(.nestedList, "a list cannot hold a list", "“+” joins lists"),
    Sample(.divisionByZero, "division by zero"),
    Sample(.resultTooLarge(isWhole: true), "the result is too large", range),
  ]

  private static let arguments = [
    Sample(
      .wrongArgument(label: "by", wanted: "a number", given: "a text"), "BY must be a number, not a text"),
    Sample(.missingArgument(label: "size", usage: "box SIZE"), "SIZE is missing", "usage: box SIZE"),
    Sample(.missingArgument(label: nil, usage: "box"), "an argument is missing", "usage: box"),
    Sample(.leftOverArgument(usage: "box"), "unexpected argument", "usage: box"),
    Sample(.wrongCount(of: "f", 1...1, given: 0, usage: "f A"), "“f” takes 1 argument, not 0", "usage: f A"),
    Sample(.wrongCount(of: "f", 1 ... .max, given: 0), "“f” takes at least 1 argument, not 0"),
    Sample(.wrongCount(of: "f", 1...3, given: 4), "“f” takes 1 to 3 arguments, not 4"),
    Sample(.notANumber(label: "size"), "SIZE must be a whole number"),
    Sample(
      .notANumber(label: "size", option: "size"), "SIZE must be a whole number",
      "arguments are matched by position: leave out “size=”"),
    Sample(.outOfRange(label: "size", 1...9), "SIZE must be from 1 to 9"),
    Sample(.outOfRange(label: "size", 1 ... .max), "SIZE must be at least 1"),
    Sample(.outOfRange(label: "size", .min...9), "SIZE must be at most 9"),
    Sample(.notAName, "a name may contain only letters, digits and “_”, and may not begin with a digit"),
    Sample(.unexpectedBlock, "a block is not expected here"),
    Sample(
      .unknownOption(command: "box", "siz", suggestion: "size", usage: "box"), "“box” has no option “siz=”",
      suggestion: "size="),
    Sample(
      .unknownOption(command: "box", "x", suggestion: nil, usage: "box"), "“box” has no option “x=”",
      "usage: box"),
    Sample(.optionTwice("size"), "“size=” is given twice"),
    Sample(.misplaced("break", inside: "a loop"), "“break” can only be used in a loop"),
    Sample(.withoutValue("f"), "“f” returned no value", "“return EXPRESSION” returns a value"),
    Sample(.definitionWithOption, "a command defined with “def” has no options"),
  ]

  private static let running = [
    Sample(
      .expectationFailed([.init(text: "x", value: "5"), .init(text: "y", value: "none")]),
      "the expectation does not hold", "x is 5", "y is none"),
    Sample(.forbidden("run", context: "a replay"), "“run” is not allowed in a replay"),
    Sample(.settingOutOfRange("steps", 1...9), "the limit “steps” must be a number from 1 to 9"),
    Sample(
      .reached(.steps(5)), "a line may take at most 5 steps", "the limit is the setting “steps”"),
    Sample(.interrupted, "interrupted"),
    Sample(.fileFailed("a\u{7}"), "the file “a\\u{7}” failed"),
    Sample(.withoutFiles, "files cannot be reached from here"),
    Sample(.unexplained("Broken()"), "the command failed: Broken()"),
    Sample(.nothingRun, "nothing was run"),
  ]
}
