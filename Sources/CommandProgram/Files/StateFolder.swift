import Posix
import Scenarios

/// The folder of a program's files that outlive a run, as the XDG base directory specification defines it.
struct StateFolder {
  /// The folder's name.
  let program: String
  /// Gives the value of an environment variable.
  var environment: (String) -> String? = ProcessState.variable

  /// The file in which a replay keeps which scenarios failed: one for each working folder, in a folder that is
  /// there and can be written; `nil` where there is no such place.
  func failedScenarios() -> FilePath? {
    guard let here = try? PosixFiles().resolve(".") else { return nil }
    return folder("replay")?.joined(Self.name(of: here))
  }

  /// The folder of kept sessions; `nil` where there is no such place.
  var sessions: FilePath? { folder("sessions") }

  /// Writes the transcript of the last session, in the place of the one before, for its owner's eyes alone.
  func keep(last transcript: [UInt8]) {
    guard let path = lastSession else { return }
    try? PosixFiles().write(transcript, to: path, if: .always, mode: 0o600)
  }

  /// The path of the last session's transcript.
  var lastSession: FilePath? { sessions?.joined(FilePath("last\(FilePath.scenarioEnding)")) }

  private func folder(_ name: String) -> FilePath? {
    guard let base else { return nil }
    let folder = FilePath(base).joined(FilePath(program)).joined(FilePath(name))
    PosixFiles.makeFolder(folder)
    return (try? PosixFiles().checkIsWritable(folder.joined("file"))) == nil ? nil : folder
  }

  private var base: String? {
    // A relative path counts as not set, as the specification asks.
    if let state = environment("XDG_STATE_HOME"), state.utf8.first == UInt8(ascii: "/") { return state }
    guard let home = environment("HOME"), home.utf8.first == UInt8(ascii: "/") else { return nil }
    return home + "/.local/state"
  }

  /// FNV-1a of the folder's path, as a name that any file system takes.
  private static func name(of folder: FilePath) -> FilePath {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in folder.bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    let digits = String(hash, radix: 16)
    return FilePath("failed-" + String(repeating: "0", count: 16 - digits.utf8.count) + digits)
  }
}
