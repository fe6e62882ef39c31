import CommandLanguage
import Scenarios

/// Reaches files for a session's `run`, `feed`, `save` and `record`.
final class SessionFileAccess: SessionFiles {
  /// Keeps the transcript that `save` writes; only a prompt has one.
  weak var recording: RecordingSession?
  private let files: any ScenarioFiles
  /// The file that grows with the session.
  private(set) var recordingPath: String?

  /// The largest file that is read.
  static let byteCountMax = 16 << 20

  /// - Parameter folder: the resolved folder that relative paths are taken from and that no path may lead
  ///   out of; with `nil` every file is reached.
  init(confinedTo folder: String? = nil) {
    files = folder.map { ConfinedFiles(PosixFiles(), folder: $0) } ?? PosixFiles()
  }

  func read(_ path: String) throws -> [UInt8] {
    do {
      return try files.read(path, byteCountMax: Self.byteCountMax)
    } catch {
      // Where the folder lies on this machine must not show in what a session prints.
      if case .outside = error.reason {
        throw Explanation("\(Display.quoted(path)) is not below the scenario's folder", argument: 0)
      }
      throw Explanation("\(FileFailure(path, error.reason))", argument: 0)
    }
  }

  func save(to path: String) throws {
    guard let recording else { throw Explanation("only a session at the prompt can be saved") }
    try replace(path, with: recording.transcript)
  }

  func record(to path: String?) throws {
    guard let path else {
      guard recordingPath != nil else { throw Explanation("nothing is being recorded") }
      recordingPath = nil
      return
    }
    try save(to: path)
    recordingPath = path
  }

  /// Brings the recorded file up to the session; called after every step.
  func keepUp() {
    guard let recording, let path = recordingPath else { return }
    do {
      try replace(path, with: recording.transcript)
    } catch {
      recordingPath = nil
      StandardStream.errors.write("warroom: the recording ends here: \(error)\n")
    }
  }

  private func replace(_ path: String, with bytes: [UInt8]) throws {
    do {
      try files.replace(path, with: bytes)
    } catch {
      throw Explanation("\(error)", argument: 0)
    }
  }
}
