import CommandLanguage
import TerminalText

/// The result of one pass through a scenario. Its size is bounded, however much the commands print.
struct ScenarioPass {
  private(set) var failures: [StepFailure] = []
  var commandCount = 0
  /// The output of each of the scenario's own commands, if the run needs it.
  var printed: [KeptOutput] = []
  /// The new text of the `# hash:` lines of the scenario's own commands.
  var hashes: [(step: Int, line: [UInt8])] = []
  /// The scenario's own commands with present names in place of former ones.
  var renamed: [(step: Int, command: [UInt8])] = []
  /// The reason why the outputs must not be written to the file; `nil` if they may.
  var refusal: String?
  /// The changes of the scenario's own expected output.
  private(set) var hunks: [BlessHunk] = []
  var coverage: [CoverageHit] = []
  var events: [UInt8] = []
  /// The files that commands read, as paths relative to the scenario's folder.
  var reads: [FilePath] = []
  var screens: StepFailure.Screens?
  var variables = Variables()
  var budget = MatchBudget()
  /// The names that are no longer captured because their lines do not match, with the locations of those lines.
  var lostNames: [(name: String, location: StepFailure.Location)] = []
  /// The first difference of each outdated shared beginning. A beginning is not re-recorded through this scenario.
  var outdated: [StepFailure] = []
  var firstOtherState: StepFailure.Location?

  private var hunkByteCount = 0
  private var keptByteCount = 0
  private var printedByteCount = 0
  private var unshownCount = 0
  private var isFull = false

  /// The maximum number of failures; further ones are only counted.
  static let failureCountMax = 1_000
  /// The maximum number of bytes in the texts of one scenario's failures.
  static let failureByteCountMax = 2 << 20
  /// The maximum number of bytes of outputs that are kept for comparison with another run. Of further output, only a
  /// hash is kept.
  static let printedByteCountMax = 4 << 20

  /// Adds a failure. If there is little room left, only its heading is added. If there is none, the failure is only
  /// counted.
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
      failure.notes = ["the difference is not shown: too many precede it"]
    }
    keptByteCount += failure.byteCount
    failures.append(failure)
  }

  mutating func add(_ hunk: BlessHunk) {
    hunkByteCount += hunk.byteCount
    if hunkByteCount > Transcript.byteCountMax {
      refusal = "the file would have more than \(Transcript.byteCountMax) bytes"
      hunks = []
    } else {
      hunks.append(hunk)
    }
  }

  mutating func keep(printed output: [UInt8]) {
    printedByteCount += output.count
    printed.append(KeptOutput(output, isWhole: printedByteCount <= Self.printedByteCountMax))
  }

  /// Adds a failure that states the number of failures that were only counted, if there are any.
  mutating func finish(_ path: FilePath) {
    guard unshownCount > 0 else { return }
    let message = English.count(unshownCount, "more mismatch", plural: "more mismatches")
    failures.append(StepFailure(location: .init(path: path, line: 0), kind: .finding(message)))
  }
}

/// The output of a command, for comparison with its output in another run.
struct KeptOutput: Equatable {
  private let hash: UInt64
  private let byteCount: Int
  /// The output; `nil` if too much output had been kept before.
  let bytes: [UInt8]?

  init(_ output: [UInt8], isWhole: Bool) {
    // FNV-1a is enough, since only outputs of the same file are compared.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    var at = 0
    while at < output.count {
      hash = (hash ^ UInt64(output[at])) &* 0x100_0000_01B3
      at &+= 1
    }
    self.hash = hash
    byteCount = output.count
    bytes = isWhole ? output : nil
  }

  static func == (a: KeptOutput, b: KeptOutput) -> Bool { a.hash == b.hash && a.byteCount == b.byteCount }
}
