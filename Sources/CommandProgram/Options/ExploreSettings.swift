import Exploration
import Scenarios

/// The settings of `explore`.
struct ExploreSettings: Sendable {
  var exploration = ExplorationOptions()
  /// Scenarios whose commands every session begins with.
  var from: [FilePath] = []
  var corpus: FilePath?
  /// The folder for the scenarios of findings.
  var out: FilePath = "."
}
