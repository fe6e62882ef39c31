import Glibc
import LineEditor

/// Where a replay keeps which scenarios failed: a file for each working folder, in the place that the XDG
/// base directory specification gives it.
enum ReplayState {
  /// The file, whose folder is there and can be written; `nil` where there is no such place.
  static func file(environment: (String) -> String? = Terminal.environment) -> String? {
    guard let base = base(environment), let here = try? PosixFiles().resolve(".") else { return nil }
    let folder = base + "/warroom/replay"
    PosixFiles.makeFolder(folder)
    guard access(folder, W_OK | X_OK) == 0 else { return nil }
    return folder + "/" + name(of: here)
  }

  private static func base(_ environment: (String) -> String?) -> String? {
    // A relative path counts as not set, as the specification asks.
    if let state = environment("XDG_STATE_HOME"), state.hasPrefix("/") { return state }
    guard let home = environment("HOME"), home.hasPrefix("/") else { return nil }
    return home + "/.local/state"
  }

  /// FNV-1a of the folder's path, as a name that any file system takes.
  private static func name(of folder: String) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in folder.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    let digits = String(hash, radix: 16)
    return "failed-" + String(repeating: "0", count: 16 - digits.count) + digits
  }
}
