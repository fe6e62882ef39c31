import CommandLanguage

/// An error of the game that is one of a known few.
protocol GameDiagnostic: Explainable {
  associatedtype Kind: CaseIterable & RawRepresentable<String>
  var kind: Kind { get }
}

extension GameDiagnostic {
  var kindName: String { kind.rawValue }
  static var kindNames: [String] { Kind.allCases.map(\.rawValue) }
}

extension GameError: GameDiagnostic {
  /// The cases without what they are about.
  enum Kind: String, CaseIterable {
    case nameTaken, cannotWatch, badName, statusNotAllowed, hpOutOfRange, cannotFight, cannotBeHit, cannotHeal
    case attacksItself, badText, missingDetail, pollerRests, ticksInTick, noJob, tooMany, phaseNotAllowed
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
    }
  }
}
