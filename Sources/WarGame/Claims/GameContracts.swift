import AutoUpdate
import Simulator

/// The contracts of the commands for the game, its chat and its server, written independently of the code that fulfils
/// them.
enum GameContracts {
  static func phase(_ before: PastWorld, _ after: Simulation, _ phase: GamePhase) -> [Claim] {
    let old = before[Game.current]?.phase ?? .none
    let order: [GamePhase] = [.none, .matching, .active, .postMortem, .none]
    return [
      Claim("the game is in the phase", after.game.phase == phase),
      Claim(
        "phases follow each other in their order",
        phase == old || order.firstIndex(of: old).map { order[$0 + 1] } == phase),
      Claim(
        "a game that becomes active begins now",
        phase != .active || old == .active || after.game.startTick == after.tick),
      Claim(
        "a game that ends for good leaves nothing", phase != .none || old == .none || after.game == Game()),
    ]
  }

  static func advance(_ before: PastWorld, _ after: Simulation) -> [Claim] {
    let old = before[Game.current]?.phase
    return [Claim("the phase changes", after.game.phase != old)] + phase(before, after, after.game.phase)
  }

  static func side(_ before: PastWorld, _ after: Simulation, _ side: Side) -> [Claim] {
    [
      Claim("we play on the side", after.me.side == side),
      Claim("our name stays", after.me.name == before[Player.me]?.name),
      Claim("the game stays", after.game == before[Game.current]),
    ]
  }

  static func opponent(_ before: PastWorld, _ after: Simulation, _ name: String) -> [Claim] {
    [
      Claim("the game names the opponent", after.game.opponent == name),
      Claim("the phase stays", after.game.phase == before[Game.current]?.phase),
    ]
  }

  static func say(_ before: PastWorld, _ after: Simulation, _ words: [String]) -> [Claim] {
    let messages = after.all(Message.self)
    guard let last = messages.last else {
      return [Claim("something is said", false)]
    }
    return [
      Claim("there is one more message", messages.count == before.count(Message.self) + 1),
      Claim("it is a new message", before[Reference<Message>(last.id)] == nil),
      Claim("it has the words", last.text == words.joined(separator: " ")),
      Claim("it is ours", last.author == before[Player.me]?.name),
      Claim("it is of the current tick", last.tick == after.tick),
    ]
  }

  static func server(
    _ before: PastWorld, _ after: Simulation, _ action: ScriptedServer.Action, _ detail: String?
  ) -> [Claim] {
    guard let server = after[ScriptedServer.the], let old = before[ScriptedServer.the] else { return [] }
    let isDone =
      switch action {
      case .match: server.game.phase == .matching && server.game.opponent == detail
      case .start: server.game.phase == .active && server.game.opponent == old.game.opponent
      case .end: server.game.phase == .postMortem && server.game.result?.rawValue == detail
      case .reset: server.game == Game()
      case .fail: server.failure == detail ?? "no answer" && !server.isHolding
      case .hold: server.isHolding && server.failure == nil
      case .ok: server.failure == nil && !server.isHolding
      }
    let isAboutGame = [.match, .start, .end, .reset].contains(action)
    return [
      Claim("the server follows the command", isDone),
      Claim("its game stays if only its answers change", isAboutGame || server.game == old.game),
      Claim("the server is not polled yet", after.game == before[Game.current]),
    ]
  }

  static func poll(
    _ before: PastWorld, _ after: Simulation, _ mode: PollMode?, _ ticks: Int?
  ) -> [Claim] {
    guard mode == nil else { return planned(after, mode, ticks) }
    guard let server = before[ScriptedServer.the], let game = before[Game.current] else { return [] }
    let mayPoll = Claim("the app is ready, and nobody is signing in", mayPoll(before))
    let state = after[Reference<AppStateModel>(0)]?.state
    if server.isHolding {
      return [
        mayPoll, Claim("it waits for the server", state == .dataRetrieval(.active) && after.game == game),
      ]
    }
    if let reason = server.failure {
      return [
        mayPoll,
        Claim("a failure is the app's state", state == .dataRetrieval(.failure(reason))),
        Claim("a failure changes nothing else", after.game == game),
      ]
    }
    return [
      mayPoll,
      Claim("an answer is the app's success", state == .dataRetrieval(.success)),
      Claim(
        "the game is as the server says",
        after.game.phase == server.game.phase && after.game.opponent == server.game.opponent
          && after.game.result == server.game.result),
    ]
  }

  private static func mayPoll(_ before: PastWorld) -> Bool {
    switch before[Reference<AppStateModel>(0)]?.state {
    case .ready(false), .authentication(.idle), .authentication(.active), .authentication(.failure): false
    default: true
    }
  }

  private static func planned(_ after: Simulation, _ mode: PollMode?, _ ticks: Int?) -> [Claim] {
    let jobs = after.table(of: Job.self).models.filter { $0.owner == Poller.name }
    guard mode == .every, let ticks else { return [Claim("there are no regular polls", jobs.isEmpty)] }
    return [
      Claim("one job polls regularly", jobs.count == 1),
      Claim(
        "it polls after the given ticks, and repeats",
        jobs.allSatisfy { $0.at == after.tick + ticks && $0.interval == ticks }),
    ]
  }
}
