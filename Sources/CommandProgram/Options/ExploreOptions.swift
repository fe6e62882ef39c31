import Exploration
import Journaling
import ProgramOptions
import Scenarios

/// The options of `explore`.
enum ExploreOptions {
  typealias Option = ProgramOption<ProgramSettings>

  static let all: [Option] = how + what + results

  private static let how: [Option] = [
    .value("for", nil, "TIME", "Explore so long: 30s, 5m, 1h") { settings, text in
      guard let seconds = seconds(text) else { return "a time such as 30s, 5m or 1h" }
      settings.explore.exploration.timeNsMax = seconds * 1_000_000_000
      return nil
    },
    .number("steps", nil, "N", "Run so many commands", in: 1...1_000_000_000_000) {
      $0.explore.exploration.stepCountMax = $1
    },
    .number("depth", nil, "N", "Go no deeper than N commands", in: 1...1_000_000) {
      $0.explore.exploration.depthMax = $1
    },
    .flag("exhaustive", nil, "Visit every state instead of some by chance") {
      $0.explore.exploration.isExhaustive = true
    },
    .number("findings", nil, "N", "End when so many different faults are found; 10 by default", in: 1...1_000)
    {
      $0.explore.exploration.faultCountMax = $1
    },
    .number("jobs", "j", "N", "Explore with N threads", in: 1...256) { $0.explore.exploration.jobCount = $1 },
    .value("symmetry", nil, "KIND", "Count objects that differ by name alone as one; may be repeated") {
      $0.explore.exploration.symmetricKinds.append($1)
      return nil
    },
  ]

  private static let what: [Option] = [
    .value("commands", nil, "NAMES", "Try these commands only") { settings, text in
      let names = text.split { $0 == " " || $0 == "," }.map(String.init)
      settings.explore.exploration.commandNames += names
      return names.isEmpty ? "names of commands" : nil
    },
    .value("checks", nil, "NAMES", "Check no more than these: views, history, scratch; or none") {
      settings, text in
      let known: [(name: String, checks: Checks)] = [
        ("views", .views), ("history", .history), ("scratch", .scratch), ("none", []),
      ]
      var checks: Checks = []
      for name in text.split(whereSeparator: { $0 == " " || $0 == "," }) {
        guard let one = known.first(where: { $0.name == name }) else {
          return "views, history, scratch or none"
        }
        checks.formUnion(one.checks)
      }
      settings.explore.exploration.checks = checks
      return nil
    },
    .bytes("from", nil, "SCENARIO", "Begin with the commands of a scenario; may be repeated") {
      $0.explore.from.append(FilePath(bytes: $1))
      return nil
    },
    .bytes("store", nil, "FILE", "Begin with what this store holds; nothing is written to it") {
      $0.store = JournalAddress(FilePath(bytes: $1).text)
      return nil
    },
    .bytes("corpus", nil, "FOLDER", "Begin with the scenarios in FOLDER, and add what reaches something new")
    {
      $0.explore.corpus = FilePath(bytes: $1)
      return nil
    },
  ]

  private static let results: [Option] = [
    .bytes("out", nil, "FOLDER", "Write scenarios of what is found to FOLDER") {
      $0.explore.out = FilePath(bytes: $1)
      return nil
    },
    OptionTable.report,
  ]

  /// `90`, `30s`, `5m`, `1h` in seconds.
  static func seconds(_ text: String) -> UInt64? {
    var digits = text.utf8[...]
    var unit: UInt64 = 1
    switch digits.last {
    case UInt8(ascii: "s"): digits.removeLast()
    case UInt8(ascii: "m"): (unit, _) = (60, digits.removeLast())
    case UInt8(ascii: "h"): (unit, _) = (3_600, digits.removeLast())
    default: break
    }
    guard let number = UInt64(String(decoding: digits, as: UTF8.self)), (1...1_000_000).contains(number)
    else {
      return nil
    }
    return number * unit
  }
}
