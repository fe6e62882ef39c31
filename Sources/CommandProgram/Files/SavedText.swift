import Scenarios

/// The text of a file that contains a session. Comments that the user has added to the file are preserved.
enum SavedText {
  /// Returns the text of a file, extended to the whole session; `nil` if the file contains anything but the beginning
  /// of the session.
  ///
  /// Commands and output are compared byte for byte. Comments and blank lines of the file may differ.
  ///
  /// - Complexity: O(bytes).
  static func text(of session: [UInt8], extending held: [UInt8]) -> [UInt8]? {
    if held.isEmpty || session.starts(with: held) { return session }
    guard let byteCount = commonByteCount(of: session, Transcript(held)) else { return nil }
    var text = held
    if text.last != UInt8(ascii: "\n") { text.append(UInt8(ascii: "\n")) }
    return text + session[byteCount...]
  }

  /// Returns the reason why a recording can never continue a file, whatever its commands print; `nil` if there is
  /// none.
  ///
  /// - Complexity: O(lines).
  static func obstacle(in held: Transcript) -> String? {
    if let use = held.header.uses.first { return "its line \(use.line) uses another file" }
    for step in held.steps {
      if step.isUnordered { return "the lines below its line \(step.command.upperBound) are “unordered”" }
      if let line = held.outputLines(of: step).first(where: { held.lines[$0].kind.isPattern }) {
        return "its line \(line + 1) is a pattern"
      }
    }
    return nil
  }

  /// Returns the number of bytes at the beginning of a session that a file also contains; 0 if the file contains
  /// anything else.
  ///
  /// - Complexity: O(bytes).
  static func byteCount(of session: [UInt8], heldBy held: [UInt8]) -> Int {
    session.starts(with: held) ? held.count : commonByteCount(of: session, Transcript(held)) ?? 0
  }

  /// Returns the offset of the first step that a file does not contain; `nil` if the file contains anything else.
  private static func commonByteCount(of session: [UInt8], _ old: Transcript) -> Int? {
    let new = Transcript(session)
    guard old.steps.count <= new.steps.count, old.strayLines.isEmpty, old.header.seed == new.header.seed,
      zip(old.steps, new.steps).allSatisfy({ lines(of: $0, in: old) == lines(of: $1, in: new) })
    else { return nil }
    if old.steps.count == new.steps.count { return session.count }
    return new.lines[new.steps[old.steps.count].command.lowerBound].start
  }

  /// Returns the lines of a step's command and its output, without comments and blank lines.
  private static func lines(of step: Transcript.Step, in transcript: Transcript) -> [ArraySlice<UInt8>] {
    (Array(step.command) + transcript.outputLines(of: step)).map { transcript.text(ofLine: $0) }
  }
}
