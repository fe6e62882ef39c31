extension LanguageError: CountedError {
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

  var limit: String? { if case .reached(let limit) = self { limit.name } else { nil } }

  var explanation: Explanation {
    var explanation = prose
    explanation.kind = kind.rawValue
    explanation.limit = limit
    explanation.isFailedCheck = kind == .expectationFailed
    return explanation
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

  var kind: Kind {
    switch self {
    case .notUTF8: .notUTF8
    case .controlCharacter: .controlCharacter
    case .invisibleCharacter: .invisibleCharacter
    case .neverClosed: .neverClosed
    case .neverOpened: .neverOpened
    case .unknownEscape: .unknownEscape
    case .notACommand: .notACommand
    case .unexpected: .unexpected
    case .expected: .expected
    case .missing: .missing
    case .gluedToWord: .gluedToWord
    case .numberTooLarge: .numberTooLarge
    case .notAnOperator: .notAnOperator
    case .assignmentAsComparison: .assignmentAsComparison
    case .chainedComparison: .chainedComparison
    case .elseWithoutIf: .elseWithoutIf
    case .moreErrors: .moreErrors
    case .unreadable: .unreadable
    case .unknownCommand: .unknownCommand
    case .unknownVariable: .unknownVariable
    case .unknownFunction: .unknownFunction
    case .unknownName: .unknownName
    case .unknownObject: .unknownObject
    case .unknownProperty: .unknownProperty
    case .unknownWord: .unknownWord
    case .unknownKind: .unknownKind
    case .commandExists: .commandExists
    case .nameTaken: .reservedName
    case .parameterExists: .parameterExists
    case .wrongOperand: .wrongOperand
    case .wrongOperands: .wrongOperands
    case .notComparable: .notComparable
    case .notJoinable: .notJoinable
    case .notSearchable: .notSearchable
    case .notACondition: .notACondition
    case .notASelection: .notASelection
    case .withoutProperties: .withoutProperties
    case .objectGone: .objectGone
    case .nestedList: .nestedList
    case .noElement: .noElement
    case .divisionByZero: .divisionByZero
    case .resultTooLarge: .resultTooLarge
    case .missingArgument: .missingArgument
    case .leftOverArgument: .leftOverArgument
    case .wrongCount: .wrongCount
    case .notANumber: .notANumber
    case .outOfRange: .outOfRange
    case .notAName: .notAName
    case .unexpectedBlock: .unexpectedBlock
    case .unknownOption: .unknownOption
    case .optionTwice: .optionTwice
    case .definitionWithOption: .definitionWithOption
    case .misplaced: .misplaced
    case .withoutValue: .withoutValue
    case .expectationFailed: .expectationFailed
    case .forbidden: .forbidden
    case .settingOutOfRange: .settingOutOfRange
    case .reached: .reached
    case .interrupted: .interrupted
    case .fileFailed: .fileFailed
    case .withoutFiles: .withoutFiles
    case .unexplained: .unexplained
    case .nothingRun: .nothingRun
    }
  }
}
