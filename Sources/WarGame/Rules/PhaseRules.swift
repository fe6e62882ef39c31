/// Which phase may follow which: each the next one, and the last one the first.
enum PhaseRules {
  static func next(_ phase: GamePhase) -> GamePhase {
    switch phase {
    case .none: .matching
    case .matching: .active
    case .active: .postMortem
    case .postMortem: .none
    }
  }

  /// Whether a game may go from one phase to the other.
  static func allows(_ old: GamePhase, _ new: GamePhase) -> Bool {
    old == new || followers(of: old).contains(new)
  }

  /// The rules in words, a line for each phase: `after none: matching`.
  static var text: String {
    var text = ""
    for phase in GamePhase.allCases {
      text += text.isEmpty ? "after " : "\nafter "
      text += phase.name + ": " + next(phase).name
    }
    return text
  }

  static func followers(of phase: GamePhase) -> [GamePhase] { [next(phase)] }
}
