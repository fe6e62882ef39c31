import AutoUpdate
import CommandLanguage
import Simulator

enum ServerCommands {
  static let all: [Command] = [
    Command(
      "server", "Set the answers of the scripted server", .word("action", "the action of the server"),
      .optional(.serverDetail)
    ) { world, action, detail in
      try world.direct(action, detail)
    } ensures: {
      GameContracts.server($0, $1, $2, $3)
    } accepts: {
      GameContracts.acceptsServer($0, $1, $2)
    }
    .with(
      help: """
        match NAME   a match with that opponent was found
        start        the game began
        end RESULT   the game ended in “win” or “loss”
        reset        there is no game
        fail REASON  every poll fails from now on
        hold         no poll is answered from now on
        ok           polls are answered again
        """,
      examples: ["server match Mordred", "server end win"]),
    Command(
      "poll", "Poll the server, now or regularly", .optional(.word("mode", "“every” or “off”")),
      .optional(.number("ticks", "virtual time", in: 1...1_000_000_000, tried: 1...10))
    ) { world, mode, ticks in
      try world.poll(mode, ticks)
    } ensures: {
      GameContracts.poll($0, $1, $2, $3)
    } accepts: {
      GameContracts.acceptsPoll($0, $1, $2)
    }
    .with(
      help:
        "Without arguments, it polls once. A failure is shown by the network indicator and changes nothing else.",
      examples: ["poll", "poll every 5", "poll off"]),
  ].map { $0.with(topic: "app", traits: .contained) }
}

extension Parameter<String> {
  /// The optional detail of `server`.
  fileprivate static var serverDetail: Self {
    .text("detail").completed { (_: Simulation, position) in
      position.arguments == ["end"] ? GameResult.allCases.map { Completions.Candidate($0.rawValue) } : []
    }
  }
}

extension Simulation {
  fileprivate func direct(_ action: ScriptedServer.Action, _ detail: String?) throws {
    try change(ScriptedServer.the) { server in
      switch action {
      case .match:
        guard let detail else { throw GameError.missingDetail("the name of the opponent") }
        server.game = Game(phase: .matching, opponent: detail)
      case .start: server.game.phase = .active
      case .end:
        guard let detail else { throw GameError.missingDetail("“win” or “loss”") }
        guard let result = GameResult(rawValue: detail) else { throw GameError.unknownResult(detail) }
        server.game.phase = .postMortem
        server.game.result = result
      case .reset: server.game = Game()
      case .fail, .hold, .ok:
        server.failure = action == .fail ? detail ?? "no answer" : nil
        server.isHolding = action == .hold
      }
    }
  }

  fileprivate func poll(_ mode: PollMode?, _ ticks: Int?) throws {
    guard let mode else { return try poller.poll() }
    try time.cancel { $0.owner == Poller.name }
    guard mode == .every else { return }
    guard let ticks else { throw GameError.missingDetail("the number of ticks between two polls") }
    guard let block = try interpreter?.block("{ poll }") else { return }
    try time.schedule(block, after: ticks, interval: ticks, owner: Poller.name)
  }
}
