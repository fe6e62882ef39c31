/// Writes transcripts in the one layout that recording, saving and re-recording share.
///
/// Reading what was written gives the same commands and outputs back, whatever bytes they hold
/// (carriage returns before a line's end belong to the ending and are dropped).
public struct TranscriptWriter {
  /// The bytes written so far.
  public private(set) var bytes: [UInt8] = []

  /// A writer that has written nothing.
  public init() {}

  /// Writes the header: the claim if there is one, then `# format:`, `# tags:` and `# seed:`, then a
  /// blank line. Line breaks in the claim begin a new comment line.
  public mutating func header(claim: String = "", tags: [String] = [], seed: UInt64? = nil) {
    if !claim.isEmpty {
      for line in claim.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
        comment(String(line))
      }
    }
    comment("format: \(Transcript.formatVersion)")
    if !tags.isEmpty { comment("tags: \(tags.joined(separator: " "))") }
    if let seed { comment("seed: \(seed)") }
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Writes a command and what it printed. O(bytes).
  public mutating func step(command: Span<UInt8>, output: Span<UInt8>) {
    TranscriptWriter.append(command: command, to: &bytes)
    var start = 0
    while start < output.count {
      let newline = ByteScan.newline(in: output, from: start)
      TranscriptWriter.append(outputLine: output.extracting(start..<newline), to: &bytes)
      bytes.append(UInt8(ascii: "\n"))
      start = newline &+ 1
    }
  }

  /// Takes back what was written behind an offset.
  mutating func cut(to byteCount: Int) { bytes.removeSubrange(byteCount...) }

  mutating func comment(_ text: String) {
    bytes.append(contentsOf: text.isEmpty ? "#\n".utf8 : "# \(text)\n".utf8)
  }

  /// Appends a command's lines behind `> ` and `. `; an empty line is the bare mark.
  public static func append(command: Span<UInt8>, to bytes: inout [UInt8]) {
    var mark = UInt8(ascii: ">")
    var start = 0
    repeat {
      let newline = ByteScan.newline(in: command, from: start)
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

  /// Appends one printed line without an ending, behind a `\` where it would read as something else.
  static func append(outputLine line: Span<UInt8>, to bytes: inout [UInt8]) {
    let end = TranscriptSyntax.end(line, 0, line.count)
    if TranscriptSyntax.needsEscape(line, 0, end) { bytes.append(UInt8(ascii: "\\")) }
    bytes.append(line.extracting(0..<end))
  }

  /// A printed line as it stands in a file, without an ending.
  static func written(_ line: ArraySlice<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    append(outputLine: line.span, to: &bytes)
    return bytes
  }
}
