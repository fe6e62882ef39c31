import TerminalText

/// A writer of transcripts, which recording, saving and re-recording share.
///
/// A reader of the transcript gets the same commands and outputs, whatever bytes they contain. Only carriage returns at
/// the end of a line are dropped.
public struct TranscriptWriter {
  /// The bytes written so far.
  public private(set) var bytes: [UInt8] = []

  /// Creates a writer.
  public init() {}

  /// Writes the header: the claim if there is one, `# format:`, `# tags:`, `# cause:`, `# faults:`, `# seed:`, and a
  /// blank line. Each line of the claim is a comment line.
  public mutating func header(
    claim: String = "", tags: [String] = [], cause: String = "", faults: String = "", seed: UInt64? = nil
  ) {
    if !claim.isEmpty {
      for line in claim.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
        comment(String(line))
      }
    }
    comment("format: \(Transcript.formatVersion)")
    if !tags.isEmpty { comment("tags: \(tags.joined(separator: " "))") }
    if !cause.isEmpty {
      comment("cause: \(cause.split(whereSeparator: \.isNewline).joined(separator: " "))")
    }
    if !faults.isEmpty { comment("faults: \(faults)") }
    if let seed { comment("seed: \(seed)") }
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Writes a command and its output. O(bytes).
  public mutating func step(command: Span<UInt8>, output: Span<UInt8>) {
    TranscriptWriter.append(command: command, to: &bytes)
    var start = 0
    while start < output.count {
      let newline = TranscriptSyntax.newline(in: output, from: start)
      TranscriptWriter.append(outputLine: output.extracting(start..<newline), to: &bytes)
      bytes.append(UInt8(ascii: "\n"))
      start = newline &+ 1
    }
  }

  mutating func cut(to byteCount: Int) { bytes.removeSubrange(byteCount...) }

  mutating func comment(_ text: String) {
    bytes.append(contentsOf: text.isEmpty ? "#\n".utf8 : "# \(text)\n".utf8)
  }

  /// Appends the lines of a command with `> ` and `. ` before them; an empty line is a bare mark.
  public static func append(command: Span<UInt8>, to bytes: inout [UInt8]) {
    var mark = UInt8(ascii: ">")
    var start = 0
    repeat {
      let newline = TranscriptSyntax.newline(in: command, from: start)
      let end = TranscriptSyntax.end(command, start, newline)
      bytes.append(mark)
      if end > start {
        bytes.append(UInt8(ascii: " "))
        bytes.append(command.extracting(start..<end))
      }
      bytes.append(UInt8(ascii: "\n"))
      mark = UInt8(ascii: ".")
      start = newline &+ 1
    } while start <= command.count
  }

  /// Appends a printed line without an ending, with a leading `\` if it would have another meaning.
  static func append(outputLine line: Span<UInt8>, to bytes: inout [UInt8]) {
    let end = TranscriptSyntax.end(line, 0, line.count)
    if TranscriptSyntax.needsEscape(line, 0, end) { bytes.append(UInt8(ascii: "\\")) }
    bytes.append(line.extracting(0..<end))
  }

  /// Returns a printed line in the form of a file, without an ending.
  static func written(_ line: ArraySlice<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    append(outputLine: line.span, to: &bytes)
    return bytes
  }
}
