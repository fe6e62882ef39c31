import AutoUpdate
import CommandLanguage
import Simulator
import TerminalText

/// The commands about the game's server and the app's state.
enum AppCommands {
  static let all: [Command<Simulation>] = [
    Command(
      "server", "Tell the scenario's server what to answer", .word("action", "what the server does"),
      .optional(.serverDetail)
    ) { world, action, detail in
      try world.direct(action, detail)
    }
    .with(
      help: """
        match NAME  a match with that opponent was found
        start       the game began
        end RESULT  the game ended in “win” or “loss”
        reset       there is no game
        fail REASON every poll fails from now on
        hold        no poll is answered from now on
        ok          polls are answered again
        """,
      examples: ["server match Mordred", "server end win"]),
    Command(
      "poll", "Ask the server, now or regularly", .optional(.word("mode", "“every” or “off”")),
      .optional(.number("ticks", "virtual time", in: 1...1_000_000_000))
    ) { world, mode, ticks in
      try world.poll(mode, ticks)
    }
    .with(
      help: "Without more it asks once. A failure shows in the network indicator and changes nothing else.",
      examples: ["poll", "poll every 5", "poll off"]),
    Command(
      "app", "Show or set the app's state", .optional(.word("topic", "which state")),
      .optional(.stateValue),
      .optional(.text("reason"))
    ) { world, topic, word, reason in
      try world.tellApp(topic, word, reason)
    }
    .with(
      help: """
        app                         shows the state
        app delegates               who is told of it, in order
        app ready true|false
        app authentication idle|active|success|failure [REASON]
        app dataRetrieval idle|active|success|failure [REASON]
        """,
      examples: ["app authentication active", "app dataRetrieval failure \"no network\""]),
  ].map { $0.with(topic: "app", traits: .contained) }

  /// What `poll` can be told.
  enum PollMode: String, FieldWord { case every, off }

  /// What `app` is about.
  enum AppTopic: String, FieldWord { case ready, authentication, dataRetrieval, delegates }
}

extension Parameter where World == Simulation, Parsed == String {
  /// What the server is told besides.
  fileprivate static var serverDetail: Self {
    .text("detail").completed { _, place in
      place.arguments == ["end"] ? candidates(GameResult.allCases.map(\.rawValue)) : []
    }
  }

  /// How far a part of the app's state is.
  fileprivate static var stateValue: Self {
    let progress = ["idle", "active", "success", "failure"]
    return .choice("value", "how far it is", of: ["true", "false"] + progress).completed { _, place in
      switch place.arguments.first.flatMap({ AppCommands.AppTopic(rawValue: $0) }) {
      case .ready: candidates(["true", "false"])
      case .authentication, .dataRetrieval: candidates(progress)
      case .delegates, nil: []
      }
    }
  }

  private static func candidates(_ words: [String]) -> [Completions.Candidate] {
    words.map { Completions.Candidate($0) }
  }
}

extension Simulation {
  // MARK: The server

  /// Makes the server of the scenario do something.
  fileprivate func direct(_ action: ScriptedServer.Action, _ detail: String?) throws {
    try change(ScriptedServer.the) { server in
      switch action {
      case .match:
        guard let detail else { throw GameError.missingDetail("the name of the opponent") }
        server.game = Game(phase: .matching, opponent: detail)
      case .start: server.game.phase = .active
      case .end:
        guard let result = detail.flatMap(GameResult.init) else {
          throw GameError.missingDetail("“win” or “loss”")
        }
        server.game.phase = .postMortem
        server.game.result = result
      case .reset: server.game = Game()
      case .fail, .hold, .ok:
        server.failure = action == .fail ? detail ?? "no answer" : nil
        server.isHolding = action == .hold
      }
    }
  }

  fileprivate func poll(_ mode: AppCommands.PollMode?, _ ticks: Int?) throws {
    guard let mode else { return try app.poller.poll() }
    try time.cancel { $0.owner == Poller.name }
    guard mode == .every else { return }
    guard let ticks else { throw GameError.missingDetail("how many ticks lie between two polls") }
    guard let block = try interpreter?.block("{ poll }") else { return }
    try time.schedule(block, after: ticks, interval: ticks, owner: Poller.name)
  }

  // MARK: The app's state

  fileprivate func tellApp(_ topic: AppCommands.AppTopic?, _ word: String?, _ reason: String?) throws {
    switch topic {
    case nil:
      output.writeLine(Escaping.escaped("\(app.center.state)"))
    case .delegates:
      for (place, name) in app.center.delegateNames.enumerated() {
        output.writeLine("\(place + 1)  \(name)")
      }
    case .ready:
      guard word == "true" || word == "false" else { throw GameError.missingDetail("“true” or “false”") }
      try setAppState(.ready(word == "true"))
    case .authentication: try setAppState(.authentication(try progress(word, reason)))
    case .dataRetrieval: try setAppState(.dataRetrieval(try progress(word, reason)))
    }
  }

  private func progress(_ word: String?, _ reason: String?) throws -> Progress {
    if word == "failure" { return .failure(reason ?? "unknown") }
    guard let progress = word.flatMap({ Progress($0) }) else {
      throw GameError.missingDetail("“idle”, “active”, “success” or “failure”")
    }
    return progress
  }
}
