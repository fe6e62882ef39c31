import Journaling
import SQLiteJournal
import Scenarios

/// The settings from the command line.
struct ProgramSettings: Sendable {
  /// The driver of the session.
  var driver = Driver.prompt
  /// Colour as asked for, or by what the output is.
  var colour = ColourChoice.auto
  /// The file, or the address elsewhere, that keeps the session's world.
  var store: JournalAddress?
  /// A Boolean value that indicates whether a migration only tells what would change.
  var isDryRun = false
  /// The engines of stores: SQLite's for files, and those that the program names.
  var engines: [JournalEngine] = [.sqlite]
  /// The seed of random numbers.
  var seed: UInt64?
  /// A Boolean value that indicates whether a script continues after a failed command.
  var keepsGoing = false
  /// A script that stands on the command line itself.
  var scriptText: [UInt8]?
  /// The file of the events of a script's session.
  var events: FilePath?
  /// The file of a session's page; standard output without one.
  var traceOutput: FilePath?
  /// A Boolean value that indicates whether the prompt runs the commands of the person's own file first.
  var readsInitFile = true
  /// The scenario that is to be made of the last session.
  var newScenario: FilePath?
  /// A Boolean value that indicates whether a replay watches for saved files.
  var watches = false
  /// The number of scenarios that run at the same time; `nil` for the number of processors.
  var jobs: Int?
  var replay: ReplayOptions = {
    var options = ReplayOptions()
    options.timeoutMilliseconds = timeoutSeconds * 1_000
    return options
  }()
  var explore = ExploreSettings()

  /// The seconds that a replayed scenario may take when nothing else is said.
  static let timeoutSeconds: UInt64 = 60

  enum Driver: Sendable, Equatable {
    /// The prompt; without a terminal, standard input as a script.
    case prompt
    /// The prompt, going on from the commands of a scenario.
    case resume(FilePath)
    case run(Script)
    /// The paths are in `replay`.
    case replay
    case record(FilePath)
    case explore
    /// Unites what several explorations left in these folders.
    case merge([FilePath])
    /// The page of a scenario or of a file of events; without one, of the store.
    case trace(FilePath?)
    case store(StoreAction)
  }

  /// The actions on a store, without a session that lasts.
  enum StoreAction: Sendable, Equatable {
    case copy(JournalAddress, JournalAddress)
    case migrate(JournalAddress, isDryRun: Bool)
    /// Drops what the store holds of kinds, or of fields.
    case accept(JournalAddress, [String])
  }

  enum ColourChoice: String, Sendable, CaseIterable {
    case auto, always, never
  }
}

/// A script and what it is given.
struct Script: Sendable, Equatable {
  var source: Source
  /// The values of the list `arguments`, as they were written.
  var arguments: [[UInt8]] = []
  /// A Boolean value that indicates whether a session continues from it.
  var isBeginning = false

  enum Source: Sendable, Equatable {
    case standardInput
    case file(FilePath)
    case text([UInt8])
  }

  static let standardInput = Script(source: .standardInput)
}
