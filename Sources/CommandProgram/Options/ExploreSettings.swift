import Exploration
import Scenarios

/// What `explore` was told.
struct ExploreSettings: Sendable {
  var exploration = ExplorationOptions()
  /// Scenarios whose commands every session begins with.
  var from: [FilePath] = []
  var corpus: FilePath?
  /// Where the scenarios of what was found go.
  var out: FilePath = "."
}
