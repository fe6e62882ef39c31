public import CommandLanguage

/// A session that forwards everything to another one and keeps the transcript of it.
///
/// What it keeps is a scenario: `Transcript(recording.transcript)` replays to the same bytes.
public final class RecordingSession: Session {
  /// The session that runs the commands.
  public let base: any Session
  private var writer = TranscriptWriter()
  private let unrecorded: [[UInt8]]
  private let onStep: ((ArraySlice<UInt8>) -> Void)?

  /// Starts a transcript with its header.
  ///
  /// - Parameters:
  ///   - base: runs the commands.
  ///   - claim: the scenario's first comment; empty for none.
  ///   - seed: the seed with which `base` was made.
  ///   - unrecorded: first words of commands that are about the recording itself and stay out of it.
  ///   - onStep: called with each piece of text that the transcript grows by, the header first.
  public init(
    _ base: any Session, claim: String = "", seed: UInt64? = nil,
    unrecorded: [String] = ["save", "record"], onStep: ((ArraySlice<UInt8>) -> Void)? = nil
  ) {
    self.base = base
    self.unrecorded = unrecorded.map { Array($0.utf8) }
    self.onStep = onStep
    writer.header(claim: claim, seed: seed)
    onStep?(writer.bytes[...])
  }

  /// The transcript so far. A command that is still running is not in it.
  public var transcript: [UInt8] { writer.bytes }

  public func run(_ command: Span<UInt8>, into output: inout [UInt8]) -> Outcome {
    let start = output.count
    let outcome = base.run(command, into: &output)
    guard !isUnrecorded(command) else { return outcome }
    append(command: command, output: output.span.extracting(start..<max(start, output.count)))
    return outcome
  }

  /// Records something that happened without a typed command, as the command that would repeat it.
  public func append(command: Span<UInt8>, output: Span<UInt8>) {
    let start = writer.bytes.count
    // The end of the last line belongs to whoever sent the command, not to the command.
    var end = command.count
    while end > 0, command[end - 1] == 0x0A || command[end - 1] == 0x0D { end -= 1 }
    writer.step(command: command.extracting(0..<end), output: output)
    onStep?(writer.bytes[start...])
  }

  public func completeness(of text: Span<UInt8>) -> Completeness { base.completeness(of: text) }

  public func completions(of text: Span<UInt8>, at cursor: Int) -> Completions {
    base.completions(of: text, at: cursor)
  }

  public var isInterrupted: () -> Bool {
    get { base.isInterrupted }
    set { base.isInterrupted = newValue }
  }

  /// A line that does something else besides is recorded as a whole: losing that would be worse.
  private func isUnrecorded(_ command: Span<UInt8>) -> Bool {
    command.withUnsafeBufferPointer { bytes in
      if bytes.contains(UInt8(ascii: ";")) { return false }
      let isSpace: (UInt8) -> Bool = { $0 == 0x20 || ($0 >= 0x09 && $0 <= 0x0D) }
      let word = bytes.drop(while: isSpace).prefix { !isSpace($0) && $0 != UInt8(ascii: ";") }
      return unrecorded.contains { $0.elementsEqual(word) }
    }
  }
}

extension RecordingSession: ScriptSession {
  /// What the base says of it; a base that cannot check finds nothing wrong.
  public func check(_ text: Span<UInt8>, into output: inout [UInt8]) -> Bool {
    (base as? any ScriptSession)?.check(text, into: &output) ?? true
  }
}
