import Scenarios

/// The text of a file that holds a session, which may hold more: the person's comments stay.
enum SavedText {
  /// The text of a file that held the beginning of a session, with all of the session; `nil` when it held anything else.
  ///
  /// Commands and output are compared, byte for byte; comments and blank lines are the file's own.
  ///
  /// - Complexity: O(bytes).
  static func text(of session: [UInt8], goingOnFrom held: [UInt8]) -> [UInt8]? {
    if held.isEmpty || session.starts(with: held) { return session }
    guard let byteCount = commonByteCount(of: session, Transcript(held)) else { return nil }
    var text = held
    if text.last != UInt8(ascii: "\n") { text.append(UInt8(ascii: "\n")) }
    return text + session[byteCount...]
  }

  /// The number of bytes at the beginning of a session that a file holds as well; 0 when it holds anything else.
  ///
  /// - Complexity: O(bytes).
  static func byteCount(of session: [UInt8], heldBy held: [UInt8]) -> Int {
    session.starts(with: held) ? held.count : commonByteCount(of: session, Transcript(held)) ?? 0
  }

  /// Returns the index in a session at which the first step begins that a file does not hold.
  private static func commonByteCount(of session: [UInt8], _ old: Transcript) -> Int? {
    let new = Transcript(session)
    guard old.steps.count <= new.steps.count, old.strayLines.isEmpty, old.header.seed == new.header.seed,
      zip(old.steps, new.steps).allSatisfy({ lines(of: $0, in: old) == lines(of: $1, in: new) })
    else { return nil }
    if old.steps.count == new.steps.count { return session.count }
    return new.lines[new.steps[old.steps.count].command.lowerBound].start
  }

  /// A step's command and its output, without what stands between.
  private static func lines(of step: Transcript.Step, in transcript: Transcript) -> [ArraySlice<UInt8>] {
    (Array(step.command) + transcript.outputLines(of: step)).map { transcript.text(ofLine: $0) }
  }
}
