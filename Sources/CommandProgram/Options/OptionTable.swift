import Journaling
import ProgramOptions
import Scenarios
import TerminalText

extension ProgramOption<ProgramSettings> {
  /// Returns an option whose value is the path of a file or a folder.
  static func path(
    _ long: String, _ short: Unicode.Scalar? = nil, _ name: String, _ help: String,
    _ set: @escaping @Sendable (inout ProgramSettings, FilePath) -> Void
  ) -> Self {
    .bytes(long, short, name, help) {
      set(&$0, FilePath(bytes: $1))
      return nil
    }
  }

  static func store(_ help: String) -> Self {
    .path("store", nil, "FILE", help) { $0.store = JournalAddress($1.text) }
  }
}

/// The program's options.
enum OptionTable {
  typealias Option = ProgramOption<ProgramSettings>

  /// The options of all subcommands. They may also come before the subcommand's name.
  static let common: [Option] = [
    .value("color", nil, "WHEN", "Use colour: auto (on a terminal that supports it), always or never") {
      settings, text in
      guard let choice = ProgramSettings.ColourChoice(rawValue: text) else { return "auto, always or never" }
      settings.colour = choice
      return nil
    }.suggesting(ProgramSettings.ColourChoice.allCases.map(\.rawValue)),
    .number(
      "seed", nil, "N", "Draw random numbers from this seed; an existing store keeps its own",
      in: 0...UInt64(Int.max)
    ) {
      $0.seed = $1
      $0.replay.seed = $1
    },
  ]

  static let script: [Option] = [
    .flag("keep-going", "k", "Continue after a failed command") { $0.keepsGoing = true }
  ]

  static let store: [Option] = [
    .store("Keep the session in this store, and continue it if there is one")
  ]

  static let care: [Option] = [
    .flag("dry-run", nil, "Only show what “migrate” would change") { $0.isDryRun = true }
  ]

  static let prompt: [Option] = [
    .flag("no-init", nil, "Skip the commands in the configuration file “init”") {
      $0.readsInitFile = false
    }
  ]

  static let run: [Option] =
    script + store + [
      .bytes("command", "c", "TEXT", "Run this text; all operands are its arguments") {
        $0.scriptText = $1
        return nil
      },
      .path("events", nil, "FILE", "Write the events to FILE as JSON lines; - is standard output") {
        $0.events = $1
      },
    ]

  private static let replayChoosing: [Option] = [
    .text(
      "tag", "t", "TAG", "Only scenarios with this tag; !TAG for those without; if repeated, all must apply"
    ) {
      $0.replay.tags.append($1)
    },
    .text(
      "match", "m", "TEXT",
      "Only scenarios with this text in their path or claim; if repeated, all must apply"
    ) {
      $0.replay.matches.append($1)
    },
    .flag("failed", nil, "Only scenarios that failed last time") { $0.replay.onlyFailed = true },
    .value("shard", nil, "I/N", "Only part I of N of the scenarios") { settings, text in
      guard let shard = ReplayOptions.Shard(text) else { return "two numbers as in 1/3" }
      settings.replay.shard = shard
      return nil
    },
    .path("timings", nil, "FILE", "Balance shards by the times in this file, and update it") {
      $0.replay.timingsFile = $1
    },
    .path("root", nil, "FOLDER", "Let scenarios use files below FOLDER, not only below the paths") {
      $0.replay.root = $1
    },
    .flag("list", "l", "List the scenarios without running them") { $0.replay.isListing = true },
  ]

  private static let replayRunning: [Option] = [
    .number("jobs", "j", "N", "Run N scenarios at a time", in: 1...1024) { $0.jobs = $1 },
    .value(
      "timeout", nil, "TIME",
      "Stop a scenario that takes longer; \(ProgramSettings.timeoutSeconds)s by default, “off” for no limit"
    ) { settings, text in
      if text == "off" {
        settings.replay.timeoutMilliseconds = nil
        return nil
      }
      guard let seconds = DurationOption.seconds(text) else {
        return "\(DurationOption.description), or “off”"
      }
      settings.replay.timeoutMilliseconds = seconds * 1000
      return nil
    },
    .flag("watch", "w", "Replay scenarios when they change, until Ctrl-C") { $0.watches = true },
    .flag("stop-at-first", "x", "Stop at the first scenario that fails") { $0.replay.stopsAtFirst = true },
    .number("repeat", nil, "N", "Run each scenario N times and compare the bytes", in: 1...1_000_000) {
      $0.replay.repeatCount = $1
    },
  ]

  static let report: Option =
    .value(
      "report", nil, "KIND[:FILE]",
      "Write a report: tap, junit, github, jsonl, events or html; may be repeated"
    ) {
      settings, text in
      guard let request = ReplayOptions.ReportRequest(text) else {
        return "KIND or KIND:FILE with one of \(reportKinds.joined(separator: ", "))"
      }
      settings.replay.reports.append(request)
      return nil
    }.suggesting(reportKinds)

  private static let reportKinds = ReplayOptions.ReportRequest.Kind.allCases.map(\.rawValue)

  private static let replayShowing: [Option] = [
    report,
    .flag("times", nil, "Show how long each scenario took") { $0.replay.showsTimes = true },
    .number("slowest", nil, "N", "Show times, and list the N slowest scenarios", in: 0...1_000) {
      $0.replay.slowestCount = $1
      $0.replay.showsTimes = true
    },
    .flag("coverage", nil, "Show what the scenarios do and do not exercise") {
      $0.replay.coverage = $0.replay.coverage ?? .init()
    },
    .value("fail-under", nil, "PERCENT", "Fail if the coverage is below PERCENT") { settings, text in
      guard let percent = Double(text), (0...100).contains(percent) else { return "a number from 0 to 100" }
      settings.replay.coverage = .init(percentMin: percent)
      return nil
    },
  ]

  static let trace: [Option] = [
    .path("output", "o", "FILE", "Write the page to FILE, not to standard output") {
      $0.traceOutput = $1 == FilePath("-") ? nil : $1
    },
    .store("Show the session in this store, which is only read"),
  ]

  private static let replayRewriting: [Option] = [
    rewriting("bless", .all, "Rewrite expected output that differs"),
    .bytes("new", nil, "NAME", "Create a scenario from the last session at the prompt, and replay it") {
      if $1.isEmpty || $1.last == UInt8(ascii: "/") { return "the name of a file" }
      $0.newScenario = FilePath(bytes: $1)
      return nil
    },
    rewriting("review", .review, "Ask for each difference before rewriting it"),
    rewriting("migrate", .names, "Only rewrite renamed names in commands"),
    rewriting("hashes", .hashes, "Only record a hash below each command"),
  ]

  /// Returns an option that rewrites scenarios.
  private static func rewriting(_ name: String, _ blessing: ReplayOptions.Blessing, _ help: String) -> Option
  {
    .flag(name, nil, help) {
      $0.replay.blessing = blessing
      $0.rewritingOptions.insert("--\(name)")
    }
  }

  static let replay = replayChoosing + replayRunning + replayShowing + replayRewriting
}
