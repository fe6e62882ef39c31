public import CommandLanguage
import TerminalText

/// Keeps the transcript of a session: a hook of its lines.
///
/// ```swift
/// let recording = Recording()
/// _ = session.run(session.read(text.span), into: &output, hooks: [recording])
/// ```
///
/// The transcript is a scenario: `Transcript(recording.transcript)` replays to the same bytes. A command that
/// was interrupted could not, so it is kept as a comment.
public final class Recording: LineHook {
  /// The number of commands kept.
  public private(set) var commandCount = 0
  /// The number of commands that were not kept, because the transcript already had the greatest length of a scenario.
  public private(set) var lostCount = 0

  /// The number of typed lines that failed before anything ran, and so were left out.
  public private(set) var mistakeCount = 0
  /// The lengths of the transcript behind each command that changed something, as ``weigh`` says, in order.
  public private(set) var changeEnds: [Int] = []
  /// Weighs a command: called before it runs, and what it returns behind it. Without one nothing counts as a change.
  public var weigh: ((PreparedLine) -> (Outcome) -> CommandWeight)?
  /// A Boolean value that indicates whether lines that failed before anything ran are kept.
  public var keepsMistakes = true

  private var writer = TranscriptWriter()
  private let kept: (PreparedLine) -> [UInt8]?
  private let onStep: ((ArraySlice<UInt8>) -> Void)?
  /// The line that runs.
  private var current: (part: [UInt8]?, weigh: ((Outcome) -> CommandWeight)?)?

  /// Starts a transcript with its header.
  ///
  /// - Parameters:
  ///   - claim: the scenario's first comment; empty for none.
  ///   - seed: the seed with which the session was made.
  ///   - kept: returns the part of a line that belongs into the transcript: all of it for `nil`, and without what is
  ///     about the prompt alone otherwise. Called before the line runs.
  ///   - onStep: called with each piece of text that the transcript grows by, the header first.
  public init(
    claim: String = "", seed: UInt64? = nil, kept: @escaping (PreparedLine) -> [UInt8]? = { _ in nil },
    onStep: ((ArraySlice<UInt8>) -> Void)? = nil
  ) {
    self.kept = kept
    self.onStep = onStep
    writer.header(claim: claim, seed: seed)
    onStep?(writer.bytes[...])
  }

  /// The transcript so far. A command that is still running is not in it.
  public var transcript: [UInt8] { writer.bytes }

  /// The most bytes that a transcript has: no more could be replayed.
  public static let byteCountMax = Transcript.byteCountMax

  public func lineBegins(_ line: PreparedLine, in session: any Session, _ output: inout [UInt8]) -> Outcome? {
    if let comment = Self.comment(in: line.text) {
      grow { $0.comment(comment) }
      current = nil
    } else {
      current = (kept(line), weigh?(line))
    }
    return nil
  }

  public func lineEnded(
    _ line: PreparedLine, in session: any Session, _ output: inout [UInt8], from start: Int,
    _ outcome: Outcome
  ) -> Outcome {
    guard let (part, weigh) = current else { return outcome }
    current = nil
    let weight = weigh?(outcome)
    if weight == .mistake, !keepsMistakes {
      mistakeCount += 1
      return outcome
    }
    if outcome == .failed, session.wasInterrupted {
      note(interrupted: line.text)
    } else if part?.isEmpty != true {
      let (command, printed) = (part ?? line.text, session.unfitted(output, from: start))
      add(command.span, printed.span)
    }
    if weight == .change { noteChange() }
    return outcome
  }

  /// Returns the text of a line that is nothing but a comment; `nil` for any other line.
  private static func comment(in command: [UInt8]) -> String? {
    let lines = PrintedLines(command)
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

  private func note(interrupted command: [UInt8]) {
    let lines = PrintedLines(command)
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
}
