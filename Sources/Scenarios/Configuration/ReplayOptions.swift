/// The options of a replay. The program parses its command line into this value.
public struct ReplayOptions: Sendable {
  // Choose
  /// The files and folders to replay; folders are searched for `*.scenario`.
  public var paths: [FilePath] = []
  /// A folder to which the scenarios are confined; by default, the folders in `paths`, and the folder of each file in
  /// `paths`.
  public var root: FilePath?
  /// The tags that a scenario must have; `!tag` for a tag that it must not have.
  public var tags: [String] = []
  /// Texts that the path or the claim of a scenario must contain.
  public var matches: [String] = []
  /// A Boolean value that indicates whether only the scenarios that failed in the last run are chosen; needs
  /// `stateFile`.
  public var onlyFailed = false
  /// The shard of the chosen scenarios to run.
  public var shard: Shard?
  /// A file with the timings of earlier runs. With it, the run balances the shards and shows durations. The run also
  /// updates the file.
  public var timingsFile: FilePath?
  /// The file that keeps the paths of failed scenarios.
  public var stateFile: FilePath?
  /// A Boolean value that indicates whether the chosen scenarios are only listed.
  public var isListing = false

  // Run
  /// The number of scenarios that run at the same time.
  public var jobs = 1
  /// The timeout of each scenario; needs `clock`.
  public var timeoutMilliseconds: UInt64?
  /// A Boolean value that indicates whether the run ends with the first scenario that fails.
  public var stopsAtFirst = false
  /// The number of runs of each scenario. All runs must print the same bytes.
  public var repeatCount = 1
  /// The seed for scenarios that set none.
  public var seed: UInt64?
  /// A Boolean value that indicates whether sessions are restricted to the allow-list and the scenario's folder.
  public var isRestricted = true

  // Show
  /// A Boolean value that indicates whether reports show durations. Without them, the reports of equal runs are equal.
  public var showsTimes = false
  /// The number of slowest scenarios to list if durations are shown.
  public var slowestCount = ReplayOptions.slowestCountDefault
  /// A Boolean value that indicates whether the report for people is coloured.
  public var usesColor = false
  /// A Boolean value that indicates whether a long run shows its progress on standard error. Standard error must then
  /// be a terminal.
  public var showsProgress = false
  /// The commands to suggest after a failed scenario; `nil` for none.
  public var followUp: FollowUp?
  /// The reports to write in addition to the text for people.
  public var reports: [ReportRequest] = []
  var wantsEvents: Bool { reports.contains { $0.kind == .events || $0.kind == .html } }

  /// The coverage to report and to require; `nil` to report none.
  public var coverage: CoverageRequest?

  // Rewrite
  /// The differences to write to the files.
  public var blessing = Blessing.off
  /// A Boolean value that indicates whether the run is on a CI service (`CI` is set and not `false`), where no file is
  /// rewritten.
  public var isContinuousIntegration = false

  /// Creates the default options, without paths.
  public init() {}

  /// The default number of slowest scenarios to list.
  public static let slowestCountDefault = 5

  /// One of several parts of the scenarios, which run on several machines: `2/4`.
  public struct Shard: Sendable, Equatable {
    /// The number of the shard, from 1.
    public var index: Int
    /// The number of shards.
    public var count: Int

    /// Creates a shard; `nil` unless `1 <= index <= count <= 10,000`.
    public init?(index: Int, count: Int) {
      guard index >= 1, index <= count, count <= 10_000 else { return nil }
      self.index = index
      self.count = count
    }

    /// Creates a shard from a text such as `2/3`.
    public init?(_ text: String) {
      let parts = text.split(separator: "/", omittingEmptySubsequences: false)
      guard parts.count == 2, let index = Int(parts[0]), let count = Int(parts[1]) else { return nil }
      self.init(index: index, count: count)
    }
  }

  /// The differences that a run writes to the scenario files.
  public enum Blessing: Sendable, Equatable {
    /// Nothing is written.
    case off
    /// Every output line that differs.
    case all
    /// The differences that the user accepts.
    case review
    /// Only the `# hash:` lines, one below each command.
    case hashes
    /// Only commands, in which former names are replaced by present ones.
    case names
  }

  /// A report to write: `--report KIND[:FILE]`.
  public struct ReportRequest: Sendable, Equatable {
    /// The format.
    public var kind: Kind
    /// The file to write; `nil` for standard output.
    public var file: FilePath?

    /// The formats of reports.
    public enum Kind: String, Sendable, Equatable, CaseIterable {
      /// Test Anything Protocol; JUnit XML; GitHub workflow commands; JSON lines; the events of the sessions as JSON
      /// lines; the sessions as an HTML page.
      case tap, junit, github, jsonl, events, html
    }

    /// Creates a request for a report to a file, or to standard output.
    public init(_ kind: Kind, file: FilePath? = nil) {
      self.kind = kind
      self.file = file
    }

    /// Creates a request from a text such as `junit:out.xml` or `tap`; `nil` for an unknown kind or an empty file name.
    /// The file name `-` is standard output.
    public init?(_ text: String) {
      let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard let kind = parts.first.flatMap({ Kind(rawValue: String($0)) }) else { return nil }
      if parts.count == 2, parts[1].isEmpty { return nil }
      self.init(kind, file: parts.count == 2 && parts[1] != "-" ? FilePath(String(parts[1])) : nil)
    }
  }

  /// A request for a report of the coverage.
  public struct CoverageRequest: Sendable, Equatable {
    /// The percentage below which the run fails; `nil` for none.
    public var percentMin: Double?

    /// Creates a request; the run fails below `percentMin`.
    public init(percentMin: Double? = nil) { self.percentMin = percentMin }
  }
}

/// The parts of the commands that are suggested after a failed scenario.
///
/// The report for people shows, after each failed scenario, commands that replay it alone, review it and open it at the
/// failed line.
public struct FollowUp: Sendable, Equatable {
  /// The beginning of the command for a replay, such as `warroom replay`.
  public var replayCommand: String
  /// The command of the user's editor, such as the value of `EDITOR`; `nil` for no suggestion to open the file.
  public var editor: String?
  /// A Boolean value that indicates whether the report for people also includes the commands. The reports for programs
  /// always do.
  public var isShown = true

  /// Creates the parts of the suggested commands.
  public init(replayCommand: String, editor: String? = nil) {
    self.replayCommand = replayCommand
    self.editor = editor
  }
}

/// The exit code of the program.
public enum ReplayStatus: Int32, Sendable, Equatable {
  /// Everything was as expected.
  case success = 0
  /// A scenario failed.
  case failure = 1
  /// The usage was wrong, or a file could not be read or written.
  case usage = 2
  /// The user ended the run.
  case interrupted = 130
}
