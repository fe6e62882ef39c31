import AutoUpdate
import CommandLanguage
import TerminalText

/// Whoever is told of the app's state.
protocol AppStateDelegate: StateDelegate<AppState> {
  func appStateChanged(_ state: AppState)
}

extension AppStateDelegate {
  func stateChanged(from old: AppState, to new: AppState) { appStateChanged(new) }
}

extension WarRoom {
  func setAppState(_ state: AppState) throws {
    try write { $0.save(AppStateModel(state: state), in: appStates) }
  }

  /// Makes the server of the scenario do something.
  func direct(_ action: ScriptedServer.Action, _ detail: String?) throws {
    var server = servers[0] ?? ScriptedServer()
    switch action {
    case .match:
      guard let detail else { throw GameError.missingDetail("the name of the opponent") }
      if let why = UnitName.problem(with: detail, reserved: []) {
        throw GameError.badText("opponent's name", why: why, argument: 1)
      }
      server.status = GameStatus(phase: .matching, opponent: detail)
    case .start:
      server.status.phase = .active
    case .end:
      guard let result = GameResult.allCases.first(where: { $0.name == detail }) else {
        throw GameError.missingDetail("“win” or “loss”")
      }
      server.status.phase = .postMortem
      server.status.result = result
    case .reset:
      server.status = GameStatus(phase: .none)
    case .fail:
      server.failure = detail ?? "no answer"
    case .hold:
      server.isHolding = true
    case .ok:
      break
    }
    if action != .fail { server.failure = nil }
    if action != .hold { server.isHolding = false }
    try write { $0.save(server, in: servers) }
  }
}

extension WarRoom {
  func app(_ topic: AppTopic?, _ word: String?, _ reason: String?) throws {
    switch topic {
    case nil:
      output.writeLine(Escaping.escaped("\(appState.state)"))
    case .delegates:
      for (place, name) in appState.delegateNames.enumerated() { output.writeLine("\(place + 1)  \(name)") }
    case .ready:
      guard word == "true" || word == "false" else { throw GameError.missingDetail("“true” or “false”") }
      try setAppState(.ready(word == "true"))
    case .authentication:
      try setAppState(.authentication(try progress(word, reason)))
    case .dataRetrieval:
      try setAppState(.dataRetrieval(try progress(word, reason)))
    }
  }

  private func progress(_ word: String?, _ reason: String?) throws -> Progress {
    switch word {
    case "idle": return .idle
    case "active": return .active
    case "success": return .success
    case "failure": return .failure(reason ?? "unknown")
    default: throw GameError.missingDetail("“idle”, “active”, “success” or “failure”")
    }
  }
}
