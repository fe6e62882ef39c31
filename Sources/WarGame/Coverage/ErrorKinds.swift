import CommandLanguage

extension GameError {
  /// The cases without what they are about.
  enum Kind: String, CaseIterable {
    case nameTaken, cannotWatch, badName, statusNotAllowed, hpOutOfRange, cannotFight, cannotBeHit, cannotHeal
    case attacksItself, badText, missingDetail, pollerRests, ticksInTick, noJob, tooMany, phaseNotAllowed
    case severalFiles, withoutPrograms, notTakenIn, withoutRows, noRow, valueOutOfRange
  }

  var kind: Kind {
    switch self {
    case .nameTaken: .nameTaken
    case .cannotWatch: .cannotWatch
    case .badName: .badName
    case .statusNotAllowed: .statusNotAllowed
    case .hpOutOfRange: .hpOutOfRange
    case .cannotFight: .cannotFight
    case .cannotBeHit: .cannotBeHit
    case .cannotHeal: .cannotHeal
    case .attacksItself: .attacksItself
    case .badText: .badText
    case .missingDetail: .missingDetail
    case .pollerRests: .pollerRests
    case .ticksInTick: .ticksInTick
    case .noJob: .noJob
    case .tooMany: .tooMany
    case .phaseNotAllowed: .phaseNotAllowed
    case .severalFiles: .severalFiles
    case .withoutPrograms: .withoutPrograms
    case .notTakenIn: .notTakenIn
    case .withoutRows: .withoutRows
    case .noRow: .noRow
    case .valueOutOfRange: .valueOutOfRange
    }
  }
}

extension HistoryError {
  enum Kind: String, CaseIterable {
    case nothing = "history: nothing"
    case tooFar = "history: tooFar"
    case noStep = "history: noStep"
    case inTick = "history: inTick"
    case busy = "history: busy"
  }

  // It is asked for by direct commands alone, which run in no transaction.
  static var guards: [Kind] { [.busy] }

  var kind: Kind {
    switch self {
    case .nothing: .nothing
    case .tooFar: .tooFar
    case .noStep: .noStep
    case .inTick: .inTick
    case .busy: .busy
    }
  }
}
