import AutoUpdate
import Simulator

/// The contracts of the commands for the game, its chat and its server, written independently of the code that fulfils
/// them.
enum GameContracts {
  static func phase(_ before: PastWorld, _ after: Simulation, _ phase: GamePhase) -> [Claim] {
    let old = before[Game.current]?.phase ?? .none
    let game = before[Game.current] ?? Game()
    return [
      Claim("nothing but the game and its players changes", before.changes(only: Game.self, Player.self)),
      Claim("our own player is unchanged", after.me == before[Player.me]),
      Claim(
        "opponent and result stay until the game ends for good",
        phase == .none || after.game.opponent == game.opponent && after.game.result == game.result),
      Claim(
        "only a game that becomes active begins",
        phase == .none || phase == .active && old != .active || after.game.startTick == game.startTick),
      Claim("the game is in the given phase", after.game.phase == phase),
      Claim(
        "phases follow each other in their order",
        phase == old || isNext(phase, after: old)),
      Claim(
        "a game that becomes active begins now",
        phase != .active || old == .active || after.game.startTick == after.tick),
      Claim(
        "a game that ends for good is cleared", phase != .none || old == .none || after.game == Game()),
    ]
  }

  static func acceptsPhase(_ world: Simulation, _ phase: GamePhase) -> Bool {
    phase != world.game.phase && isNext(phase, after: world.game.phase)
  }

  private static func isNext(_ phase: GamePhase, after old: GamePhase) -> Bool {
    let order: [GamePhase] = [.none, .matching, .active, .postMortem, .none]
    return order.firstIndex(of: old).map { order[$0 + 1] } == phase
  }

  static func advance(_ before: PastWorld, _ after: Simulation) -> [Claim] {
    let old = before[Game.current]?.phase
    return [Claim("the phase changes", after.game.phase != old)] + phase(before, after, after.game.phase)
  }

  static func side(_ before: PastWorld, _ after: Simulation, _ side: Side) -> [Claim] {
    [
      Claim("we play on the given side", after.me.side == side),
      Claim("our name is unchanged", after.me.name == before[Player.me]?.name),
      Claim("nothing but the players changes", before.changes(only: Player.self)),
      Claim(
        "the opponent's name is unchanged", after[Player.opponent]?.name == before[Player.opponent]?.name),
    ]
  }

  static func opponent(_ before: PastWorld, _ after: Simulation, _ name: String) -> [Claim] {
    let game = changed(before[Game.current] ?? Game()) { $0.opponent = name }
    return [
      Claim("only the game's opponent changes, to the given name", after.game == game),
      Claim("our own player is unchanged", after.me == before[Player.me]),
      Claim("nothing but the game and its players changes", before.changes(only: Game.self, Player.self)),
    ]
  }

  static func say(_ before: PastWorld, _ after: Simulation, _ words: [String]) -> [Claim] {
    let said = before.changed(Message.self)
    guard let message = said.first, let last = after[message] else {
      return [Claim("something is said", false)]
    }
    return [
      Claim("there is one more message", said.count == 1 && before[message] == nil),
      Claim("it contains the words", last.text == words.joined(separator: " ")),
      Claim("its author is our player", last.author == before[Player.me]?.name),
      Claim("it has the current tick", last.tick == after.tick),
      Claim("nothing else changes", before.changes(only: Message.self)),
    ]
  }

  static func acceptsSay(_ world: Simulation, _ words: [String]) -> Bool {
    words.joined(separator: " ").count <= 500
  }

  static func server(
    _ before: PastWorld, _ after: Simulation, _ action: ScriptedServer.Action, _ detail: String?
  ) -> [Claim] {
    guard let server = after[ScriptedServer.the], let old = before[ScriptedServer.the] else { return [] }
    let isDone =
      switch action {
      case .match: server.game == Game(phase: .matching, opponent: detail)
      case .start: server.game == changed(old.game) { $0.phase = .active }
      case .end:
        server.game
          == changed(old.game) { ($0.phase, $0.result) = (.postMortem, detail.flatMap(GameResult.init)) }
      case .reset: server.game == Game()
      case .fail: server.failure == detail ?? "no answer" && !server.isHolding
      case .hold: server.isHolding && server.failure == nil
      case .ok: server.failure == nil && !server.isHolding
      }
    let isAboutGame = [.match, .start, .end, .reset].contains(action)
    return [
      Claim("the server does what the command says", isDone),
      Claim("its game is unchanged by a command about its answers", isAboutGame || server.game == old.game),
      Claim(
        "its answers are unchanged by a command about its game",
        !isAboutGame || server.failure == old.failure && server.isHolding == old.isHolding),
      Claim("the server is not polled yet", before.changes(only: ScriptedServer.self)),
    ]
  }

  /// Returns a Boolean value that indicates whether `server` must succeed. It may refuse the name of an opponent, and
  /// some actions need a detail.
  static func acceptsServer(
    _ world: Simulation, _ action: ScriptedServer.Action, _ detail: String?
  ) -> Bool {
    switch action {
    case .start, .reset, .fail, .hold, .ok: true
    case .end: detail == "win" || detail == "loss"
    case .match: isPlain(detail)
    }
  }

  private static func isPlain(_ name: String?) -> Bool {
    guard let name, !name.isEmpty, name != "none" else { return false }
    return name.utf8.count < 30 && name.allSatisfy { $0.isASCII && $0.isLetter }
  }

  static func poll(
    _ before: PastWorld, _ after: Simulation, _ mode: PollMode?, _ ticks: Int?
  ) -> [Claim] {
    guard mode == nil else { return planned(before, after, mode, ticks) }
    guard let server = before[ScriptedServer.the], let game = before[Game.current] else { return [] }
    let app = Reference<AppStateModel>(0)
    let mayPoll = Claim("the app is ready, and nobody is signing in", mayPoll(before[app]?.state))
    let state = after[app]?.state
    if server.isHolding {
      return [
        mayPoll, Claim("it waits for the server", state == .dataRetrieval(.active)),
        Claim("it changes nothing else", before.changes(only: AppStateModel.self)),
      ]
    }
    if let reason = server.failure {
      return [
        mayPoll,
        Claim("the app's state is the failure", state == .dataRetrieval(.failure(reason))),
        Claim("a failure changes nothing else", before.changes(only: AppStateModel.self)),
      ]
    }
    return [
      mayPoll,
      Claim("after an answer, the app's state is success", state == .dataRetrieval(.success)),
      Claim(
        "the game is that of the server",
        after.game.phase == server.game.phase && after.game.opponent == server.game.opponent
          && after.game.result == server.game.result),
      Claim(
        "a game that becomes active begins now, and any other keeps its start",
        after.game.startTick == start(of: server.game, after: game, at: after.tick)),
      Claim("our own player is unchanged", after.me == before[Player.me]),
      Claim(
        "an answer changes the app, the game and its players",
        before.changes(only: AppStateModel.self, Game.self, Player.self)),
    ]
  }

  static func acceptsPoll(_ world: Simulation, _ mode: PollMode?, _ ticks: Int?) -> Bool {
    guard mode == nil, let server = world[ScriptedServer.the] else { return mode == .off }
    let answers = !server.isHolding && server.failure == nil
    return mayPoll(world[Reference<AppStateModel>(0)]?.state)
      && (!answers || server.game.opponent == nil || isPlain(server.game.opponent))
  }

  static func receive(_ before: PastWorld, _ after: Simulation, _ news: Game) -> [Claim] {
    let old = before[Game.current] ?? Game()
    return [
      Claim(
        "the app's state is success",
        after[Reference<AppStateModel>(0)]?.state == .dataRetrieval(.success)),
      Claim(
        "the game has the phase, the opponent and the result of the news",
        after.game.phase == news.phase && after.game.opponent == news.opponent
          && after.game.result == news.result),
      Claim(
        "a game that becomes active begins now, and any other keeps its start",
        after.game.startTick == start(of: news, after: old, at: after.tick)),
      Claim("our own player is unchanged", after.me == before[Player.me]),
      Claim(
        "news change the app, the game and its players",
        before.changes(only: AppStateModel.self, Game.self, Player.self)),
    ]
  }

  private static func onlyPollsChange(_ before: PastWorld, _ after: Simulation) -> Bool {
    before.changes(only: Job.self)
      && before.changed(Job.self).allSatisfy { (before[$0] ?? after[$0])?.owner == Poller.name }
  }

  private static func start(of new: Game, after old: Game, at tick: Int) -> Int? {
    if new.phase == .none { return nil }
    return new.phase == .active && old.phase != .active ? tick : old.startTick
  }

  private static func changed(_ game: Game, by change: (inout Game) -> Void) -> Game {
    var game = game
    change(&game)
    return game
  }

  private static func mayPoll(_ state: AppState?) -> Bool {
    switch state {
    case .ready(false), .authentication(.idle), .authentication(.active), .authentication(.failure): false
    default: true
    }
  }

  private static func planned(
    _ before: PastWorld, _ after: Simulation, _ mode: PollMode?, _ ticks: Int?
  ) -> [Claim] {
    let jobs = after.table(of: Job.self).models.filter { $0.owner == Poller.name }
    guard mode == .every, let ticks else {
      return [
        Claim("nothing but the polls changes", onlyPollsChange(before, after)),
        Claim("there are no regular polls", jobs.isEmpty),
      ]
    }
    return [
      Claim("nothing but the polls changes", onlyPollsChange(before, after)),
      Claim("one job polls regularly", jobs.count == 1),
      Claim(
        "it polls after the given ticks, and repeats",
        jobs.allSatisfy { $0.at == after.tick + ticks && $0.interval == ticks }),
    ]
  }
}
