import Exploration
import Journaling
import ProgramOptions
import Scenarios
import Simulator

/// The options of `explore`.
enum ExploreOptions {
  typealias Option = ProgramOption<ProgramSettings>

  static let all: [Option] = (how + what + results).map { option in
    option.noting { $0.explore.given.append($1) }
  }

  /// The options that “merge” takes.
  private static let merging = ["out", "corpus", "report"]

  /// Returns the message about an option that was given and has no effect on “merge”; `nil` if there is none.
  static func problem(ofMerging settings: ProgramSettings) -> String? {
    settings.explore.given.first { !merging.contains($0) }.map { "--\($0) cannot be used with “merge”" }
  }

  /// Returns the message about an option that was given and has no effect on a search for a condition; `nil` if there is
  /// none. Such a search checks nothing but the condition, and ends when it holds.
  static func problem(ofSearching settings: ExploreSettings) -> String? {
    guard let goal = settings.exploration.goal else { return nil }
    let option = settings.given.first { ["checks", "findings"].contains($0) }
    return option.map { "--\($0) cannot be used with --\(goal.isForbidden ? "never" : "reach")" }
  }

  private static let how: [Option] = [
    .value("for", nil, "TIME", "Explore for this time: 30s, 5m, 1h") { settings, text in
      guard let seconds = DurationOption.seconds(text) else { return DurationOption.description }
      settings.explore.exploration.timeNsMax = seconds * 1_000_000_000
      return nil
    },
    .number("steps", nil, "N", "Run N commands", in: 1...1_000_000_000_000) {
      $0.explore.exploration.stepCountMax = $1
    },
    .number("depth", nil, "N", "Go no deeper than N commands", in: 1...1_000_000) {
      $0.explore.exploration.depthMax = $1
    },
    .flag("exhaustive", nil, "Visit every state, breadth first, instead of random ones") {
      $0.explore.exploration.isExhaustive = true
    },
    .number("findings", nil, "N", "Stop after N different faults; 10 by default", in: 1...1_000) {
      $0.explore.exploration.faultCountMax = $1
    },
    .flag("depth-first", nil, "Visit every state, depth first, which needs less memory") {
      $0.explore.exploration.isExhaustive = true
      $0.explore.exploration.isDepthFirst = true
    },
    .text("reach", nil, "CONDITION", "Find the fewest commands after which CONDITION holds") {
      setGoal(.init($1), in: &$0)
    },
    .text("never", nil, "CONDITION", "Fail with commands after which CONDITION holds") {
      setGoal(.init($1, isForbidden: true), in: &$0)
    },
    .value("line-time", nil, "TIME", "Report a line as endless after this time; 20s by default") {
      settings, text in
      guard let seconds = DurationOption.seconds(text) else { return DurationOption.description }
      settings.explore.lineSeconds = seconds
      return nil
    },
    .number("jobs", "j", "N", "Explore with N threads", in: 1...256) { $0.explore.exploration.jobCount = $1 },
    .value("shard", nil, "I/N", "Explore part I of N, so that N machines can share the work") {
      settings, text in
      guard let shard = ReplayOptions.Shard(text) else { return "two numbers as in 1/3" }
      settings.explore.exploration.shard = shard
      return nil
    },
    .text("symmetry", nil, "KIND", "Treat objects that differ only by name as equal; may be repeated") {
      $0.explore.exploration.symmetricKinds.append($1)
    },
  ]

  private static let knownChecks: [(name: String, value: CheckService.Scope)] = [
    ("views", .views), ("history", .history), ("scratch", .scratch), ("none", []),
  ]
  private static let knownFaults: [(name: String, value: OuterFaults)] = [("store", .store), ("feed", .feed)]

  private static let what: [Option] = [
    .value("commands", nil, "NAMES", "Try only these commands") { settings, text in
      let names = text.split { $0 == " " || $0 == "," }.map(String.init)
      settings.explore.exploration.commandNames += names
      return names.isEmpty ? "names of commands" : nil
    },
    .value("checks", nil, "NAMES", "Check only these: views, history, scratch; or none") {
      settings, text in
      guard let checks = named(text, among: knownChecks) else { return "views, history, scratch or none" }
      settings.explore.exploration.checks = CheckService.Scope(checks)
      return nil
    }.suggesting(knownChecks.map(\.name)),
    .value("faults", nil, "NAMES", "Inject random faults into the store, the feed or both: store, feed") {
      settings, text in
      guard let faults = named(text, among: knownFaults) else { return "store or feed" }
      settings.explore.exploration.faults.formUnion(OuterFaults(faults))
      return settings.explore.exploration.faults.isEmpty ? "store or feed" : nil
    }.suggesting(knownFaults.map(\.name)),
    .path("from", nil, "SCENARIO", "Start with the commands of a scenario; may be repeated") {
      $0.explore.from.append($1)
    },
    .store("Start with the state of this store, which is only read"),
    .path("corpus", nil, "FOLDER", "Start with the scenarios in FOLDER, and add those with new coverage") {
      $0.explore.corpus = $1
    },
  ]

  private static let results: [Option] = [
    .path("out", nil, "FOLDER", "Write scenarios of the findings to FOLDER") { $0.explore.out = $1 },
    .path("states", nil, "FOLDER", "Keep the states of --exhaustive in FOLDER; the next run continues there")
    { $0.explore.states = $1 },
    .path("graph", nil, "FILE", "Visit every state, and draw them in FILE, which ends in .dot or .html") {
      $0.explore.graph = $1
      $0.explore.exploration.isExhaustive = true
    },
    .value(
      "by", nil, "EXPRESSIONS", "Draw states with equal values as one, as in 'game.phase, count(units)'"
    ) {
      settings, text in
      let expressions = expressions(text)
      settings.explore.exploration.graphExpressions += expressions
      return expressions.isEmpty ? "expressions separated by commas" : nil
    },
    OptionTable.report,
  ]

  /// Returns the values that a list of names stands for; `nil` if a name is unknown.
  private static func named<Named>(_ text: String, among known: [(name: String, value: Named)]) -> [Named]? {
    let names = text.split { $0 == " " || $0 == "," }
    let found = names.compactMap { name in known.first { $0.name == name }?.value }
    return found.count == names.count ? found : nil
  }

  private static func setGoal(_ goal: ExplorationOptions.Goal, in settings: inout ProgramSettings) {
    settings.explore.exploration.goal = goal
    settings.explore.goalCount += 1
  }

  /// Returns the expressions in a text, separated by commas outside brackets and quotes.
  static func expressions(_ text: String) -> [String] {
    var (expressions, depth, isQuoted) = ([""], 0, false)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": isQuoted.toggle()
      case "(", "[", "{": depth += 1
      case ")", "]", "}": depth -= 1
      case "," where depth == 0 && !isQuoted:
        expressions.append("")
        continue
      default: break
      }
      expressions[expressions.count - 1].unicodeScalars.append(scalar)
    }
    return expressions.map {
      $0.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
    }
    .filter { !$0.isEmpty }
  }
}
