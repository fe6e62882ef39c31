import Scenarios

/// The text of a file that contains a session. Comments that the user has added to the file are preserved.
enum SavedText {
  /// Returns the text of a file, extended to the whole session; `nil` if the file contains anything but the beginning
  /// of the session.
  ///
  /// Commands are compared byte for byte, and output without the `\` of escaped lines. Comments and blank lines of the
  /// file may differ.
  ///
  /// - Complexity: O(bytes).
  static func text(of session: [UInt8], extending held: [UInt8]) -> [UInt8]? {
    if held.isEmpty || session.starts(with: held) { return session }
    guard let byteCount = try? commonByteCount(of: session, Transcript(held)) else { return nil }
    var rest: [UInt8] = held.last == UInt8(ascii: "\n") ? [] : [UInt8(ascii: "\n")]
    rest += session[byteCount...]
    return held + endingLines(of: rest, as: held)
  }

  /// Returns lines that end in `\r\n` if the first line of a file does.
  static func endingLines(of text: some Collection<UInt8>, as held: [UInt8]) -> [UInt8] {
    let (newline, carriageReturn) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
    guard let end = held.firstIndex(of: newline), end > 0, held[end - 1] == carriageReturn else {
      return Array(text)
    }
    return text.flatMap { $0 == newline ? [carriageReturn, newline] : [$0] }
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

  /// Returns the reason why a session does not continue a file with commands; `nil` if it does, or if the file has no
  /// commands.
  ///
  /// - Complexity: O(bytes).
  static func obstacle(to session: [UInt8], continuing held: [UInt8]) -> String? {
    let old = Transcript(held)
    if old.steps.isEmpty || session.starts(with: held) { return nil }
    if let obstacle = obstacle(in: old) { return obstacle }
    do throws(Obstacle) {
      _ = try commonByteCount(of: session, old)
      return nil
    } catch {
      return error.reason
    }
  }

  /// Returns the number of bytes at the beginning of a session that a file also contains; 0 if the file contains
  /// anything else.
  ///
  /// - Complexity: O(bytes).
  static func byteCount(of session: [UInt8], heldBy held: [UInt8]) -> Int {
    session.starts(with: held)
      ? held.count : (try? commonByteCount(of: session, Transcript(held))) ?? 0
  }

  private struct Obstacle: Error {
    var reason: String
  }

  /// Returns the offset of the first step that a file does not contain. Throws an error if the file contains anything
  /// else.
  private static func commonByteCount(
    of session: [UInt8], _ old: Transcript
  ) throws(Obstacle) -> Int {
    let new = Transcript(session)
    if let line = old.strayLines.first {
      throw Obstacle(reason: "its line \(line + 1) is output above the first command")
    }
    if old.header.seed != new.header.seed {
      let (own, other) = (old.header.seed, new.header.seed)
      throw Obstacle(
        reason: "its seed is \(own.map(String.init) ?? "not set"), and the session's is "
          + "\(other.map(String.init) ?? "not set")")
    }
    let (oldSteps, newSteps) = (commandSteps(of: old), commandSteps(of: new))
    for (index, step) in oldSteps.enumerated() {
      guard index < newSteps.count, old.command(of: step) == new.command(of: newSteps[index]) else {
        throw Obstacle(
          reason: "the session has another command, or none, in place of its line "
            + "\(step.command.lowerBound + 1)")
      }
      guard output(of: step, in: old) == output(of: newSteps[index], in: new) else {
        throw Obstacle(reason: "the session printed something else below its line \(step.command.upperBound)")
      }
    }
    if oldSteps.count == newSteps.count { return session.count }
    return new.lines[newSteps[oldSteps.count].command.lowerBound].start
  }

  /// Returns the steps without those that do nothing: empty commands and commands that are only a comment.
  private static func commandSteps(of transcript: Transcript) -> [Transcript.Step] {
    transcript.steps.filter { step in
      let text = transcript.command(of: step).drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      let isNothing = text.isEmpty || (text.first == UInt8(ascii: "#") && step.command.count == 1)
      return !isNothing || !transcript.outputLines(of: step).isEmpty
    }
  }

  /// Returns the lines of a step's output, without comments and blank lines.
  private static func output(of step: Transcript.Step, in transcript: Transcript) -> [ArraySlice<UInt8>] {
    transcript.outputLines(of: step).map { line in
      let text = transcript.text(ofLine: line)
      return transcript.lines[line].kind == .escaped ? text.dropFirst() : text
    }
  }
}
