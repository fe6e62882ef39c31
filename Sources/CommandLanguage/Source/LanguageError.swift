import TerminalText
import Values

/// An error in a text or a command, as facts. `report` converts them to sentences.
///
/// A `suggestion` is the nearest known name, if any is near. A `usage` is a line of help that shows the correct form.
enum LanguageError: Error, Sendable, Equatable {
  // MARK: Text
  case notUTF8
  case controlCharacter
  case invisibleCharacter(String)
  case neverClosed(Opening)
  case neverOpened(Opening)
  case unknownEscape(isNumber: Bool)
  case notACommand(Found, suggestion: String? = nil)
  case unexpected(Found, after: Predecessor? = nil, suggestion: String? = nil)
  case expected(Wanted, insteadOf: Found? = nil, usage: String? = nil, suggestion: String? = nil)
  case missing(Wanted, after: String? = nil, usage: String? = nil)
  /// - Parameter usage: the usage of the command in which an expression or a selection follows the word.
  case gluedToWord(Found, isSelectionNext: Bool = false, usage: String? = nil)
  case numberTooLarge(isWhole: Bool)
  case durationTooLarge
  case notAnOperator(String, suggestion: String)
  case assignmentAsComparison
  case chainedComparison
  case elseWithoutIf
  /// The text has more errors than are shown.
  case moreErrors
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
  case renamed(String, present: String)
  case unknownKind
  /// A name with two meanings in scope; the notes show how to write each of them.
  case ambiguousName(String, notes: [String])
  case commandExists(String)
  case nameTaken(String, by: String)
  case parameterExists(String)

  // MARK: Values
  case wrongOperand(of: String, Operand)
  case wrongOperands(of: String, String, String)
  case notComparable(String, String)
  case notJoinable(String, String)
  case neverEqual(String, String, notes: [String])
  case notSearchable(String)
  case notACondition(String)
  case notASelection(suggestion: String?, known: [String])
  case withoutProperties(String)
  case objectGone(kind: String)
  case nestedList
  case noElement(Int, count: Int)
  case divisionByZero
  case resultTooLarge(isWhole: Bool)

  // MARK: Arguments
  case missingArgument(label: String?, usage: String)
  case leftOverArgument(usage: String, suggestion: String? = nil)
  case wrongCount(of: String, ClosedRange<Int>, given: Int, usage: String? = nil)
  /// Includes the name of a nonexistent option if the word is `name=…`.
  case notANumber(label: String, option: String? = nil)
  /// - Parameter isExact: whether to name both bounds, for a number that no `Int` can hold.
  case outOfRange(label: String, ClosedRange<Int>, isExact: Bool = false)
  case wrongArgument(label: String, wanted: String, given: String)
  case notAName
  case unexpectedBlock
  case unknownOption(command: String, String, suggestion: String?, usage: String)
  case optionTwice(String)
  case definitionWithOption
  /// A statement in the wrong context: `break` outside of a loop.
  case misplaced(String, inside: String)
  case withoutValue(String)

  // MARK: Running
  case expectationFailed([Side])
  case forbidden(String, context: String)
  case settingOutOfRange(String, ClosedRange<Int>, context: String? = nil)
  case reached(ReachedLimit)
  case interrupted
  case fileFailed(String)
  case withoutFiles
  case unexplained(String)
  case nothingRun
}

extension LanguageError {
  static func unknownContent(_ name: String, of type: ValueType) -> LanguageError {
    let known = type.payloadCaseNames
    return .unknownProperty(
      kind: "state", name, suggestion: NearNames.nearest(to: name, among: known), known: known)
  }
}
