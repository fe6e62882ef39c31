import TerminalText

@testable import Scenarios

/// Any file as a scenario: what is re-recorded keeps its commands and comments, and replays as it was said.
enum TranscriptHarness {
  /// The scenario. No input reads it by this name, for its outputs would change when it is re-recorded.
  private static let file: FilePath = "the input that is tried.scenario"

  static func problem(with input: [UInt8]) -> String? {
    let files = MemoryFiles(["a.txt": "a\n"])
    do { try files.replace(file, with: input) } catch { return "\(error)" }
    let blessed = replay(files) { $0.blessing = .all }
    let after = (try? files.read(file, byteCountMax: .max)) ?? []
    if kept(input) != kept(after) { return "commands or comments are lost" }
    if replay(files).status != blessed.status { return "what was re-recorded replays otherwise" }
    if blessed.output.unicodeScalars.contains(where: { $0 != "\n" && Escaping.isHidden($0) }) {
      return "something hidden is reported"
    }
    return written(input)
  }

  /// What is written of commands and outputs reads back.
  private static func written(_ input: [UInt8]) -> String? {
    let transcript = Transcript(input)
    var writer = TranscriptWriter()
    for step in transcript.steps {
      var output: [UInt8] = []
      for line in transcript.outputLines(of: step) { output += transcript.text(ofLine: line) + [0x0A] }
      writer.step(command: transcript.command(of: step).span, output: output.span)
    }
    let again = Transcript(writer.bytes)
    return transcript.steps.map(transcript.command) == again.steps.map(again.command)
      ? nil : "commands that were written are read otherwise"
  }

  /// The lines that are no output.
  private static func kept(_ bytes: [UInt8]) -> [[UInt8]] {
    let transcript = Transcript(bytes)
    let hashLines = Set(transcript.steps.compactMap(\.hashLine))
    return transcript.lines.indices
      .filter { !transcript.lines[$0].kind.isOutput && !hashLines.contains($0) }
      .map { Array(transcript.text(ofLine: $0)) }
  }
}
