public import CommandLanguage

extension CommandLibrary {
  /// The commands of a session that a person types at a prompt, and its settings and pages of help.
  ///
  /// - Parameter lesson: a scenario that `demo` teaches; without one there is no `demo`.
  public static func prompt(lesson: String = "") -> CommandLibrary {
    CommandLibrary(
      commands: lesson.isEmpty ? PromptCommands.all : PromptCommands.all + [PromptCommands.demo(lesson)],
      switches: PromptCommands.switches, pages: [PromptCommands.scenarios, PromptCommands.keys])
  }
}

/// The declarations of the library.
private enum PromptCommands {
  static let all = [
    Command(session: "save", "Write the session so far to a file", .path()) {
      try records($0).save(to: $1)
    }
    .with(
      topic: "files",
      help: """
        The file is a scenario: it can be replayed. A file that holds the beginning of this session goes on.
        Lines that failed before anything ran, such as a mistyped name, are left out; “record” keeps every line.
        """,
      examples: ["save day.scenario"], traits: outside),
    Command(
      session: "record", "Save the session and keep the file up to date; without a file, stop",
      .optional(.path())
    ) {
      try records($0).record(to: $1)
    }
    .with(
      topic: "files",
      help: """
        A file that holds the beginning of this session, such as one that was loaded, goes on, and its comments stay.
        Any other that is there is left as it is.
        """,
      examples: ["record day.scenario", "record"], traits: outside),
    Command(
      session: "time", "Show how long each line takes, and how many are told of its changes",
      .choice("mode", "on or off", of: ["on", "off"])
    ) {
      $0.promptState.timesLines = $1 == "on"
    }
    .with(
      topic: "prompt", help: "Only a prompt shows it; no scenario holds it.",
      examples: ["time on", "time off"], traits: [.direct, .contained, .unrecorded]),
    Command(session: "load", "Go on with the commands of a file, as if they were typed", .path()) {
      try services($0).load($1)
    }
    .with(
      topic: "files", help: "Of a scenario its commands are run, not its output; each is recorded.",
      examples: ["load day.scenario"], traits: outside),
    Command(session: "replay", "Replay a scenario as a test, or the session so far", .optional(.path())) {
      try services($0).replay($1)
    }
    .with(
      topic: "files",
      help: """
        The scenario runs in a session of its own, and what differs is shown; without a file, the session so far does.
        At the shell the same command replays whole folders: see “replay --help” there.
        """,
      examples: ["replay day.scenario", "replay"], traits: outside),
    Command(
      session: "explore", "Look for faults from here, with commands that nobody wrote",
      .optional(.text("time", "such as 30s or 5m; 10s without it").holding(.words))
    ) {
      try services($0).explore(for: $1)
    }
    .with(
      topic: "checks",
      help: """
        It repeats this session elsewhere and goes on by chance, so nothing is done here. What breaks an invariant or \
        another check is written as a scenario into the working folder. Ctrl-C ends it.
        At the shell the same command has more options: see “explore --help” there.
        """,
      examples: ["explore", "explore 1m"], traits: outside),
    Command(
      session: "reach", "Look for the fewest commands after which a condition holds", .expression("condition")
    ) {
      try services($0).reach($1.text)
    }
    .with(
      topic: "checks",
      help: """
        It repeats this session elsewhere and goes on from there, so nothing is done here. The commands that it finds \
        are printed, and written as a scenario into the working folder. Ctrl-C ends it.
        At the shell “explore --reach CONDITION” looks as far, and has options for more or less.
        """,
      examples: ["reach true"], traits: outside),
    Command(session: "live", "Show the open screens above the prompt as they change, until q or Ctrl-C") {
      try services($0).live()
    }
    .with(topic: "prompt", examples: ["live"], traits: outside),
  ]

  static func demo(_ lesson: String) -> Command {
    let off = Parameter<String>.text("off", "ends it").holding(.words).map { word in
      if word != "off" { throw Explanation.unknown("word", word, among: ["off"]) }
    }
    return Command(
      session: "demo", "Learn by doing: each command is suggested, Right and Return run it", .optional(off)
    ) {
      $0.output.write(try services($0).demo($1 == nil ? lesson : nil))
    }
    .with(topic: "prompt", examples: ["demo", "demo off"], traits: outside)
  }

  /// The traits of commands that reach files or the prompt, which are not recorded.
  private static let outside: CommandTraits = [.direct, .unrecorded]

  static let switches = [
    SessionSwitch(
      "hints", "whether a line is coloured and suggested while it is typed",
      read: { $0.promptState.preferences.showsHints }, write: { $0.promptState.preferences.showsHints = $1 }),
    SessionSwitch(
      "pager", "whether long output is shown a window at a time",
      read: { $0.promptState.preferences.pages }, write: { $0.promptState.preferences.pages = $1 }),
    SessionSwitch(
      "prompt", "whether the prompt tells where the session stands: status or plain", on: ("status", "plain"),
      read: { $0.promptState.preferences.showsStatus }, write: { $0.promptState.preferences.showsStatus = $1 }
    ),
  ]

  private static func services(_ interpreter: Interpreter) throws -> any PromptServices {
    guard let services = interpreter.promptState.services else {
      throw Explanation("this is for the prompt alone")
    }
    return services
  }

  private static func records(_ interpreter: Interpreter) throws -> any SessionRecords {
    guard let records = try interpreter.reachFiles() as? any SessionRecords else {
      throw Explanation("this session cannot be written to a file")
    }
    return records
  }

  static let scenarios = HelpPage(
    name: "scenarios", summary: "how transcripts are tests",
    text: """
      A scenario is a transcript of a session, in a file NAME.scenario:
        # What it claims, in its first comment.
        > print 6 * 7
        42
      “> ” begins a command, “. ” continues it, “# ” and blank lines are comments, and every other line is what the
      command above is expected to print. A line that would read otherwise has a “\\” before it.
        …  (glob)   “*” and “?” stand for any characters
        …  (re)     the line is a regular expression
        ...         any lines, or none
      Read from the first comment:
        # tags: slow      what “replay -t” chooses by
        # seed: 42        where random numbers begin
        # uses: FILE      what it stands on
      “save FILE” writes the session so far, “record FILE” goes on with it; “replay” at the shell runs scenarios.
      """)

  static let keys = HelpPage(
    name: "prompt", summary: "the keys of the prompt",
    text: """
      Tab completes commands, names and paths, twice it lists them. Up and Down go through the lines before, Ctrl-R
      searches them. A block that is open is edited as a whole: Up and Down go through it, Return at its end runs it,
      Alt-E opens it in an editor. Right or Ctrl-E at the end of a line takes what is suggested. Ctrl-C takes back the
      line, or ends the command that runs; Ctrl-D in an empty line leaves.
      “set hints off” turns colours and suggestions off, “set pager off” shows long output at once, “set prompt status”
      tells where the session stands. “live” shows the screens above the line as they change, until q in an empty line or
      Ctrl-C.
      """)
}
