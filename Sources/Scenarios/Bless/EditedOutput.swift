/// A command with its output as a text for an editor: what was printed, in which only the output may change.
struct EditedOutput {
  private let hunk: BlessHunk

  init(_ hunk: BlessHunk) { self.hunk = hunk }

  /// A transcript of one step, below a comment that says what to do.
  var text: [UInt8] {
    var bytes = Array("# What stands below the command is taken. Leave the command as it is.\n".utf8)
    TranscriptWriter.append(command: hunk.commandText.span, to: &bytes)
    for line in hunk.newLines { bytes += line + [UInt8(ascii: "\n")] }
    return bytes
  }

  /// The output's lines as they are to stand in the file; `nil` if the command is another one.
  func lines(in text: [UInt8]) -> [[UInt8]]? {
    let transcript = Transcript(text)
    guard transcript.steps.count == 1, let step = transcript.steps.first, transcript.strayLines.isEmpty,
      transcript.command(of: step) == hunk.commandText
    else { return nil }
    return transcript.outputLines(of: step).map { Array(transcript.text(ofLine: $0)) }
  }
}
