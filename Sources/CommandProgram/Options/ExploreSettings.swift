import Exploration
import Scenarios

/// The settings of `explore`.
struct ExploreSettings: Sendable {
  var exploration = ExplorationOptions()
  /// Scenarios whose commands every session begins with.
  var from: [FilePath] = []
  var corpus: FilePath?
  /// The file for a graph of the states.
  var graph: FilePath?
  /// The seconds of one processor that a line may take before it counts as one that does not end.
  var lineSeconds: UInt64 = 20
  /// The folder for the scenarios of findings.
  var out: FilePath = "."
}
