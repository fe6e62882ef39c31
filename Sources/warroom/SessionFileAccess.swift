import CommandLanguage
import Scenarios

/// Reaches files for a session's `run`, `save` and `record`.
final class SessionFileAccess: SessionFiles {
  /// Keeps the transcript that `save` writes; only a prompt has one.
  weak var recording: RecordingSession?
  /// The resolved folder that nothing may lead out of; `nil` reaches everything.
  private let folder: String?
  private let files = PosixFiles()
  /// The file that grows with the session.
  private(set) var recordingPath: String?

  /// The largest script that is read.
  static let byteCountMax = 16 << 20

  init(confinedTo folder: String? = nil) {
    self.folder = folder
  }

  func read(_ path: String) throws -> [UInt8] {
    do {
      guard let folder else { return try files.read(path, byteCountMax: Self.byteCountMax) }
      // Relative to the scenario's folder; links are resolved before the comparison.
      let resolved = try files.resolve(path.hasPrefix("/") ? path : "\(folder)/\(path)")
      guard resolved.hasPrefix(folder == "/" ? folder : folder + "/") else {
        throw FileFailure(path, .outside(folder: folder))
      }
      return try files.read(resolved, byteCountMax: Self.byteCountMax)
    } catch let failure as FileFailure {
      throw Explanation("\(failure)", argument: 0)
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
