/// A scenario file, read without loss: the bytes as they stand, and what each line of them is.
///
/// Every sequence of bytes is a scenario; reading cannot fail. `# …` and blank lines are comments,
/// `> ` begins a command, `. ` directly below continues it, every other line is expected output of
/// the command above. Lines and steps are ranges into ``bytes``, so nothing is copied.
public struct Transcript: Sendable, Equatable {
  /// The version of the format that this runner writes, and the latest that it reads.
  public static let formatVersion = 1
  /// The most bytes of a file that is replayed.
  public static let byteCountMax = 16 << 20

  /// The file, byte for byte.
  public let bytes: [UInt8]
  /// The lines in file order; each byte of the file belongs to exactly one (a byte-order mark to none).
  public let lines: [Line]
  /// The commands in file order, with their expected output.
  public let steps: [Step]
  /// The header.
  public let header: ScenarioHeader

  /// One line: what it is, and where its text and its ending are.
  public struct Line: Sendable, Equatable {
    /// The kind of the line.
    public var kind: Kind
    /// The first byte of the text.
    public var start: Int
    /// One past the last byte of the text.
    public var end: Int
    /// One past the line's ending (`\n`, with any `\r` before it, or nothing at the end of the file).
    public var next: Int

    /// The text without its ending, as a range of the file's bytes.
    public var text: Range<Int> { start..<end }
  }

  /// The kind of a line.
  public enum Kind: UInt8, Sendable, Equatable {
    /// `# …`
    case comment
    /// Nothing but blanks, where no output is expected.
    case blank
    /// `> …`
    case command
    /// `. …`, directly below a command.
    case continuation
    /// Expected output that is taken as it stands.
    case text
    /// Expected output behind a leading `\`, which is not part of it.
    case escaped
    /// Expected output ending in ` (glob)`.
    case glob
    /// Expected output ending in ` (re)`.
    case regex
    /// `...`: any lines, or none.
    case anyLines

    /// A Boolean value that indicates whether the line is expected output of the command above.
    public var isOutput: Bool { rawValue >= Kind.text.rawValue }
  }

  /// A command and the output that is expected of it.
  public struct Step: Sendable, Equatable {
    /// Indices of the command's lines: the `> ` line and its `. ` lines.
    public var command: Range<Int>
    /// Indices of the lines below, to the last one that is expected output; comments and blank lines
    /// may stand between.
    public var body: Range<Int>
    /// A Boolean value that indicates whether `# unordered` stands above the command, or between it and its output.
    public var isUnordered = false
    /// Index of the `# hash: …` line below the command.
    public var hashLine: Int?
    /// The bytes of the expected output when they are one run of plain lines, each ending in `\n`.
    var verbatim: Range<Int>
    var isVerbatim = true
  }

  /// 1-based number of the line with this index.
  public func number(ofLine index: Int) -> Int { index &+ 1 }

  /// The text of a line, without its ending.
  public func text(ofLine index: Int) -> ArraySlice<UInt8> { bytes[lines[index].text] }

  /// Indices of a step's lines of expected output. O(lines of the step).
  public func outputLines(of step: Step) -> [Int] {
    step.body.filter { lines[$0].kind.isOutput }
  }

  /// A Boolean value that indicates whether any command is expected to print an error.
  public var expectsErrors: Bool { steps.contains { expectsError(of: $0) } }

  /// Returns a Boolean value that indicates whether a step's command is expected to print an error.
  public func expectsError(of step: Step) -> Bool {
    outputLines(of: step).contains { text(ofLine: $0).starts(with: "error: ".utf8) }
  }

  /// Indices of the output lines above the first command, which no command can print. O(those lines).
  public var strayLines: [Int] {
    let end = steps.first?.command.lowerBound ?? lines.count
    return (0..<end).filter { lines[$0].kind.isOutput }
  }

  /// The text of a step's command, its lines joined by `\n`, without the marks. O(its length).
  public func command(of step: Step) -> [UInt8] {
    var text: [UInt8] = []
    for index in step.command {
      if index > step.command.lowerBound { text.append(UInt8(ascii: "\n")) }
      text.append(contentsOf: bytes[Transcript.unmarked(lines[index])])
    }
    return text
  }

  /// A command line's text behind its mark `> ` or `. `; empty for a bare mark.
  static func unmarked(_ line: Line) -> Range<Int> { min(line.start &+ 2, line.end)..<line.end }
}
