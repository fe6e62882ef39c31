import Exploration
import Journaling
import Posix
import SQLiteJournal
import Scenarios
import TerminalText

/// The settings of a run of the program, as its options determine them.
struct ProgramSettings: Sendable {
  var driver = Driver.prompt
  var colour = ColourChoice.auto
  var store: JournalAddress?
  /// A Boolean value that indicates whether a migration only reports its changes.
  var isDryRun = false
  /// The engines of stores: SQLite for files, and those of the program.
  var engines: [JournalEngine] = [.sqlite]
  var seed: UInt64?
  /// A Boolean value that indicates whether a script continues after a failed command.
  var keepsGoing = false
  var scriptText: [UInt8]?
  /// The file for the events of a script's session; `nil` for no events.
  var events: FilePath?
  /// The file for a session's page; `nil` for standard output.
  var traceOutput: FilePath?
  /// A Boolean value that indicates whether the prompt runs the user's init file first.
  var readsInitFile = true
  /// The given options that rewrite scenarios, such as `--bless`.
  var rewritingOptions: Set<String> = []
  /// The name of the scenario to create from the last session.
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

  /// The default timeout of a replayed scenario, in seconds.
  static let timeoutSeconds: UInt64 = 60

  enum Driver: Sendable, Equatable {
    /// The prompt, or without a terminal, standard input as a script.
    case prompt
    /// The prompt, after the commands of a scenario.
    case resume(FilePath)
    case run(Script)
    /// A replay of the paths in ``ProgramSettings/replay``.
    case replay
    case record(FilePath)
    case explore
    /// A merge of the results of several explorations in these folders.
    case merge([FilePath])
    /// The page of a scenario or a file of events; `nil` for the page of the store.
    case trace(FilePath?)
    case store(StoreAction)
  }

  /// The actions on a store that need no session.
  enum StoreAction: Sendable, Equatable {
    case copy(JournalAddress, JournalAddress)
    case migrate(JournalAddress, isDryRun: Bool)
    /// The removal of the stored data of kinds, fields or objects.
    case accept(JournalAddress, [String])
  }

  enum ColourChoice: String, Sendable, CaseIterable {
    case auto, always, never
  }

  var usesColour: Bool { usesColour(onTerminal: ProgramStreams.isOutputTerminal) }

  func usesColour(onTerminal isTerminal: Bool) -> Bool {
    switch colour {
    case .always: true
    case .never: false
    case .auto:
      TerminalAbility.wantsColour(isTerminal: isTerminal, ProcessState.variable)
    }
  }
}

/// The settings of `explore`.
struct ExploreSettings: Sendable {
  var exploration = ExplorationOptions()
  /// The long names of the given options, in order.
  var given: [String] = []
  /// The number of given conditions to search for.
  var goalCount = 0
  /// The scenarios whose commands run at the beginning of each session.
  var from: [FilePath] = []
  var corpus: FilePath?
  var graph: FilePath?
  /// The folder in which the states of a search are kept.
  var states: FilePath?
  /// The processor time in seconds after which a line counts as endless.
  var lineSeconds: UInt64 = 20
  var out: FilePath = "."
}

/// A script and its arguments.
struct Script: Sendable, Equatable {
  var source: Source
  /// The elements of the list `arguments`, as they were written.
  var arguments: [[UInt8]] = []
  /// A Boolean value that indicates whether another script continues in the session. A failure that the script's
  /// scenario expects then does not count.
  var isBeginning = false

  enum Source: Sendable, Equatable {
    case standardInput
    case file(FilePath)
    case text([UInt8])
  }

  static let standardInput = Script(source: .standardInput)
}
