public import CommandLanguage
import TerminalText

/// A line hook that keeps the transcript of a session.
///
/// ```swift
/// let recording = Recording()
/// _ = session.run(session.read(text.span), into: &output, hooks: [recording])
/// ```
///
/// The transcript is a scenario: `Transcript(recording.transcript)` replays to the same bytes. A command that cannot be
/// replayed is kept as a comment: one that was interrupted, or that runs a command of the prompt in a block.
public final class Recording: LineHook {
  /// The number of commands kept.
  public private(set) var commandCount = 0
  /// The number of commands that were not kept because the transcript had reached the maximum size of a scenario.
  public private(set) var lostCount = 0

  /// The number of lines that are kept only as comments because they cannot be replayed.
  public private(set) var unrepeatedCount = 0
  /// The number of typed lines that were left out because they failed before any of their commands acted.
  public private(set) var mistakeCount = 0
  /// The length of the transcript after each command that ``weigh`` counts as a change, in order; `Int.max` once
  /// commands are no longer kept.
  public private(set) var changeEnds: [Int] = []
  /// Returns the weight of a command. It is called before the command runs. The function that it returns is called
  /// after the command. Without ``weigh``, no command counts as a change.
  public var weigh: ((PreparedLine) -> (Outcome) -> CommandWeight)?
  /// A Boolean value that indicates whether lines that failed before any of their commands acted are kept.
  public var keepsMistakes = true

  private var writer = TranscriptWriter()
  private let kept: (PreparedLine) -> [UInt8]?
  private let onStep: ((ArraySlice<UInt8>) -> Void)?
  /// The function that weighs the running line after it has run; `nil` for a comment.
  private var current: ((Outcome) -> CommandWeight?)?

  /// Starts a transcript with its header.
  ///
  /// - Parameters:
  ///   - claim: the scenario's first comment; empty for none.
  ///   - tags: the words by which the scenario is chosen.
  ///   - cause: the cause of a finding of exploration; empty for none.
  ///   - faults: the faults that are needed to reproduce the finding; empty for none.
  ///   - seed: the seed of the session.
  ///   - kept: returns the part of a line that belongs in the transcript; `nil` for the whole line. The part leaves out
  ///     commands that concern only the prompt. The closure is called after the line has run.
  ///   - onStep: called with each piece of text that is added to the transcript, beginning with the header.
  public init(
    claim: String = "", tags: [String] = [], cause: String = "", faults: String = "",
    seed: UInt64? = nil,
    kept: @escaping (PreparedLine) -> [UInt8]? = { _ in nil },
    onStep: ((ArraySlice<UInt8>) -> Void)? = nil
  ) {
    self.kept = kept
    self.onStep = onStep
    writer.header(claim: claim, tags: tags, cause: cause, faults: faults, seed: seed)
    onStep?(writer.bytes[...])
  }

  /// The number of lines of the transcript, apart from its header.
  private var lineCount = 0

  /// The transcript so far, without a command that is still running.
  public var transcript: [UInt8] { writer.bytes }

  /// The maximum size of a transcript in bytes: the maximum size of a file that can be replayed.
  public static let byteCountMax = Transcript.byteCountMax

  public func lineBegins(_ line: PreparedLine, in session: any Session, _ output: inout [UInt8]) -> Outcome? {
    if let comment = Self.comment(in: line.text) {
      grow { $0.comment(comment) }
      current = nil
    } else {
      current = weigh?(line) ?? { _ in nil }
    }
    return nil
  }

  public func lineEnded(
    _ line: PreparedLine, in session: any Session, _ output: inout [UInt8], from start: Int,
    _ outcome: Outcome
  ) -> Outcome {
    guard let weigh = current else { return outcome }
    current = nil
    let weight = weigh(outcome)
    let part = kept(line)
    if !session.isRepeatable {
      unrepeatedCount += 1
      note(line.text, session.wasInterrupted ? "interrupted, so not repeated" : "not repeated")
    } else if part?.isEmpty == true {
      // Only commands that concern the prompt have run.
    } else if weight == .mistake, !keepsMistakes {
      mistakeCount += 1
    } else {
      let (command, printed) = (part ?? line.text, session.unfitted(output, from: start))
      add(command.span, printed.span)
    }
    if weight == .change { noteChange() }
    return outcome
  }

  /// Returns the text of a line that is only a comment; `nil` for any other line.
  private static func comment(in command: [UInt8]) -> String? {
    let lines = PrintedLines(command)
    let line = lines.count == 1 ? HeaderReader.trimmed(lines[0]) : []
    guard line.first == UInt8(ascii: "#") else { return nil }
    let body = HeaderReader.body(of: line)
    let text = ShownLine.text(of: body)
    // A typed comment must not become a setting.
    return HeaderReader.isSetting(body) ? "“\(text)”" : text
  }

  /// Records a change that was made without a typed command, as a command that repeats the change.
  public func append(command: Span<UInt8>, output: Span<UInt8>) {
    add(command, output)
    if weigh != nil { noteChange() }
  }

  private func noteChange() { changeEnds.append(lostCount == 0 ? writer.bytes.count : .max) }

  private func add(_ command: Span<UInt8>, _ output: Span<UInt8>) {
    // Line endings after the command are not part of it.
    var end = command.count
    while end > 0, command[end - 1] == 0x0A || command[end - 1] == 0x0D { end -= 1 }
    grow {
      $0.step(command: command.extracting(0..<end), output: output)
      commandCount += 1
    }
  }

  private func note(_ command: [UInt8], _ reason: String) {
    let lines = PrintedLines(command)
    grow { writer in
      for line in lines.indices {
        writer.comment("\(reason): \(ShownLine.text(of: lines[line]))")
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
    let newLineCount = lineCount + writer.bytes[start...].count { $0 == UInt8(ascii: "\n") }
    if writer.bytes.count > Self.byteCountMax || newLineCount > Transcript.lineCountMax {
      writer.cut(to: start)
      commandCount = count
      lostCount = 1
    } else {
      lineCount = newLineCount
      onStep?(writer.bytes[start...])
    }
  }
}

/// The importance of a command for the record of a session.
public enum CommandWeight: Sendable, Equatable {
  /// The command failed before it acted: it was malformed, or an argument was wrong.
  case mistake
  /// The command ran and changed nothing.
  case query
  /// The command changed something, or its purpose is the record.
  case change
}
