/// An error in a text or a command, as facts; `prose` makes them sentences.
///
/// A `suggestion` is the known name that is nearest to the one given, if any is near; a `usage` is a line of
/// help that shows how it is written.
enum LanguageError: Error, Sendable, Equatable {
  // MARK: Text
  case notUTF8
  case controlCharacter
  /// A character that nobody sees, as an escape.
  case invisibleCharacter(String)
  case neverClosed(Opening)
  case neverOpened(Opening)
  case unknownEscape(isNumber: Bool)
  case notACommand(Found, suggestion: String? = nil)
  case unexpected(Found, after: Predecessor? = nil)
  case expected(Wanted, insteadOf: Found? = nil, usage: String? = nil)
  case missing(Wanted, after: String? = nil, usage: String? = nil)
  /// - Parameter usage: that of the command in which an expression or a selection follows the word.
  case gluedToWord(Found, isSelectionNext: Bool = false, usage: String? = nil)
  case numberTooLarge
  /// A sign that other languages have, and what it is called here.
  case notAnOperator(String, suggestion: String)
  case assignmentAsComparison
  case chainedComparison
  case elseWithoutIf
  /// The text has more errors than are shown.
  case moreErrors
  /// A text that was kept cannot be read again, and nobody knows why.
  case unreadable

  // MARK: Names
  case unknownCommand(String, suggestion: String?)
  case unknownVariable(String, suggestion: String?)
  case unknownFunction(String, suggestion: String?)
  case unknownName(String, suggestion: String?)
  case unknownObject(kind: String, String, suggestion: String?)
  case unknownProperty(kind: String, String, suggestion: String?, known: [String])
  /// One of a few words: a colour, a setting, a topic of help.
  case unknownWord(what: String, String, suggestion: String?, known: [String])
  /// A name that something had before.
  case renamed(String, present: String)
  /// An object of a kind that no table declares.
  case unknownKind
  /// A name that could mean two things where it stands; the notes say how each is written.
  case ambiguousName(String, notes: [String])
  case commandExists(String)
  /// A name that stands for something else already, and for what.
  case nameTaken(String, by: String)
  case parameterExists(String)

  // MARK: Values
  /// An operator, keyword or function was given what it has no use for.
  case wrongOperand(of: String, Operand)
  /// - Parameter of: the operator's sign.
  case wrongOperands(of: String, String, String)
  case notComparable(String, String)
  case notJoinable(String, String)
  /// Two values of which one is never the other.
  case neverEqual(String, String, notes: [String])
  case notSearchable(String)
  case notACondition(String)
  case notASelection(suggestion: String?, known: [String])
  case withoutProperties(String)
  case objectGone(kind: String)
  case nestedList
  case noElement(Int, count: Int)
  case divisionByZero
  case resultTooLarge

  // MARK: Arguments
  case missingArgument(label: String?, usage: String)
  case leftOverArgument(usage: String)
  case wrongCount(of: String, ClosedRange<Int>, given: Int, usage: String? = nil)
  /// With the name of the option that the word `name=…` was meant for, and that there is not.
  case notANumber(label: String, option: String? = nil)
  case outOfRange(label: String, ClosedRange<Int>)
  /// An argument of a `def` that is not of the parameter's type.
  case wrongArgument(label: String, wanted: String, given: String)
  case notAName
  case unexpectedBlock
  case unknownOption(command: String, String, suggestion: String?, usage: String)
  case optionTwice(String)
  /// A command that was made with `def` was given an option.
  case definitionWithOption
  /// A statement that stands where it means nothing: `break` outside of a loop.
  case misplaced(String, inside: String)
  /// A definition that was called as a function returned nothing.
  case withoutValue(String)

  // MARK: Running
  case expectationFailed([Side])
  /// - Parameter place: where commands are restricted.
  case forbidden(String, place: String)
  /// - Parameter place: where no limit is raised.
  case settingOutOfRange(String, ClosedRange<Int>, place: String? = nil)
  case reached(ReachedLimit)
  case interrupted
  case fileFailed(String)
  case withoutFiles
  /// An error of the host's that does not explain itself.
  case unexplained(String)
  case nothingRun
}
