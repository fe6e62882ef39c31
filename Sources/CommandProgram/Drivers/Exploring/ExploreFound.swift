import Exploration
import Posix
import Scenarios
import Simulator

/// A finding that was written to a file. Its text form is one line.
struct ExploreFound: Sendable, Equatable {
  var path: String
  var cause: FaultCause
  var message: String

  static func all(in text: String) -> [ExploreFound] {
    text.split(separator: "\n").compactMap { line in
      let parts = line.split(separator: "\t", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 4, let kind = Fault.Kind(rawValue: parts[1]) else { return nil }
      return ExploreFound(
        path: parts[0], cause: FaultCause(kind: kind, subject: parts[2]), message: parts[3])
    }
  }

  var text: String {
    [path, cause.kind.rawValue, cause.subject, message].map { part in
      String(part.map { $0 == "\t" || $0 == "\n" ? " " : $0 })
    }.joined(separator: "\t")
  }

  /// The findings of earlier processes.
  static var known: [ExploreFound] { all(in: ProcessState.variable(ExploreVariables.found) ?? "") }
}

/// The environment variables that the supervisor sets for an exploring process.
enum ExploreVariables {
  /// The path of the file with the running lines. The file of the findings is next to it.
  static let journal = "AUTO_UPDATE_EXPLORE_JOURNAL"
  /// The findings of earlier processes, one per line.
  static let found = "AUTO_UPDATE_EXPLORE_FOUND"
  /// The names of the commands that are not tried because they end the process.
  static let without = "AUTO_UPDATE_EXPLORE_WITHOUT"
  /// The number of steps of earlier processes, which crashed or hung.
  static let earlierSteps = "AUTO_UPDATE_EXPLORE_EARLIER_STEPS"
  /// The nanoseconds since the start of the first process, including the work on its crash or hang.
  static let earlierTime = "AUTO_UPDATE_EXPLORE_EARLIER_TIME"

  /// Returns the file to which a process writes each finding at once.
  static func foundFile(of journal: FilePath) -> FilePath { FilePath("\(journal.text).found") }
}
