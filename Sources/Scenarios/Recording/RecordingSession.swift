public import CommandLanguage
import TerminalText

/// A session that forwards everything to another one and keeps the transcript of it.
///
/// What it keeps is a scenario: `Transcript(recording.transcript)` replays to the same bytes. A command that
/// was interrupted could not, so it is kept as a comment.
public final class RecordingSession: SessionWrapper {
  /// How many commands are kept.
  public private(set) var commandCount = 0
  /// How many commands came when the transcript was as long as a scenario may be, and are not kept.
  public private(set) var lostCount = 0

  /// How many typed lines failed before anything ran, and so were left out.
  public private(set) var mistakeCount = 0
  /// The lengths of the transcript behind each command that changed something, as ``weigh`` says, in order.
  public private(set) var changeEnds: [Int] = []
  /// Weighs a command: called before it runs, and what it returns behind it. Without one nothing counts as a change.
  public var weigh: ((Span<UInt8>) -> (Outcome) -> CommandWeight)?
  /// A Boolean value that indicates whether lines that failed before anything ran are kept.
  public var keepsMistakes = true

  /// Whether a script that runs in the session leaves its comments in the transcript, as one that is typed does.
  public var keepsCommentsOfScripts = false

  private var writer = TranscriptWriter()
  private let kept: (Span<UInt8>) -> [UInt8]?
  private let onStep: ((ArraySlice<UInt8>) -> Void)?
  private var asksForInterruption: () -> Bool = { false }
  private var wasInterrupted = false

  /// Starts a transcript with its header.
  ///
  /// - Parameters:
  ///   - base: runs the commands.
  ///   - claim: the scenario's first comment; empty for none.
  ///   - seed: the seed with which `base` was made.
  ///   - kept: what of a command belongs into the transcript: all of it for `nil`, and without what is about
  ///     the sitting alone otherwise. Asked before the command runs.
  ///   - onStep: called with each piece of text that the transcript grows by, the header first.
  public init(
    _ base: any Session, claim: String = "", seed: UInt64? = nil,
    kept: @escaping (Span<UInt8>) -> [UInt8]? = { _ in nil },
    onStep: ((ArraySlice<UInt8>) -> Void)? = nil
  ) {
    self.kept = kept
    self.onStep = onStep
    asksForInterruption = base.isInterrupted
    super.init(base)
    writer.header(claim: claim, seed: seed)
    base.isInterrupted = { [unowned self] in
      let isInterrupted = asksForInterruption()
      if isInterrupted { wasInterrupted = true }
      return isInterrupted
    }
    onStep?(writer.bytes[...])
  }

  /// The transcript so far. A command that is still running is not in it.
  public var transcript: [UInt8] { writer.bytes }

  /// The most bytes that a transcript has: no more could be replayed.
  public static let byteCountMax = Transcript.byteCountMax

  public override func run(_ command: Span<UInt8>, into output: inout [UInt8]) -> Outcome {
    record(command, into: &output) { base.run(command, into: &$0) }
  }

  public override func makeReader() -> CommandReader? {
    var reader = base.makeReader()
    reader?.givesComments = keepsCommentsOfScripts
    return reader
  }

  public override func run(_ command: PreparedCommand, into output: inout [UInt8]) -> Outcome {
    record(command.text.span, into: &output) { super.run(command, into: &$0) }
  }

  private func record(
    _ command: Span<UInt8>, into output: inout [UInt8], _ run: (inout [UInt8]) -> Outcome
  ) -> Outcome {
    let start = output.count
    if let comment = Self.comment(in: command) {
      grow { $0.comment(comment) }
      return run(&output)
    }
    let part = kept(command)
    wasInterrupted = false
    let weigh = weigh?(command)
    let outcome = run(&output)
    let weight = weigh?(outcome)
    if weight == .mistake, !keepsMistakes {
      mistakeCount += 1
      return outcome
    }
    if outcome == .failed, wasInterrupted {
      note(interrupted: command)
    } else if let part {
      if !part.isEmpty { add(part.span, base.unfitted(output, from: start).span) }
    } else {
      add(command, base.unfitted(output, from: start).span)
    }
    if weight == .change { noteChange() }
    return outcome
  }

  /// What a line says that is a comment and nothing else.
  private static func comment(in command: Span<UInt8>) -> String? {
    let lines = PrintedLines(command.copied)
    let line = lines.count == 1 ? HeaderReader.trimmed(lines[0]) : []
    guard line.first == UInt8(ascii: "#") else { return nil }
    let body = HeaderReader.body(of: line)
    let text = ShownLine.text(of: body)
    // What somebody says sets nothing.
    return HeaderReader.isSetting(body) ? "“\(text)”" : text
  }

  /// Records something that happened without a typed command, as the command that would repeat it.
  public func append(command: Span<UInt8>, output: Span<UInt8>) {
    add(command, output)
    if weigh != nil { noteChange() }
  }

  private func noteChange() { changeEnds.append(lostCount == 0 ? writer.bytes.count : .max) }

  private func add(_ command: Span<UInt8>, _ output: Span<UInt8>) {
    // The end of the last line belongs to whoever sent the command, not to the command.
    var end = command.count
    while end > 0, command[end - 1] == 0x0A || command[end - 1] == 0x0D { end -= 1 }
    grow {
      $0.step(command: command.extracting(0..<end), output: output)
      commandCount += 1
    }
  }

  private func note(interrupted command: Span<UInt8>) {
    let lines = PrintedLines(command.copied)
    grow { writer in
      for line in lines.indices {
        writer.comment("interrupted, so not repeated: \(ShownLine.text(of: lines[line]))")
      }
    }
  }

  private func grow(_ write: (inout TranscriptWriter) -> Void) {
    guard lostCount == 0 else {
      lostCount += 1
      return
    }
    let (start, count) = (writer.bytes.count, commandCount)
    write(&writer)
    if writer.bytes.count > Self.byteCountMax {
      writer.cut(to: start)
      commandCount = count
      lostCount = 1
    } else {
      onStep?(writer.bytes[start...])
    }
  }

  public override var isInterrupted: () -> Bool {
    get { asksForInterruption }
    set { asksForInterruption = newValue }
  }
}
