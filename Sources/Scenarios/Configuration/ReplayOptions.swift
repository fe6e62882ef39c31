/// What a run of scenarios is to do. The program parses its command line into this value.
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
  /// Where the run keeps which scenarios failed.
  public var stateFile: FilePath?
  /// Only list what would run.
  public var isListing = false

  // Run
  /// How many scenarios run at a time.
  public var jobs = 1
  /// Per scenario; needs `clock`.
  public var timeoutMilliseconds: UInt64?
  /// Whether the run ends with the first scenario that fails.
  public var stopsAtFirst = false
  /// How often each scenario runs; two runs must print the same bytes.
  public var repeatCount = 1
  /// For scenarios that name no seed.
  public var seed: UInt64?
  /// Whether sessions are told to keep to the allow-list and the scenario's folder.
  public var isRestricted = true

  // Show
  /// Whether reports say how long scenarios took; without, a report of the same run is the same bytes.
  public var showsTimes = false
  /// How many of the slowest scenarios are listed where times are shown.
  public var slowestCount = ReplayOptions.slowestCountDefault
  /// Whether the report for people is coloured.
  public var usesColor = false
  /// Whether a long run says on standard error how far it is; for terminals.
  public var showsProgress = false
  /// Ends each failed scenario with the commands to go on with; without it, there are none.
  public var followUp: FollowUp?
  /// The reports to write, besides or instead of the one for people.
  public var reports: [ReportRequest] = []
  /// Whether to report what the scenarios exercised, and how much of it is enough.
  public var coverage: CoverageRequest?

  // Rewrite
  /// Whether differing output is taken into the files.
  public var blessing = Blessing.off
  /// Whether the environment is a CI service's (`CI` is set and not `false`): nothing is rewritten there.
  public var isContinuousIntegration = false

  /// The options of a replay of which nothing is said; the paths are still to be given.
  public init() {}

  /// How many of the slowest scenarios are listed when nothing else is said.
  public static let slowestCountDefault = 5

  /// One of several shares of the scenarios, which run on several machines: `2/4`.
  public struct Shard: Sendable, Equatable {
    /// 1-based.
    public var index: Int
    /// How many shares there are.
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

  /// Which differences a run takes into the scenario files.
  public enum Blessing: Sendable, Equatable {
    /// None.
    case off
    /// Rewrites every output line that differs.
    case all
    /// Asks for each difference.
    case review
    /// Rewrites nothing but the `# hash:` lines, one below each command.
    case hashes
  }

  /// `--report KIND[:FILE]`
  public struct ReportRequest: Sendable, Equatable {
    /// The format.
    public var kind: Kind
    /// Standard output without one.
    public var file: FilePath?

    /// The formats of reports.
    public enum Kind: String, Sendable, Equatable, CaseIterable {
      /// Test Anything Protocol; JUnit's XML; GitHub's workflow commands; a JSON object a line.
      case tap, junit, github, jsonl
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
