import TerminalText
import Values

/// An error in a text or a command, as facts. `report` converts them to sentences.
///
/// A `suggestion` is the nearest known name, if any is near. A `usage` is a line of help that shows the correct form.
enum LanguageError: Error, Sendable, Equatable {
  // MARK: Text
  case notUTF8
  case controlCharacter
  /// An invisible character, given as an escape.
  case invisibleCharacter(String)
  case neverClosed(Opening)
  case neverOpened(Opening)
  case unknownEscape(isNumber: Bool)
  case notACommand(Found, suggestion: String? = nil)
  case unexpected(Found, after: Predecessor? = nil)
  case expected(Wanted, insteadOf: Found? = nil, usage: String? = nil)
  case missing(Wanted, after: String? = nil, usage: String? = nil)
  /// - Parameter usage: the usage of the command in which an expression or a selection follows the word.
  case gluedToWord(Found, isSelectionNext: Bool = false, usage: String? = nil)
  case numberTooLarge
  /// An operator of other languages, with the corresponding operator of this one.
  case notAnOperator(String, suggestion: String)
  case assignmentAsComparison
  case chainedComparison
  case elseWithoutIf
  /// The text has more errors than are shown.
  case moreErrors
  /// A captured text cannot be read again, for an unknown reason.
  case unreadable

  // MARK: Names
  case unknownCommand(String, suggestion: String?)
  case unknownVariable(String, suggestion: String?)
  case unknownFunction(String, suggestion: String?)
  case unknownName(String, suggestion: String?)
  case unknownObject(kind: String, String, suggestion: String?)
  case unknownProperty(kind: String, String, suggestion: String?, known: [String])
  /// An unknown word where only some words are allowed: a colour, a setting, a help topic.
  case unknownWord(what: String, String, suggestion: String?, known: [String])
  /// A former name.
  case renamed(String, present: String)
  /// An object of a kind that is not declared.
  case unknownKind
  /// A name with two meanings in scope; the notes show how to write each of them.
  case ambiguousName(String, notes: [String])
  case commandExists(String)
  /// A name that already has another meaning, and that meaning.
  case nameTaken(String, by: String)
  case parameterExists(String)

  // MARK: Values
  /// An operator, keyword or function was given an invalid operand.
  case wrongOperand(of: String, Operand)
  /// - Parameter of: the operator's symbol.
  case wrongOperands(of: String, String, String)
  case notComparable(String, String)
  case notJoinable(String, String)
  /// Two values that are never equal.
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
  /// Includes the name of a nonexistent option if the word is `name=…`.
  case notANumber(label: String, option: String? = nil)
  /// - Parameter isExact: whether to name both bounds, for a number that no `Int` can hold.
  case outOfRange(label: String, ClosedRange<Int>, isExact: Bool = false)
  /// An argument of a `def` that is not of the parameter's type.
  case wrongArgument(label: String, wanted: String, given: String)
  case notAName
  case unexpectedBlock
  case unknownOption(command: String, String, suggestion: String?, usage: String)
  case optionTwice(String)
  /// A command that was defined with `def` was given an option.
  case definitionWithOption
  /// A statement in the wrong context: `break` outside of a loop.
  case misplaced(String, inside: String)
  /// A definition that was called as a function returned no value.
  case withoutValue(String)

  // MARK: Running
  case expectationFailed([Side])
  /// - Parameter context: the context in which commands are restricted.
  case forbidden(String, context: String)
  /// - Parameter context: the context in which no limit can be raised.
  case settingOutOfRange(String, ClosedRange<Int>, context: String? = nil)
  case reached(ReachedLimit)
  case interrupted
  case fileFailed(String)
  case withoutFiles
  /// An error of the host that does not explain itself.
  case unexplained(String)
  case nothingRun
}

extension LanguageError {
  /// Returns the error for the name of a case that has no payload or doesn't exist.
  static func unknownContent(_ name: String, of type: ValueType) -> LanguageError {
    let known = type.namesOfCarryingCases
    return .unknownProperty(
      kind: "state", name, suggestion: NearNames.nearest(to: name, among: known), known: known)
  }
}
