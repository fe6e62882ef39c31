public import CommandLanguage

extension CommandLibrary {
  /// Returns the commands of a session for a prompt, with the prompt's settings and pages of help.
  ///
  /// - Parameter lesson: the scenario that `demo` teaches; if it is empty, there is no `demo`.
  public static func prompt(lesson: String = "") -> CommandLibrary {
    CommandLibrary(
      commands: lesson.isEmpty ? PromptCommands.all : PromptCommands.all + [PromptCommands.demo(lesson)],
      settings: PromptCommands.settings, pages: [PromptCommands.scenarios, PromptCommands.keys])
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
        The file is a scenario, which can be replayed. A file that contains the beginning of this session is extended.
        Lines that failed before a command acted, such as a mistyped name, are omitted; “record” keeps these, too.
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
        A file that contains the beginning of this session, such as a loaded file, is extended, and its comments \
        stay. Any other existing file is not changed.
        """,
      examples: ["record day.scenario", "record"], traits: outside),
    Command(
      session: "time", "Show the time of each line and the number of observers it calls",
      .choice("mode", "on or off", of: ["on", "off"])
    ) {
      $0.promptState.timesLines = $1 == "on"
    }
    .with(
      topic: "prompt", help: "The line is shown only at the prompt and is not written to scenarios.",
      examples: ["time on", "time off"], traits: [.direct, .contained, .unrecorded]),
    Command(session: "load", "Run the commands of a file as if they were typed", .path()) {
      if let warning = try services($0).load($1) { $0.output.writeLine(warning) }
    }
    .with(
      topic: "files",
      help: "The commands of a scenario are run and recorded; its expected output is ignored.",
      examples: ["load day.scenario"], traits: outside),
    Command(session: "replay", "Replay a scenario as a test, or the session so far", .optional(.path())) {
      try services($0).replay($1)
    }
    .with(
      topic: "files",
      help: """
        It runs the scenario, or the session so far if no file is given, in a new session, and shows the differences.
        At the shell, “replay” replays whole folders; see “replay --help” there.
        """,
      examples: ["replay day.scenario", "replay"], traits: outside),
    Command(
      session: "explore", "Find faults from here with generated commands",
      .optional(.text("time", "such as 30s or 5m; 10s by default").holding(.words))
    ) {
      try services($0).explore(for: $1)
    }
    .with(
      topic: "checks",
      help: """
        It continues a copy of this session with random commands; this session does not change. Commands that \
        break an invariant or another check are written as a scenario to the working folder. Ctrl-C ends it.
        At the shell, “explore” has more options; see “explore --help” there.
        """,
      examples: ["explore", "explore 1m"], traits: outside),
    Command(
      session: "reach", "Find the fewest commands after which a condition holds", .expression("condition")
    ) {
      try services($0).reach($1.text)
    }
    .with(
      topic: "checks",
      help: """
        It continues a copy of this session; this session does not change. The commands that it finds are printed, \
        and written as a scenario to the working folder. The answer says “perhaps by fewer” if some shorter paths of \
        the tried arguments were not tried; of numbers, names and texts, only a few are. Ctrl-C ends it.
        At the shell, “explore --reach CONDITION” does the same, with options for a longer or shorter search.
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

  /// The traits of commands that access files or the prompt. Such commands are not recorded.
  private static let outside: CommandTraits = [.direct, .unrecorded]

  static let settings = [
    Setting(
      switch: "hints", "show colours and suggestions while a line is typed",
      read: { $0.promptState.preferences.showsHints }, write: { $0.promptState.preferences.showsHints = $1 }),
    Setting(
      switch: "pager", "show long output one window at a time",
      read: { $0.promptState.preferences.pages }, write: { $0.promptState.preferences.pages = $1 }),
    Setting(
      switch: "prompt", "show the state of the session in the prompt: status or plain",
      on: ("status", "plain"),
      read: { $0.promptState.preferences.showsStatus }, write: { $0.promptState.preferences.showsStatus = $1 }
    ),
  ]

  private static func services(_ interpreter: Interpreter) throws -> any PromptServices {
    guard let services = interpreter.promptState.services else {
      throw Explanation("this is only possible at the prompt")
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
    name: "scenarios", summary: "transcripts as tests",
    text: """
      A scenario is a transcript of a session, in a file NAME.scenario:
        # The claim of the scenario, in its first comment.
        > print 6 * 7
        42
      “> ” begins a command, “. ” continues it, “# ” and blank lines are comments, and every other line is expected
      output of the command above. Expected output that looks like a command or a comment has a “\\” before it.
        …  (glob)   “*” and “?” stand for any characters
        …  (re)     the line is a regular expression
        ...         any lines, or none
      Read from the first comment:
        # tags: slow      selected by “replay -t slow”
        # seed: 42        the seed of random numbers
        # uses: FILE      a scenario that runs first
      “save FILE” writes the session so far, “record FILE” also keeps the file up to date; “replay” runs scenarios.
      """)

  static let keys = HelpPage(
    name: "prompt", summary: "the keys of the prompt",
    text: """
      Tab completes commands, names and paths; a second Tab lists them. Up and Down go through earlier lines, Ctrl-R
      searches them. An open block is edited as a whole: Up and Down move in it, Return at its end runs it, Alt-Return
      begins another line, Alt-E opens it in an editor. Right or Ctrl-E at the end of a line accepts the suggestion. Ctrl-C discards the line, or ends
      the running command; Ctrl-D in an empty line ends the session.
      “set hints off” turns colours and suggestions off, “set pager off” shows long output at once, “set prompt status”
      shows the state of the session in the prompt. “live” shows the screens above the line as they change, until q in
      an empty line or Ctrl-C.
      """)
}
