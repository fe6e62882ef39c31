import TerminalText

/// A scenario from which a session continues: its commands, after those of the files that it uses.
public struct StartingScenario: Sendable {
  /// A file of the scenario.
  public struct Part: Sendable {
    /// The path of the file.
    public let path: FilePath
    /// The contents of the file.
    public let transcript: Transcript
  }

  /// The files that the scenario uses, in the order in which they run, followed by its own file.
  public let parts: [Part]
  /// The seed of the scenario, or that of the last used file that sets one; `nil` if none does.
  public let seed: UInt64?

  /// The texts of the commands in their order, without marks and output.
  ///
  /// - Complexity: O(bytes).
  public var commands: [[UInt8]] { parts.flatMap { $0.transcript.commands } }

  /// Reads a scenario and the files that it uses, in any folder.
  ///
  /// - Throws: a failure if one of the files cannot be read or used.
  public init(_ path: FilePath, in files: any ScenarioFiles) throws(FileFailure) {
    let root = Selection.Root(path: ".", files: files)
    var loader = ScenarioLoader()
    switch loader.load(Selection.Entry(path: path, name: path, root: root)) {
    case .success(let scenario):
      parts = scenario.parts.map { Part(path: $0.path, transcript: $0.transcript) }
      seed = scenario.seed
      if let failure = Self.useOfCapture(in: parts) { throw failure }
    case .failure(let problem):
      // A failure of the file itself is thrown unchanged.
      _ = try files.read(path, byteCountMax: Transcript.byteCountMax)
      throw FileFailure(problem.failure.location.path, .other(UntrustedText(problem.failure.message)))
    }
  }

  /// Returns a failure at the first command that uses a captured text; `nil` if there is none. Texts are captured only
  /// in a replay.
  private static func useOfCapture(in parts: [Part]) -> FileFailure? {
    var names: [String] = []
    for part in parts {
      let transcript = part.transcript
      for step in transcript.steps {
        for line in step.command where !names.isEmpty {
          let text = transcript.text(ofLine: line)
          for name in Variables.occurrences(in: text).map({ String(decoding: text[$0.name], as: UTF8.self) })
          where names.contains(name) {
            let words = "its line \(line + 1) uses {{\(name)}}, and a capture is only known in a replay"
            return FileFailure(part.path, .other(UntrustedText(words)))
          }
        }
        for line in step.body where transcript.lines[line].kind == .regex {
          let pattern = try? LinePattern(transcript, line: line, variables: Variables(), pending: [])
          names += pattern?.captured ?? []
        }
      }
    }
    return nil
  }
}
