/// The options of a replay. The program parses its command line into this value.
public struct ReplayOptions: Sendable {
  // Choose
  /// Files and folders; folders are searched for `*.scenario`.
  public var paths: [FilePath] = []
  /// A folder that bounds what the scenarios may use; without one it is each folder of `paths`, and the folder
  /// of each file.
  public var root: FilePath?
  /// Only scenarios with all of these tags; `!tag` for those without it.
  public var tags: [String] = []
  /// Only scenarios whose path or claim contains all of these texts.
  public var matches: [String] = []
  /// Only those that failed in the last run; needs `stateFile`.
  public var onlyFailed = false
  /// Only the scenarios of one share of all that were chosen.
  public var shard: Shard?
  /// Times of earlier runs: balances shards, is brought up to date by the run, shows times.
  public var timingsFile: FilePath?
  /// The file that keeps the paths of failed scenarios.
  public var stateFile: FilePath?
  /// Only list what would run.
  public var isListing = false

  // Run
  /// The number of scenarios that run at the same time.
  public var jobs = 1
  /// Per scenario; needs `clock`.
  public var timeoutMilliseconds: UInt64?
  /// A Boolean value that indicates whether the run ends with the first scenario that fails.
  public var stopsAtFirst = false
  /// The number of runs of each scenario; two runs must print the same bytes.
  public var repeatCount = 1
  /// For scenarios that name no seed.
  public var seed: UInt64?
  /// A Boolean value that indicates whether sessions are restricted to the allow-list and the scenario's folder.
  public var isRestricted = true

  // Show
  /// A Boolean value that indicates whether reports show durations; without them, a report of the same run is the
  /// same bytes.
  public var showsTimes = false
  /// The number of slowest scenarios to list where durations are shown.
  public var slowestCount = ReplayOptions.slowestCountDefault
  /// A Boolean value that indicates whether the report for people is coloured.
  public var usesColor = false
  /// A Boolean value that indicates whether a long run shows its progress on standard error; for terminals.
  public var showsProgress = false
  /// Ends each failed scenario with the commands to go on with; without it, there are none.
  public var followUp: FollowUp?
  /// The reports to write, besides or instead of the one for people.
  public var reports: [ReportRequest] = []
  var wantsEvents: Bool { reports.contains { $0.kind == .events || $0.kind == .html } }

  /// The coverage to report and to require; `nil` for none.
  public var coverage: CoverageRequest?

  // Rewrite
  /// The differences to write to the files.
  public var blessing = Blessing.off
  /// A Boolean value that indicates whether the environment is a CI service's (`CI` is set and not `false`): no file
  /// is rewritten there.
  public var isContinuousIntegration = false

  /// The options of a replay of which nothing is said; the paths are still to be given.
  public init() {}

  /// The default number of slowest scenarios to list.
  public static let slowestCountDefault = 5

  /// One of several shares of the scenarios, which run on several machines: `2/4`.
  public struct Shard: Sendable, Equatable {
    /// 1-based.
    public var index: Int
    /// The number of shares.
    public var count: Int

    /// `nil` unless `1 <= index <= count <= 10,000`.
    public init?(index: Int, count: Int) {
      guard index >= 1, index <= count, count <= 10_000 else { return nil }
      self.index = index
      self.count = count
    }

    /// Reads `2/3`.
    public init?(_ text: String) {
      let parts = text.split(separator: "/", omittingEmptySubsequences: false)
      guard parts.count == 2, let index = Int(parts[0]), let count = Int(parts[1]) else { return nil }
      self.init(index: index, count: count)
    }
  }

  /// The differences that a run writes to the scenario files.
  public enum Blessing: Sendable, Equatable {
    /// None.
    case off
    /// Rewrites every output line that differs.
    case all
    /// Asks for each difference.
    case review
    /// Rewrites nothing but the `# hash:` lines, one below each command.
    case hashes
    /// Rewrites nothing but commands, in which present names take the place of former ones.
    case names
  }

  /// `--report KIND[:FILE]`
  public struct ReportRequest: Sendable, Equatable {
    /// The format.
    public var kind: Kind
    /// Standard output without one.
    public var file: FilePath?

    /// The formats of reports.
    public enum Kind: String, Sendable, Equatable, CaseIterable {
      /// Test Anything Protocol; JUnit's XML; GitHub's workflow commands; a JSON object a line; the events of the
      /// scenarios' sessions, a JSON object a line; the same as one HTML page.
      case tap, junit, github, jsonl, events, html
    }

    /// A report into a file, or to standard output without one.
    public init(_ kind: Kind, file: FilePath? = nil) {
      self.kind = kind
      self.file = file
    }

    /// Reads `junit:out.xml` or `tap`; `nil` for an unknown kind or an empty file name.
    public init?(_ text: String) {
      let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard let kind = parts.first.flatMap({ Kind(rawValue: String($0)) }) else { return nil }
      if parts.count == 2, parts[1].isEmpty { return nil }
      self.init(kind, file: parts.count == 2 ? FilePath(String(parts[1])) : nil)
    }
  }

  /// The wish for a report of what the scenarios exercised.
  public struct CoverageRequest: Sendable, Equatable {
    /// The run fails below it.
    public var percentMin: Double?

    /// A report of coverage that fails the run below a percentage, if there is one.
    public init(percentMin: Double? = nil) { self.percentMin = percentMin }
  }
}
