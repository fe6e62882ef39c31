import Exploration
import Scenarios

/// The settings of `explore`.
struct ExploreSettings: Sendable {
  var exploration = ExplorationOptions()
  /// The scenarios whose commands run at the beginning of each session.
  var from: [FilePath] = []
  var corpus: FilePath?
  /// The file for a graph of the states.
  var graph: FilePath?
  /// The folder in which the states of a search are kept.
  var states: FilePath?
  /// The processor time in seconds after which a line counts as endless.
  var lineSeconds: UInt64 = 20
  /// The folder for the scenarios of findings.
  var out: FilePath = "."
}
