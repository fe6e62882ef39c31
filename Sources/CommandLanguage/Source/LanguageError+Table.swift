extension LanguageError {
  /// The kinds of errors. Coverage shows the names, and the messages' codes are derived from them.
  enum Kind: String, CaseIterable {
    case notUTF8, controlCharacter, invisibleCharacter, neverClosed, neverOpened, unknownEscape, notACommand,
      unexpected
    case expected, missing, gluedToWord, numberTooLarge, notAnOperator
    case assignmentAsComparison, chainedComparison, elseWithoutIf, moreErrors, unreadable
    case unknownCommand, unknownVariable, unknownFunction, unknownName, unknownObject, unknownProperty
    case unknownWord, renamed, unknownKind, ambiguousName, commandExists, reservedName, parameterExists
    case wrongOperand, wrongOperands, notComparable, neverEqual, notJoinable, notSearchable, notACondition
    case notASelection, withoutProperties, objectGone, nestedList, noElement, divisionByZero, resultTooLarge
    case missingArgument, leftOverArgument, wrongCount, notANumber, outOfRange, wrongArgument, notAName,
      unexpectedBlock
    case unknownOption, optionTwice, definitionWithOption, misplaced, withoutValue
    case expectationFailed, forbidden, settingOutOfRange, reached, interrupted, fileFailed, withoutFiles
    case unexplained, nothingRun
  }

  static func message(of kind: Kind) -> ErrorMessage {
    switch kind {
    // MARK: Text
    case .notUTF8:
      .init("this is not valid UTF-8", "The text has bytes that are not UTF-8. Save the file as UTF-8.")
    case .controlCharacter:
      .init(
        "a control character must be written in a string, as “\\u{…}”",
        "A control character outside of a string would be invisible.")
    case .invisibleCharacter:
      .init(
        "this character is invisible: write it in a string, as “{escape}”",
        "A character outside of a string has no width, or changes the direction of writing.")
    case .neverClosed:
      .init("this {opening} is never closed", "The text ends before a quote, bracket or block is closed.")
    case .neverOpened:
      .init("there is no {opening} for this {closing}", "A bracket or block that was not opened is closed.")
    case .unknownEscape:
      .init(
        "there is no such escape in a string", "In a string, “\\” begins an escape. This one does not exist.")
    case .notACommand:
      .init(
        "a command begins with a name, not with {found}",
        "A statement begins with something other than the name of a command.")
    case .unexpected:
      .init("unexpected {found}{after}", "The statement should end here, or continue in another way.")
    case .expected:
      .init(
        "{wanted} is expected here{insteadOf}",
        "Something else must come here, such as a name, a value or a block.")
    case .missing:
      .init("{wanted} is missing{after}", "The text ends or continues where something else is required.")
    case .gluedToWord:
      .init(
        "{found} cannot follow a word directly",
        "A symbol follows a word without a blank. Join the parts of a word in a string.")
    case .numberTooLarge:
      .init(
        "this {number} is too large", "The number, or the duration in seconds, does not fit into 64 bits.")
    case .notAnOperator:
      .init("“{sign}” is not an operator", "Other languages have this operator. Write “and”, “or” or “not”.")
    case .assignmentAsComparison:
      .init("“=” does not compare", "“=” sets a variable. “==” compares.")
    case .chainedComparison:
      .init("comparisons cannot be chained", "Write “a < b and b < c” for “a < b < c”.")
    case .elseWithoutIf:
      .init("“else” must follow the “}” of an “if”", "There is no “if” or “try” right before the “else”.")
    case .moreErrors:
      .init("there are more errors after this one", "Not all errors are shown. Correct the first ones.")
    case .unreadable: .init("this cannot be read", "A stored text cannot be read again.", isGuard: true)

    // MARK: Names
    case .unknownCommand:
      .init(
        "there is no command {name}", "No command and no “def” has this name. “help” lists the commands.")
    case .unknownVariable:
      .init("there is no variable {name}", "No “let” has set this variable. “vars” lists the variables.")
    case .unknownFunction:
      .init("there is no function {name}", "No function has this name. “help functions” lists them.")
    case .unknownName:
      .init(
        "nothing is called {name}",
        "No variable, object, view or word has this name. Write a text in quotes.")
    case .unknownObject: .init("there is no {kind} {name}", "No object of this kind has this name now.")
    case .unknownProperty:
      .init("{kind} has no {name}", "The kind has no such property. “help KIND” lists its properties.")
    case .unknownWord: .init("there is no {what} {name}", "Only certain words are accepted here.")
    case .renamed:
      // Only hosts that have renamed something report this.
      .init(
        "{name} is now called {present}", "The name has changed. Write the new one.", isGuard: true
      )
    case .unknownKind:
      .init("there is no such kind of object", "A value is an object of an undeclared kind.", isGuard: true)
    case .ambiguousName:
      .init(
        "{name} could mean two things here",
        "A field, a row, a word and a kind may share a name. Write it as one of the notes shows.")
    case .commandExists:
      .init("{name} is already a command", "A “def” cannot have the name of a command or of a keyword.")
    case .reservedName:
      .init("{name} is already {what} and cannot name anything else", "The name has another meaning.")
    case .parameterExists:
      .init(
        "this “def” already has a parameter {name}",
        "Two parameters of a “def” have the same name.")

    // MARK: Values
    case .wrongOperand:
      .init("“{of}” needs {operand}", "The operator or function does not take a value of this type.")
    case .wrongOperands:
      .init("“{sign}” needs numbers, not {left} and {right}", "The operator takes two numbers.")
    case .notComparable:
      .init("{left} and {right} cannot be compared", "Only values of one type can be put in order.")
    case .neverEqual:
      .init(
        "{left} is never {right}",
        "The comparison has the same result for all values. Compare with a value that the left side can have."
      )
    case .notJoinable:
      .init("“+” cannot join {left} and {right}", "“+” joins two texts or two lists, or adds two numbers.")
    case .notSearchable:
      .init(
        "“in” needs a list, a selection or a text on its right, not {value}",
        "“in” tests whether a list or a selection contains a value, or a text contains another text.")
    case .notACondition:
      .init(
        "a condition is true or false; this is {value}",
        "A condition must be true or false. Compare the value with another one.")
    case .notASelection:
      .init(
        "a selection begins with the plural of a kind",
        "“help selections” lists the kinds that a selection can choose from.")
    case .withoutProperties: .init("{value} has no properties", "Only objects have properties.")
    case .objectGone:
      .init("this {kind} is gone", "The object was removed, or does not exist at this step.")
    case .nestedList: .init("a list cannot hold a list", "An element of a list cannot be a list.")
    case .noElement:
      .init("there is no element {index}", "The index is before the first element or after the last one.")
    case .divisionByZero: .init("division by zero", "The divisor is 0.")
    case .resultTooLarge:
      .init("the result is too large", "The result does not fit into 64 bits, or is not finite.")

    // MARK: Arguments
    case .missingArgument:
      .init("{label} is missing", "The command needs one more argument. Its usage shows which.")
    case .leftOverArgument:
      .init("unexpected argument", "The command takes fewer arguments. Its usage shows which.")
    case .wrongCount:
      .init(
        "{name} takes {counts}, not {given}",
        "The function or “def” takes a different number of arguments.")
    case .notANumber: .init("{label} must be a whole number", "The argument is not a whole number.")
    case .outOfRange:
      .init("{label} must be {range}", "The number is smaller or larger than the argument can be.")
    case .wrongArgument:
      .init(
        "{label} must be {wanted}, not {given}",
        "The definition gives the parameter a type that the argument does not have.")
    case .notAName:
      .init(
        "a name may contain only letters, digits and “_”, and may not begin with a digit",
        "A new name of this kind cannot have other characters.")
    case .unexpectedBlock:
      .init("a block is not expected here", "The command takes a value here, not a block “{ … }”.")
    case .unknownOption:
      .init(
        "{command} has no option “{name}=”",
        "The command has no option of this name. “help COMMAND” lists its options.")
    case .optionTwice: .init("“{name}=” is given twice", "An option can be given once.")
    case .definitionWithOption:
      .init(
        "a command defined with “def” has no options",
        "The arguments of a command defined with “def” are matched by position.")
    case .misplaced:
      .init(
        "“{name}” can only be used in {place}",
        "“break” and “continue” belong in a loop, “return” in a “def”.")
    case .withoutValue:
      .init("{name} returned no value", "A “def” was called as a function and ended without “return”.")

    // MARK: Running
    case .expectationFailed:
      .init(
        "the expectation does not hold",
        "The condition of an “expect” is false. The notes show the values of its parts.")
    case .forbidden:
      .init(
        "{name} is not allowed in {place}",
        "The command cannot run here: a replay cannot reach anything outside its session, and a condition may only read."
      )
    case .settingOutOfRange:
      .init(
        "the limit “{name}” must be a number {range}",
        "The limit cannot have this value. In a replay no limit can be raised.")
    case .reached:
      .init(
        "{limit}",
        "A limit was reached, which ends the line; “try” does not catch it. “set” lists the limits.")
    case .interrupted: .init("interrupted", "Ctrl-C or the program ended the command.", isGuard: true)
    case .fileFailed:
      .init("the file {path} failed", "A command in the file failed. Its error is shown above.")
    case .withoutFiles:
      .init("files cannot be reached from here", "This session has no access to files.", isGuard: true)
    case .unexplained:
      .init(
        "the command failed: {error}", "The command failed with an error that the program does not declare.",
        isGuard: true)
    case .nothingRun: .init("nothing was run", "There was nothing to run.", isGuard: true)
    }
  }
}

extension Explanation {
  var isUnknownName: Bool {
    guard let kind = kind.flatMap(LanguageError.Kind.init) else { return false }
    switch kind {
    case .unknownCommand, .unknownVariable, .unknownFunction, .unknownName, .unknownObject, .unknownProperty,
      .unknownWord, .unknownOption:
      return true
    default: return false
    }
  }

  var isFailedCheck: Bool { kind == LanguageError.Kind.expectationFailed.rawValue }
}
