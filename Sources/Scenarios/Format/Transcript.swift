import TerminalText

/// The contents of a scenario file: its bytes, and the kind of each line.
///
/// Every sequence of bytes is a scenario, so reading cannot fail. `# …` and blank lines are comments, `> ` begins a
/// command, `. ` directly below continues it, and every other line is expected output of the command above. Lines and
/// steps are ranges of ``bytes``, so no text is copied.
public struct Transcript: Sendable, Equatable {
  /// The version of the format that this library writes, and the latest version that it reads.
  public static let formatVersion = 1
  /// The maximum size of a file that is replayed, in bytes.
  public static let byteCountMax = 16 << 20
  /// The maximum number of lines of a file that is replayed. A comparison may take 300 bytes of memory for each line.
  public static let lineCountMax = 1_000_000

  /// The file, byte for byte.
  public let bytes: [UInt8]
  /// The lines in file order. Each byte belongs to exactly one line, except for a byte-order mark.
  public let lines: [Line]
  /// The commands in file order, with their expected output.
  public let steps: [Step]
  /// The header.
  public let header: ScenarioHeader

  /// A line: its kind, and the offsets of its text and its ending.
  public struct Line: Sendable, Equatable {
    /// The kind of the line.
    public var kind: Kind
    /// The offset of the text.
    public var start: Int
    /// The offset after the text.
    public var end: Int
    /// The offset after the line's ending (`\n`, with any `\r` before it, or nothing at the end of the file).
    public var next: Int

    /// The text without its ending, as a range of the file's bytes.
    public var text: Range<Int> { start..<end }
  }

  /// The kind of a line.
  public enum Kind: UInt8, Sendable, Equatable {
    /// A comment: `# …`.
    case comment
    /// A blank line.
    case blank
    /// The first line of a command: `> …`.
    case command
    /// A further line of a command, directly below it: `. …`.
    case continuation
    /// Expected output, literally.
    case text
    /// Expected output after a leading `\`, which is not part of it.
    case escaped
    /// Expected output that ends in ` (glob)`: a pattern.
    case glob
    /// Expected output that ends in ` (re)`: a regular expression.
    case regex
    /// Any number of lines: `...`.
    case anyLines

    /// A Boolean value that indicates whether the line is expected output of the command above.
    public var isOutput: Bool { rawValue >= Kind.text.rawValue }

    /// A Boolean value that indicates whether the line matches more than one text.
    public var isPattern: Bool { rawValue >= Kind.glob.rawValue }
  }

  /// A command and its expected output.
  public struct Step: Sendable, Equatable {
    /// The indices of the command's lines: the `> ` line and its `. ` lines.
    public var command: Range<Int>
    /// The indices of the lines below, up to the last line of expected output. They may include comments and blank
    /// lines.
    public var body: Range<Int>
    /// A Boolean value that indicates whether `# unordered` is above the command, or between it and its output.
    public var isUnordered = false
    /// The index of the `# hash: …` line below the command; `nil` if there is none.
    public var hashLine: Int?
    /// The bytes of the expected output, valid if `isVerbatim`: consecutive literal lines, each ending in `\n`.
    var verbatim: Range<Int>
    var isVerbatim = true
  }

  /// Returns the text of a line, without its ending.
  public func text(ofLine index: Int) -> ArraySlice<UInt8> { bytes[lines[index].text] }

  /// Returns the indices of a step's lines of expected output. O(lines of the step).
  public func outputLines(of step: Step) -> [Int] {
    step.body.filter { lines[$0].kind.isOutput }
  }

  /// A Boolean value that indicates whether the scenario has a command that is not blank.
  public var hasCommands: Bool { steps.contains { step in command(of: step).contains { $0 > 0x20 } } }

  /// A Boolean value that indicates whether any command is expected to print an error.
  public var expectsErrors: Bool { steps.contains { expectsError(of: $0) } }

  /// Returns whether a step's command is expected to print an error.
  public func expectsError(of step: Step) -> Bool {
    outputLines(of: step).contains { text(ofLine: $0).starts(with: "error: ".utf8) }
  }

  /// The indices of the output lines above the first command, which no command can print. O(those lines).
  public var strayLines: [Int] {
    let end = steps.first?.command.lowerBound ?? lines.count
    return (0..<end).filter { lines[$0].kind.isOutput }
  }

  /// Returns the text of a step's command without marks, its lines joined by `\n`. O(its length).
  public func command(of step: Step) -> [UInt8] {
    var text: [UInt8] = []
    for index in step.command {
      if index > step.command.lowerBound { text.append(UInt8(ascii: "\n")) }
      text.append(contentsOf: bytes[Transcript.unmarked(lines[index])])
    }
    return text
  }

  /// Returns the range of a command line's text after its mark `> ` or `. `; empty for a bare mark.
  static func unmarked(_ line: Line) -> Range<Int> { min(line.start &+ 2, line.end)..<line.end }
}

extension Transcript {
  /// The texts of the commands in file order, without marks and output. O(bytes).
  public var commands: [[UInt8]] { steps.map(command(of:)) }

  /// Returns the commands as a script. Each line has the same number as in the file, and the other lines are empty.
  ///
  /// - Complexity: O(bytes).
  public func script() -> [UInt8] {
    var text: [UInt8] = []
    for line in lines {
      if line.kind == .command || line.kind == .continuation { text += bytes[Self.unmarked(line)] }
      text.append(UInt8(ascii: "\n"))
    }
    return text
  }
}
