extension LanguageError {
  /// The cases without what they are about, by the names that coverage shows.
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

  static var guards: [Kind] {
    [
      // The parser notes why it gives up, and what is kept runs or fails.
      .unreadable, .nothingRun,
      // A host hands in an object of a kind, or throws an error, that it has not declared.
      .unknownKind, .unexplained,
      // The program around the session interrupts it, and lets it reach files or not.
      .interrupted, .withoutFiles,
    ]
  }

  static func meaning(of kind: Kind) -> String {
    switch kind {
    case .notUTF8: "A text holds bytes that are no UTF-8. Save the file as UTF-8."
    case .controlCharacter: "A control character stands outside of a string, where nobody would see it."
    case .invisibleCharacter:
      "A character that has no width, or turns the writing direction, stands outside of a string."
    case .neverClosed: "A quote, bracket or block is opened and the text ends before it is closed."
    case .neverOpened: "A bracket or block is closed that nothing opened."
    case .unknownEscape: "Behind “\\” in a string stands something that is no escape."
    case .notACommand: "A statement begins with something other than the name of a command."
    case .unexpected: "Something stands where the statement could only end or go on otherwise."
    case .expected: "Something else has to stand here, such as a name, a value or a block."
    case .missing: "The text ends, or goes on, before something that has to stand here."
    case .gluedToWord: "A sign follows a word without a blank; parts of a word are joined in a string."
    case .numberTooLarge: "A number does not fit into 64 bits."
    case .notAnOperator: "A sign of other languages: here it is “and”, “or” or “not”."
    case .assignmentAsComparison: "“=” gives a name a value; “==” compares."
    case .chainedComparison: "“a < b < c” is written “a < b and b < c”."
    case .elseWithoutIf: "“else” stands without an “if” or “try” right before it."
    case .moreErrors: "There are more mistakes than are shown; mend the first ones."
    case .unreadable: "A text that was kept cannot be read again."
    case .unknownCommand: "No command, and no “def”, has this name. “help” lists the commands."
    case .unknownVariable: "No “let” has given this name a value. “vars” lists the variables."
    case .unknownFunction: "No function has this name. “help functions” lists them."
    case .unknownName: "Nothing has this name: no variable, object, view or word. A text stands in quotes."
    case .unknownObject: "No object of this kind has this name now."
    case .unknownProperty: "Objects of this kind have no such property. “help KIND” lists what they have."
    case .unknownWord: "Only some words fit here, and this is none of them."
    case .unknownKind: "A value is an object of a kind that is not declared."
    case .commandExists: "A “def” cannot take the name of a command or a word of the language."
    case .reservedName: "The name stands for something else, so that no variable can have it."
    case .parameterExists: "A “def” names two of its parameters alike, or one like itself."
    case .wrongOperand: "An operator or a function got a value of a type that it has no use for."
    case .wrongOperands: "An operator wants two numbers."
    case .notComparable: "Only values of one type can be put in order."
    case .notJoinable: "“+” joins two texts, two lists, or adds two numbers."
    case .notSearchable: "On the right of “in” stands a list or a selection."
    case .notACondition: "A condition has to be true or false; compare with something."
    case .notASelection:
      "A selection begins with the plural of a kind, such as those that “help selections” lists."
    case .withoutProperties: "Only objects have properties."
    case .objectGone: "The object was removed, or does not exist at this step."
    case .nestedList: "A list's elements cannot be lists."
    case .noElement: "An index lies before the first element or behind the last."
    case .divisionByZero: "The number that is divided by is 0."
    case .resultTooLarge: "A result does not fit into 64 bits, or is no finite number."
    case .missingArgument: "A command needs one more argument; its usage shows which."
    case .leftOverArgument: "A command takes fewer arguments; its usage shows which."
    case .wrongCount: "A function or a “def” takes another number of arguments."
    case .notANumber: "This argument is a whole number."
    case .outOfRange: "The number is smaller or larger than the argument may be."
    case .notAName: "A new name is letters, digits and “_”, and does not begin with a digit."
    case .unexpectedBlock: "A block “{ … }” stands where the command takes a value."
    case .unknownOption: "The command has no option of this name. “help COMMAND” lists its options."
    case .optionTwice: "An option is given two times."
    case .definitionWithOption: "A command that “def” made takes arguments by their places alone."
    case .misplaced: "“break” and “continue” belong in a loop, “return” in a “def”."
    case .withoutValue: "A “def” was called as a function and ended without “return”."
    case .expectationFailed: "“expect” found its condition false; the values of both sides are shown."
    case .forbidden: "This command may not run here: a replay reaches nothing but the world."
    case .settingOutOfRange: "A limit cannot be set so; in a replay none can be raised."
    case .reached: "A limit was reached, and the line ends; “try” goes on after none. “set” lists the limits."
    case .interrupted: "Ctrl-C, or whoever runs the session, ended the command."
    case .fileFailed: "A command in a file that was run failed; its own error stands above."
    case .withoutFiles: "This session has no way to reach files."
    case .unexplained: "The command failed with an error of the program's own."
    case .nothingRun: "There was nothing to run."
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

  /// Whether it says that an expectation does not hold.
  var isFailedCheck: Bool { kind == LanguageError.Kind.expectationFailed.rawValue }
}
