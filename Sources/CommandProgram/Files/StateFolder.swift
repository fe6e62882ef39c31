import Posix
import Scenarios
import TerminalText

/// The folder of a program's files that outlive a run, according to the XDG base directory specification.
struct StateFolder {
  /// The program's name, which is also the name of the folder.
  let program: String
  var environment: (String) -> String? = ProcessState.variable

  /// Returns the file that lists the scenarios that failed in the last replay; `nil` if the folder cannot be written.
  /// Each working folder has its own file.
  func failedScenarios() -> FilePath? {
    guard let here = try? PosixFiles().resolve(".") else { return nil }
    return folder("replay")?.joined(Self.name(of: here))
  }

  /// The folder of session transcripts; `nil` if it cannot be written.
  var sessions: FilePath? { folder("sessions") }

  /// Replaces the transcript of the last session. Only the owner can read the file.
  func keep(last transcript: [UInt8]) {
    guard let path = lastSession else { return }
    try? PosixFiles().write(transcript, to: path, if: .always, mode: 0o600)
  }

  var lastSession: FilePath? { sessions?.joined(FilePath("last\(FilePath.scenarioEnding)")) }

  private func folder(_ name: String) -> FilePath? {
    guard let base = Self.base("XDG_STATE_HOME", or: "/.local/state", environment) else { return nil }
    let folder = FilePath(base).joined(FilePath(program)).joined(FilePath(name))
    PosixFiles.makeFolder(folder)
    return (try? PosixFiles().checkIsWritable(folder.joined("file"))) == nil ? nil : folder
  }

  /// Returns the folder that a variable names, or the usual one below the home folder; `nil` if neither is known.
  static func base(_ variable: String, or usual: String, _ environment: (String) -> String?) -> String? {
    // According to the specification, a relative path must be ignored.
    if let folder = environment(variable), folder.utf8.first == UInt8(ascii: "/") { return folder }
    guard let home = environment("HOME"), home.utf8.first == UInt8(ascii: "/") else { return nil }
    return home + usual
  }

  /// Returns a file name with the FNV-1a hash of a folder's path.
  private static func name(of folder: FilePath) -> FilePath {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in folder.bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return FilePath("failed-" + String(hash, radix: 16, width: 16))
  }
}
