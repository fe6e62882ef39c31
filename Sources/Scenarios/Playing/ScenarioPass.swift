/// What came of one pass through a scenario. What it keeps is bounded, whatever the commands print.
struct ScenarioPass {
  private(set) var failures: [StepFailure] = []
  var commandCount = 0
  /// What each of the scenario's own commands printed, if the run keeps it.
  var printed: [KeptOutput] = []
  /// How the `# hash:` lines of the scenario's own commands are to change.
  var hashes: [(step: Int, line: [UInt8])] = []
  /// Why the outputs must not be written into the file; `nil` if they may.
  var isUnfit: String?
  /// How the scenario's own expected output is to change.
  private(set) var hunks: [BlessHunk] = []
  var coverage: [CoverageHit] = []
  /// The files that commands read, as they named them.
  var reads: [FilePath] = []
  var screens: StepFailure.Screens?
  var variables = Variables()
  var budget = MatchBudget()
  /// Names whose line no longer matches, and where.
  var lostNames: [(name: String, place: StepFailure.Place)] = []
  /// Where the state was first another one.
  var firstOtherState: StepFailure.Place?

  private var hunkByteCount = 0
  private var keptByteCount = 0
  private var printedByteCount = 0
  private var unshownCount = 0
  private var isFull = false

  /// Mismatches beyond are counted and not kept.
  static let failureCountMax = 1_000
  /// What the texts of one scenario's failures take at most.
  static let failureByteCountMax = 2 << 20
  /// What is kept of outputs to be compared with another run's; of what is beyond only a hash is.
  static let printedByteCountMax = 4 << 20

  /// Keeps a failure, or only its heading when there is no room left, or only counts it.
  mutating func add(_ failure: StepFailure) {
    guard failures.count < Self.failureCountMax else {
      unshownCount += 1
      return
    }
    var failure = failure
    if isFull || keptByteCount + failure.byteCount > Self.failureByteCountMax {
      isFull = true
      failure.difference = nil
      failure.printed = []
      failure.command = []
      failure.notes = ["how it differs is not shown: there is too much above"]
    }
    keptByteCount += failure.byteCount
    failures.append(failure)
  }

  mutating func add(_ hunk: BlessHunk) {
    hunkByteCount += hunk.byteCount
    if hunkByteCount > Transcript.byteCountMax {
      isUnfit = "the file would have more than \(Transcript.byteCountMax) bytes"
      hunks = []
    } else {
      hunks.append(hunk)
    }
  }

  mutating func keep(printed output: [UInt8]) {
    printedByteCount += output.count
    printed.append(KeptOutput(output, isWhole: printedByteCount <= Self.printedByteCountMax))
  }

  /// Adds what was only counted.
  mutating func finish(_ path: FilePath) {
    guard unshownCount > 0 else { return }
    let message = Counted.text(unshownCount, "more mismatch", plural: "more mismatches")
    failures.append(StepFailure(place: .init(path: path, line: 0), kind: .finding(message)))
  }
}

/// What a command printed, to be compared with what it prints another time.
struct KeptOutput: Equatable {
  private let hash: UInt64
  private let byteCount: Int
  /// `nil` if there was too much.
  let bytes: [UInt8]?

  init(_ output: [UInt8], isWhole: Bool) {
    // FNV-1a: only the same file's outputs are compared, and by nobody's choice.
    hash = output.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    byteCount = output.count
    bytes = isWhole ? output : nil
  }

  static func == (a: KeptOutput, b: KeptOutput) -> Bool { a.hash == b.hash && a.byteCount == b.byteCount }
}
