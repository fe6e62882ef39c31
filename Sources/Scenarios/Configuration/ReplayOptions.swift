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
  public var stopsAtFirst = false
  /// How often each scenario runs; two runs must print the same bytes.
  public var repeatCount = 1
  /// For scenarios that name no seed.
  public var seed: UInt64?
  /// Whether sessions are told to keep to the allow-list and the scenario's folder.
  public var isRestricted = true

  // Show
  public var showsTimes = false
  /// How many of the slowest scenarios are listed where times are shown.
  public var slowestCount = ReplayOptions.slowestCountDefault
  public var usesColor = false
  /// Whether a long run says on standard error how far it is; for terminals.
  public var showsProgress = false
  /// Ends each failed scenario with the commands to go on with; without it, there are none.
  public var followUp: FollowUp?
  public var reports: [ReportRequest] = []
  public var coverage: CoverageRequest?

  // Rewrite
  public var blessing = Blessing.off
  /// Whether the environment is a CI service's (`CI` is set and not `false`): nothing is rewritten there.
  public var isContinuousIntegration = false

  public init() {}

  public static let slowestCountDefault = 5

  public struct Shard: Sendable, Equatable {
    /// 1-based.
    public var index: Int
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

  public enum Blessing: Sendable, Equatable {
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
    public var kind: Kind
    /// Standard output without one.
    public var file: FilePath?

    public enum Kind: String, Sendable, Equatable, CaseIterable {
      case tap, junit, github, jsonl
    }

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

  public struct CoverageRequest: Sendable, Equatable {
    /// The run fails below it.
    public var percentMin: Double?

    public init(percentMin: Double? = nil) { self.percentMin = percentMin }
  }
}
