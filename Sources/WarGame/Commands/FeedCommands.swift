import AutoUpdate
import CommandLanguage

extension Parameter where World == WarRoom, Parsed == ScriptedServer.Action {
  static var serverAction: Self {
    .word("action", "what the server does", of: ScriptedServer.Action.allCases) { $0.rawValue }
  }
}

/// The commands about the game's server and the app's state.
enum FeedCommands {
  static let all: [Command<WarRoom>] =
    [
      Command(
        "server", "Tell the scenario's server what to answer", .serverAction, .optional(.text("detail"))
      ) { room, action, detail in
        try room.direct(action, detail)
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
      Command("poll", "Ask the server, now or regularly", .optional(.pollMode), .optional(.ticks)) {
        room, mode, ticks in
        try room.poll(mode, ticks)
      }
      .with(
        help: "Without more it asks once. A failure shows in the network indicator and changes nothing else.",
        examples: ["poll", "poll every 5", "poll off"]),
      Command(
        "receive", "Take in a status that a feed brought", .phase, .option("opponent", .text("name")),
        .option("result", .result)
      ) { room, phase, opponent, result in
        if let opponent, let why = UnitName.problem(with: opponent, reserved: []) {
          throw GameError.badText("opponent's name", why: why, argument: 1)
        }
        try room.poller.receive(GameStatus(phase: phase, opponent: opponent ?? "", result: result))
      }
      .with(examples: ["receive matching opponent=Mordred"]),
      Command(
        "app", "Show or set the app's state", .optional(.appTopic), .optional(.progressWord),
        .optional(.text("reason"))
      ) { room, topic, word, reason in
        try room.app(topic, word, reason)
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
    ].map { $0.with(topic: "feed and time", traits: .contained) } + [feed]

  /// Not contained: it reads files, and starts programs where the host lets it.
  private static let feed = Command<WarRoom>(
    "feed", "Take in the statuses of a file or a program",
    .repeated(.path("source", "a file, “--” with a program and its arguments, or “off”"), atLeast: 0)
  ) { room, words in
    try room.feed(words)
  }
  .with(
    topic: "feed and time",
    help: """
      feed FILE            takes in a file to its end, each status as a step of its own
      feed -- PROGRAM ARG… runs a program in the background, at the prompt only; what it prints is taken in
                           as it comes, and recorded as the “receive” commands that repeat it
      feed off             ends the program
      feed                 what is running

      A status is one JSON object on a line; blank lines and other fields are ignored:
        {"phase": "active", "opponent": "Mordred", "result": null}
        phase     “none”, “matching”, “active” or “postMortem”
        opponent  a name; may be left out or null
        result    “win” or “loss”; may be left out or null
      A line that is none, or is longer than the setting “feedline”, is reported with its number and left out.
      A program's standard input is empty; what it writes to standard error is shown.
      """,
    examples: ["feed -- warroom-feed http://127.0.0.1:8000/status.json", "feed yesterday.jsonl"],
    traits: .direct)
}

extension Parameter where World == WarRoom, Parsed == PollMode {
  static var pollMode: Self { .word("mode", "“every” or “off”", of: PollMode.allCases) { $0.rawValue } }
}

extension Parameter where World == WarRoom, Parsed == AppTopic {
  static var appTopic: Self { .word("topic", "which state", of: AppTopic.allCases) { $0.rawValue } }
}

extension Parameter where World == WarRoom, Parsed == GameResult {
  static var result: Self { .word("result", "win or loss", of: GameResult.allCases) { $0.name } }
}

extension Parameter where World == WarRoom, Parsed == String {
  static var progressWord: Self {
    .choice("value", "how far it is", of: ["true", "false", "idle", "active", "success", "failure"])
  }
}

extension Parameter where World == WarRoom, Parsed == Int {
  /// A length of virtual time; long enough for any scenario and far from overflow.
  static var ticks: Self { .number("ticks", "virtual time", in: 1...1_000_000_000) }
}
