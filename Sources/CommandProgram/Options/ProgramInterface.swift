import Exploration
import Journaling
import ProgramOptions
import Scenarios
import TerminalText

/// The command line of a program for any world.
enum ProgramInterface {
  /// - Parameters:
  ///   - promptHelp: the paragraph about the prompt; empty without a prompt.
  ///   - storeExamples: example addresses of stores that are not files, for the help.
  static func make(
    program: String, version: String, promptHelp: String, storeExamples: [String] = []
  ) -> CommandLineInterface<ProgramSettings> {
    var main = Subcommand<ProgramSettings>(
      "", "Start the prompt, or continue from FILE; without a terminal, run standard input",
      operands: "[FILE.scenario]", operandCount: 0...1,
      options: OptionTable.script + OptionTable.store + OptionTable.prompt
    ) { settings, operands in
      settings.driver = operands.first.map { .resume(FilePath(bytes: $0)) } ?? .prompt
      return nil
    }
    main.details = """
      Exit codes: 0 as expected, 1 a scenario, script or exploration failed, 2 wrong usage or an unreadable file,
      130 interrupted.
      """
    if !promptHelp.isEmpty { main.details += "\n\n\(promptHelp) NO_COLOR turns colour off." }
    if !storeExamples.isEmpty {
      main.details += "\n\n--store also takes \(storeExamples.joined(separator: ", "))."
    }
    return CommandLineInterface(
      program: program, version: version, main: main,
      subcommands: [run, replay, record, explore, trace, store],
      commonOptions: OptionTable.common)
  }

  /// Returns the message about a word that is not one of the actions of a subcommand.
  private static func unknown(action: String, among actions: [String]) -> String {
    let near = NearNames.nearest(to: action, among: actions)
    let known = ": choose \(English.choice(actions))"
    return "there is no action \(Quoting.message(action))\(near.map { ", did you mean “\($0)”?" } ?? known)"
  }

  private static var run: Subcommand<ProgramSettings> {
    var run = Subcommand<ProgramSettings>(
      "run", "Run a script; - is standard input", operands: "FILE [ARGUMENT…]", operandCount: 0...Int.max,
      options: OptionTable.run
    ) { settings, operands in
      if let text = settings.scriptText {
        settings.driver = .run(Script(source: .text(text), arguments: operands))
        return nil
      }
      guard let file = operands.first.map({ FilePath(bytes: $0) }) else { return "FILE is missing" }
      settings.driver = .run(
        Script(source: file == "-" ? .standardInput : .file(file), arguments: Array(operands.dropFirst())))
      return nil
    }
    // As in a shell, all arguments after the script's name belong to the script.
    run.stopsAtOperand = true
    run.details = """
      Everything after FILE, options included, is in the script's list “arguments”. Arguments that look like
      numbers are numbers.
      """
    return run
  }

  private static var replay: Subcommand<ProgramSettings> {
    Subcommand(
      "replay", "Replay scenarios as tests", operands: "[PATH…]", operandCount: 0...Int.max,
      options: OptionTable.replay
    ) { settings, operands in
      settings.driver = .replay
      settings.replay.paths = operands.map { FilePath(bytes: $0) }
      return nil
    }
  }

  private static let exploreActions = ["merge"]
  private static let storeActions = ["copy", "migrate", "accept"]

  private static var explore: Subcommand<ProgramSettings> {
    var explore = Subcommand<ProgramSettings>(
      "explore", "Find faults with generated commands",
      operands: "[merge FOLDER…]", operandCount: 0...Int.max, options: ExploreOptions.all
    ) { settings, operands in
      guard let action = operands.first else {
        settings.driver = .explore
        return nil
      }
      guard action.elementsEqual("merge".utf8) else {
        return unknown(action: String(decoding: action, as: UTF8.self), among: exploreActions)
      }
      settings.driver = .merge(operands.dropFirst().map { FilePath(bytes: $0) })
      return operands.count > 1 ? ExploreOptions.problem(ofMerging: settings) : "FOLDER is missing"
    }
    explore.actions = exploreActions
    explore.details = """
      After each command it checks invariants, views, printed lines, undo and the digest. A failure is
      shrunk and written as a scenario that fails when it is replayed, with the same checks by “verify on”
      and “verify”.
      Without --for and --steps it runs \
      \(ExplorationOptions.usualStepCount) commands.
      With --reach or --never it runs at most \(ExplorationOptions.goalStepCount), as for “reach” at the prompt.
      With --exhaustive, --depth-first or --graph it runs until every state is visited. If there are infinitely
      many, --depth, --steps or --for limits it.
      “merge” combines the --out and --corpus folders of several explorations. It writes one finding per cause to
      --out, and the walks with unique coverage to --corpus (or --out).
      """
    return explore
  }

  private static var trace: Subcommand<ProgramSettings> {
    var trace = Subcommand<ProgramSettings>(
      "trace", "Show a session as one HTML page", operands: "[FILE]", operandCount: 0...1,
      options: OptionTable.trace
    ) { settings, operands in
      let file = operands.first.map { FilePath(bytes: $0) }
      if file == nil, settings.store == nil { return "FILE is missing" }
      if file != nil, settings.store != nil { return "FILE cannot be used with --store" }
      settings.driver = .trace(file)
      return nil
    }
    trace.details = """
      FILE is a scenario, which is replayed, or a file that “run --events” or “replay --report events:FILE” wrote.
      The page opens in a browser from disk. It does not use the network.
      """
    return trace
  }

  private static var store: Subcommand<ProgramSettings> {
    var store = Subcommand<ProgramSettings>(
      "store", "Copy a store, or update it for this version of the program",
      operands: "copy FROM TO | migrate STORE | accept STORE FIELD…", operandCount: 0...Int.max,
      options: OptionTable.care
    ) { settings, operands in
      if operands.isEmpty { return "an action is missing: “copy”, “migrate” or “accept”" }
      let action = String(decoding: operands[0], as: UTF8.self)
      let addresses = operands.dropFirst().map { JournalAddress(FilePath(bytes: $0).text) }
      switch (action, addresses.count) {
      case ("copy", 2): settings.driver = .store(.copy(addresses[0], addresses[1]))
      case ("migrate", 1): settings.driver = .store(.migrate(addresses[0], isDryRun: settings.isDryRun))
      case ("accept", 2...):
        let subjects = operands.dropFirst(2).map { String(decoding: $0, as: UTF8.self) }
        settings.driver = .store(.accept(addresses[0], subjects))
      case ("copy", _): return "“copy” takes FROM and TO"
      case ("migrate", _): return "“migrate” takes one STORE"
      case ("accept", _):
        return "“accept” takes STORE and the data to drop, as KIND, KIND.FIELD or “KIND ID”"
      default: return unknown(action: action, among: storeActions)
      }
      return settings.isDryRun && action != "migrate" ? "--dry-run can only be used with “migrate”" : nil
    }
    store.actions = storeActions
    store.details = """
      A copy has the same objects and steps, undone ones included, with the same numbers. TO must be empty.
      “migrate” copies STORE, then runs the program's migrations that have not run in it.
      “accept” drops the data of a field or a kind that the program no longer has or cannot read, or an object
      that is set aside, such as “job 3”. The history keeps it.
      The command “store” of a session shows its store, lists its problems, checks and compacts it.
      """
    return store
  }

  private static var record: Subcommand<ProgramSettings> {
    var record = Subcommand<ProgramSettings>(
      "record", "Start the prompt and record it as a scenario", operands: "FILE", operandCount: 1...1,
      options: OptionTable.store + OptionTable.prompt
    ) { settings, operands in
      for path in operands { settings.driver = .record(FilePath(bytes: path)) }
      return nil
    }
    record.details = """
      An existing FILE is continued if its commands still have the recorded results; its comments stay. Any other
      file is not changed.
      """
    return record
  }
}
