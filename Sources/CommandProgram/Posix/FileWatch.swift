import Glibc
import Scenarios

/// Hears of each change of a file, without asking again and again.
final class FileWatch {
  /// Readable once something has changed.
  let descriptor: Int32

  /// `nil` when the system has no watch left.
  init?(_ path: FilePath) {
    descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    let changes = UInt32(IN_ATTRIB | IN_MODIFY | IN_MOVE_SELF | IN_DELETE_SELF)
    if unsafe inotify_add_watch(descriptor, path.terminated, changes) < 0 {
      close(descriptor)
      return nil
    }
  }

  deinit { close(descriptor) }

  /// Forgets what was heard.
  func drain() {
    var bytes: [UInt8] = []
    while case .bytes = InputStream.readPiece(of: descriptor, byteCountMax: 4_096, into: &bytes) {}
  }
}
