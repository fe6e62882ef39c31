import Posix

/// Something that was found and written down, as one line tells it.
struct ExploreFound: Sendable, Equatable {
  var path: String
  var message: String

  /// Returns the findings of earlier processes.
  static func known() -> [ExploreFound] {
    (ProcessState.variable(ExploreVariables.found) ?? "").split(separator: "\n").compactMap { line in
      let parts = line.split(separator: "\t", maxSplits: 1)
      return parts.count == 2 ? ExploreFound(path: String(parts[0]), message: String(parts[1])) : nil
    }
  }

  static func text(of found: [ExploreFound]) -> String {
    found.map { "\($0.path)\t\($0.message)" }.joined(separator: "\n")
  }
}

/// The environment variables that the supervising process sets for an exploring process.
enum ExploreVariables {
  /// The file that keeps the lines that run.
  static let journal = "AUTO_UPDATE_EXPLORE_JOURNAL"
  /// The findings of earlier processes: paths and messages, a line each.
  static let found = "AUTO_UPDATE_EXPLORE_FOUND"
}
