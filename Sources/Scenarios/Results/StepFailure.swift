public import TerminalText

/// A failure of a scenario.
public struct StepFailure: Sendable, Equatable {
  /// The location of the failure.
  public var location: Location
  /// The line of the command, from 1; 0 if the failure concerns no command.
  public var commandLine = 0
  /// The command's lines, escaped for display and without marks.
  public var command: [String] = []
  /// The kind of the failure.
  public var kind: Kind
  /// The difference, if the output differs.
  public var difference: OutputDifference?
  /// The output of a stopped command so far, escaped for display.
  public var printed: [String] = []
  /// Notes for the author, each one a sentence.
  public var notes: [String] = []
  /// The location of the earlier failure that shows the same change or caused this one; `nil` if there is none.
  public var follows: Location?
  /// The screens before and after the step.
  public var screens: Screens?

  /// A line of a file.
  public struct Location: Sendable, Equatable, CustomStringConvertible {
    /// The file, as it was given or found.
    public var path: FilePath
    /// The line, from 1; 0 for the file as a whole.
    public var line: Int

    /// Creates a location at a line, from 1; 0 for the file as a whole.
    public init(path: FilePath, line: Int) {
      self.path = path
      self.line = line
    }

    /// The location as `PATH:LINE`, escaped for display.
    public var description: String { line > 0 ? "\(path):\(line)" : "\(path)" }
  }

  /// The screens around a step.
  public struct Screens: Sendable, Equatable {
    /// The lines before the step.
    public var before: [String]
    /// The lines after the step.
    public var after: [String]

    /// Creates the screens around a step.
    public init(before: [String], after: [String]) {
      self.before = before
      self.after = after
    }
  }

  /// The ways in which a step can fail.
  public enum Kind: Sendable, Equatable {
    /// The output differs.
    case output
    /// Another problem, such as an unreadable pattern or file, with its message.
    case finding(String)
    /// The command was still running when the scenario's timeout was reached.
    case timeout(milliseconds: UInt64)
    /// The run was interrupted while the command ran.
    case interrupted
    /// There are commands after a command that ended the session.
    case afterQuit(commandCount: Int)
    /// The state differs from the one for which the hash was recorded.
    case hash(recorded: String, computed: String)
    /// Another run of the same commands printed something else.
    case unsteady(run: Int)
    /// The process that ran the command ended before there was a verdict, for a reason such as “segmentation fault”.
    case died(cause: UntrustedText)
  }

  /// Creates a failure. The texts of its kind are cut like the lines of a report.
  public init(location: Location, kind: Kind) {
    self.location = location
    self.kind =
      switch kind {
      case .finding(let message): .finding(ShownLine.cut(message))
      case .hash(let recorded, let computed):
        .hash(recorded: ShownLine.cut(recorded), computed: ShownLine.cut(computed))
      default: kind
      }
  }

  /// Creates a failure at a step's command.
  init(_ step: Transcript.Step, of transcript: Transcript, in path: FilePath, kind: Kind) {
    self.init(location: Location(path: path, line: step.command.lowerBound + 1), kind: kind)
    commandLine = step.command.lowerBound + 1
    command = transcript.shownCommand(of: step)
  }

  /// The message of the failure, in one sentence.
  public var message: String {
    switch kind {
    case .output: "the output differs"
    case .finding(let message): message
    case .timeout(let milliseconds): "still running after \(milliseconds) ms"
    case .interrupted: "interrupted"
    case .afterQuit(let count):
      count == 1
        ? "a command below was not run: this one ended the session"
        : "\(count) commands below were not run: this one ended the session"
    case .hash(let recorded, let computed):
      "the state differs: its hash was \(Escaping.escaped(recorded)), now it is \(Escaping.escaped(computed))"
    case .unsteady(let run): "run \(run) printed different output than the first run"
    case .died(let cause): "the process died: \(cause)"
    }
  }

  var isDeath: Bool {
    if case .died = kind { true } else { false }
  }

  /// The number of bytes in the texts that are shown.
  var byteCount: Int {
    let screenLines = (screens?.before ?? []) + (screens?.after ?? [])
    let texts = command + printed + notes + screenLines
    return texts.reduce(difference?.byteCount ?? 0) { $0 + $1.utf8.count }
  }
}

extension Transcript {
  /// The maximum number of lines of a command in a failure.
  static let shownCommandLineMax = 100

  func shownCommand(of step: Step) -> [String] {
    let lines = step.command.prefix(Self.shownCommandLineMax).map {
      ShownLine.text(of: bytes[Transcript.unmarked(self.lines[$0])])
    }
    let more = step.command.count - lines.count
    return more > 0 ? lines + ["… \(English.count(more, "more line"))"] : lines
  }
}
