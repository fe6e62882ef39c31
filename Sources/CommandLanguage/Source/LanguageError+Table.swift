extension LanguageError {
  /// The errors without what they are about. The names are those that coverage shows, and make the messages' codes.
  enum Kind: String, CaseIterable {
    case notUTF8, controlCharacter, invisibleCharacter, neverClosed, neverOpened, unknownEscape, notACommand,
      unexpected
    case expected, missing, gluedToWord, numberTooLarge, notAnOperator
    case assignmentAsComparison, chainedComparison, elseWithoutIf, moreErrors, unreadable
    case unknownCommand, unknownVariable, unknownFunction, unknownName, unknownObject, unknownProperty
    case unknownWord, unknownKind, commandExists, reservedName, parameterExists
    case wrongOperand, wrongOperands, notComparable, notJoinable, notSearchable, notACondition
    case notASelection, withoutProperties, objectGone, nestedList, noElement, divisionByZero, resultTooLarge
    case missingArgument, leftOverArgument, wrongCount, notANumber, outOfRange, notAName, unexpectedBlock
    case unknownOption, optionTwice, definitionWithOption, misplaced, withoutValue
    case expectationFailed, forbidden, settingOutOfRange, reached, interrupted, fileFailed, withoutFiles
    case unexplained, nothingRun
  }

  /// One row of the table of messages.
  struct Row {
    /// The message, in which `{…}` stands for a fact.
    let template: String
    /// The text of `help CODE`: the error's meaning, and the remedy.
    let meaning: String
    /// A Boolean value that indicates whether no text of a command brings the error about.
    var isGuard = false

    init(_ template: String, _ meaning: String, isGuard: Bool = false) {
      self.template = template
      self.meaning = meaning
      self.isGuard = isGuard
    }

    /// Returns the message with the facts in the places of the braces, in order.
    func filled(with facts: [String]) -> String {
      var message = ""
      var rest = template[...]
      for fact in facts {
        guard let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") else {
          break
        }
        message += rest[..<open] + fact
        rest = rest[rest.index(after: close)...]
      }
      return message + rest
    }
  }

  static var guards: [Kind] { Kind.allCases.filter(\.row.isGuard) }

  static func meaning(of kind: Kind) -> String { kind.row.meaning }
}

extension LanguageError.Kind {
  typealias Row = LanguageError.Row

  /// The table of messages.
  var row: Row {
    switch self {
    // MARK: Text
    case .notUTF8:
      Row("this is not valid UTF-8", "The text has bytes that are not UTF-8. Save the file as UTF-8.")
    case .controlCharacter:
      Row(
        "a control character must be written in a string, as “\\u{…}”",
        "A control character outside of a string would be invisible.")
    case .invisibleCharacter:
      Row(
        "this character is invisible: write it in a string, as “{escape}”",
        "A character outside of a string has no width, or changes the direction of writing.")
    case .neverClosed:
      Row("this {opening} is never closed", "The text ends before a quote, bracket or block is closed.")
    case .neverOpened:
      Row("there is no {opening} for this {closing}", "A bracket or block is closed that was not opened.")
    case .unknownEscape:
      Row("there is no such escape in a string", "In a string, “\\” begins an escape. This is none.")
    case .notACommand:
      Row(
        "a command begins with a name, not with {found}",
        "A statement begins with something other than the name of a command.")
    case .unexpected:
      Row("unexpected {found}{after}", "The statement should end here, or go on in another way.")
    case .expected:
      Row(
        "{wanted} is expected here{insteadOf}",
        "Something else must stand here, such as a name, a value or a block.")
    case .missing:
      Row("{wanted} is missing{after}", "The text ends or goes on before something that must stand here.")
    case .gluedToWord:
      Row(
        "{found} cannot follow a word directly",
        "A sign follows a word without a blank. Join the parts of a word in a string.")
    case .numberTooLarge: Row("this number is too large", "The number does not fit into 64 bits.")
    case .notAnOperator:
      Row("“{sign}” is not an operator", "Other languages have this sign. Write “and”, “or” or “not”.")
    case .assignmentAsComparison:
      Row("“=” does not compare", "“=” gives a name a value. “==” compares.")
    case .chainedComparison:
      Row("comparisons cannot be chained", "Write “a < b and b < c” for “a < b < c”.")
    case .elseWithoutIf:
      Row("“else” must follow the “}” of an “if”", "No “if” or “try” stands right before the “else”.")
    case .moreErrors:
      Row("there are more errors from here on", "Not all errors are shown. Correct the first ones.")
    case .unreadable: Row("this cannot be read", "A stored text cannot be read again.", isGuard: true)

    // MARK: Names
    case .unknownCommand:
      Row(
        "there is no command {name}", "No command and no “def” has this name. “help” lists the commands.")
    case .unknownVariable:
      Row("there is no variable {name}", "No “let” has set this variable. “vars” lists the variables.")
    case .unknownFunction:
      Row("there is no function {name}", "No function has this name. “help functions” lists them.")
    case .unknownName:
      Row(
        "nothing is called {name}",
        "No variable, object, view or word has this name. Write a text in quotes.")
    case .unknownObject: Row("there is no {kind} {name}", "No object of this kind has this name now.")
    case .unknownProperty:
      Row("{kind} has no {name}", "The kind has no such property. “help KIND” lists its properties.")
    case .unknownWord: Row("there is no {what} {name}", "Only some words fit here. This is none of them.")
    case .unknownKind:
      Row("there is no such kind of object", "A value is an object of an undeclared kind.", isGuard: true)
    case .commandExists:
      Row("{name} is a command already", "A “def” cannot have the name of a command or of a keyword.")
    case .reservedName:
      Row("{name} is {what} already, and cannot name a variable", "The name has another meaning.")
    case .parameterExists:
      Row(
        "this “def” has the name {name} already",
        "Two parameters of a “def” have the same name.")

    // MARK: Values
    case .wrongOperand:
      Row("“{of}” needs {operand}", "The operator or function does not take a value of this type.")
    case .wrongOperands:
      Row("“{sign}” needs numbers, not {left} and {right}", "The operator takes two numbers.")
    case .notComparable:
      Row("{left} and {right} cannot be compared", "Only values of one type can be put in order.")
    case .notJoinable:
      Row("“+” cannot join {left} and {right}", "“+” joins two texts or two lists, or adds two numbers.")
    case .notSearchable:
      Row(
        "“in” needs a list or a selection on its right, not {value}",
        "“in” looks for a value in a list or a selection.")
    case .notACondition:
      Row(
        "a condition is true or false; this is {value}",
        "A condition must be true or false. Compare the value with another one.")
    case .notASelection:
      Row(
        "a selection begins with the plural of a kind",
        "“help selections” lists the kinds that a selection can choose from.")
    case .withoutProperties: Row("{value} has no properties", "Only objects have properties.")
    case .objectGone: Row("this {kind} is gone", "The object was removed, or does not exist at this step.")
    case .nestedList: Row("a list cannot hold a list", "An element of a list cannot be a list.")
    case .noElement:
      Row("there is no element {index}", "The index is before the first element or after the last one.")
    case .divisionByZero: Row("division by zero", "The divisor is 0.")
    case .resultTooLarge:
      Row("the result is too large", "The result does not fit into 64 bits, or is not finite.")

    // MARK: Arguments
    case .missingArgument:
      Row("{label} is missing", "The command needs one more argument. Its usage shows which.")
    case .leftOverArgument:
      Row("unexpected argument", "The command takes fewer arguments. Its usage shows which.")
    case .wrongCount:
      Row(
        "{name} takes {counts}, not {given}",
        "The function or “def” takes another number of arguments.")
    case .notANumber: Row("{label} must be a whole number", "The argument is not a whole number.")
    case .outOfRange:
      Row("{label} must be {range}", "The number is smaller or larger than the argument can be.")
    case .notAName:
      Row(
        "a name has letters, digits and “_” only, and no digit first",
        "A new name of this kind cannot have other characters.")
    case .unexpectedBlock:
      Row("a block is not expected here", "The command takes a value where a block “{ … }” stands.")
    case .unknownOption:
      Row(
        "{command} has no option “{name}=”",
        "The command has no option of this name. “help COMMAND” lists its options.")
    case .optionTwice: Row("“{name}=” is given twice", "An option can be given once.")
    case .definitionWithOption:
      Row(
        "a command made with “def” has no options",
        "A command made with “def” tells its arguments by their places.")
    case .misplaced:
      Row(
        "“{name}” can only be used in {place}",
        "“break” and “continue” belong in a loop, “return” in a “def”.")
    case .withoutValue:
      Row("{name} returned no value", "A “def” was called as a function and ended without “return”.")

    // MARK: Running
    case .expectationFailed:
      Row(
        "the expectation does not hold",
        "The condition of an “expect” is false. The notes show the values of its parts.")
    case .forbidden:
      Row(
        "{name} is not allowed in {place}",
        "The command cannot run here: a replay reaches nothing outside its session.")
    case .settingOutOfRange:
      Row(
        "the limit “{name}” must be a number {range}",
        "The limit cannot have this value. In a replay no limit can be raised.")
    case .reached:
      Row(
        "{limit}",
        "A limit was reached, and the line ends; “try” goes on after none. “set” lists the limits.")
    case .interrupted: Row("interrupted", "Ctrl-C or the program ended the command.", isGuard: true)
    case .fileFailed:
      Row("the file {path} failed", "A command in the file failed. Its own error stands above.")
    case .withoutFiles:
      Row("files cannot be reached from here", "This session has no access to files.", isGuard: true)
    case .unexplained:
      Row(
        "the command failed: {error}", "The command failed with an undeclared error of the program's own.",
        isGuard: true)
    case .nothingRun: Row("nothing was run", "There was nothing to run.", isGuard: true)
    }
  }
}

extension Explanation {
  /// A Boolean value that indicates whether it tells of a name that nothing has.
  var isUnknownName: Bool {
    guard let kind = kind.flatMap(LanguageError.Kind.init) else { return false }
    switch kind {
    case .unknownCommand, .unknownVariable, .unknownFunction, .unknownName, .unknownObject, .unknownProperty,
      .unknownWord, .unknownOption:
      return true
    default: return false
    }
  }

  /// A Boolean value that indicates whether it says that an expectation does not hold.
  var isFailedCheck: Bool { kind == LanguageError.Kind.expectationFailed.rawValue }
}
