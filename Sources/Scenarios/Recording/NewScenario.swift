import TerminalText

/// A scenario made from a recorded session, such as the last one at a prompt.
///
/// ```swift
/// let new = NewScenario("units/first-wound", from: transcript, host: host, files: files, system: system)
/// let status = new.write()
/// ```
public struct NewScenario: Sendable {
  /// The path of the new file. The ending is added if it is missing.
  public let path: FilePath
  private let transcript: [UInt8]
  private let claim: String
  private let host: ReplayHost
  private let files: any ScenarioFiles
  private let system: ReplaySystem

  /// Creates a scenario, which is not written yet.
  ///
  /// - Parameters:
  ///   - name: the path of the file, with or without the ending.
  ///   - transcript: a recorded transcript, such as ``Recording/transcript``.
  ///   - claim: the claim of the scenario, in a sentence. If it is empty, the transcript's own claim is used, or the
  ///     file's name with spaces in place of `-` and `_`.
  ///   - host: creates the sessions that replay it.
  ///   - files: the file system to which the scenario is written.
  ///   - system: receives the messages; its clock limits the time of the replay.
  public init(
    _ name: FilePath, from transcript: [UInt8], claim: String = "", host: ReplayHost,
    files: any ScenarioFiles, system: ReplaySystem
  ) {
    let ending = name.isScenario ? "" : FilePath.scenarioEnding
    path = FilePath(bytes: name.bytes + ending.utf8)
    self.transcript = transcript
    self.claim = claim
    self.host = host
    self.files = files
    self.system = system
  }

  /// Writes the scenario to a new file, replays it, and reports the number of its commands and whether the replay gives
  /// the same output.
  ///
  /// - Returns: `.failure` if the scenario was written but its replay gives different output, `.usage` if it was not
  ///   written, and `.success` otherwise.
  public func write() -> ReplayStatus {
    let read = Transcript(transcript)
    do throws(FileFailure) {
      if read.steps.isEmpty { throw FileFailure(path, .other("the session has no commands")) }
      let bytes = text(read)
      try files.write(bytes, to: path, if: .free)
      let check = TranscriptCheck(host: host, files: files, system: system)
      let count = English.count(read.steps.count, "command")
      guard let failure = check.firstFailure(of: bytes, at: path) else {
        system.output(Array("\(path): \(count), and a replay has the same result\n".utf8))
        return .success
      }
      let lines =
        ["\(path): \(count); a replay has a different result"]
        + FailureText.whole(failure).map { "  " + $0 }
      system.output(Array((lines.joined(separator: "\n") + "\n").utf8))
      return .failure
    } catch {
      system.errors(Array("error: \(error.description)\n".utf8))
      return .usage
    }
  }

  private func text(_ read: Transcript) -> [UInt8] {
    let wanted = claim.isEmpty && read.header.claim.isEmpty ? claimFromName : claim
    if wanted.isEmpty { return transcript }
    var writer = TranscriptWriter()
    for line in wanted.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      writer.comment(Escaping.escaped(String(line)))
    }
    return writer.bytes + transcript
  }

  private var claimFromName: String {
    let name = path.name.bytes.dropLast(FilePath.scenarioEnding.utf8.count)
    let blanks = name.map { "-_".utf8.contains($0) ? UInt8(ascii: " ") : $0 }
    return String(decoding: blanks, as: UTF8.self)
  }
}
