import Glibc
package import Scenarios

/// Becomes readable when a file or its log is removed, and when another program has read the log.
package final class FileWatch {
  /// Readable once something has changed.
  package let descriptor: Int32

  /// `nil` when the system has no watch left.
  ///
  /// - Parameter signal: the log, whose readers signal when they close it.
  package init?(_ path: FilePath, signal: FilePath) {
    descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    let leaving = UInt32(IN_ATTRIB | IN_MOVE_SELF | IN_DELETE_SELF)
    if unsafe inotify_add_watch(descriptor, path.terminated, leaving) < 0
      || inotify_add_watch(descriptor, signal.terminated, leaving | UInt32(IN_CLOSE_NOWRITE)) < 0
    {
      close(descriptor)
      return nil
    }
  }

  deinit { close(descriptor) }

  /// Drops the pending events.
  package func drain() {
    var bytes: [UInt8] = []
    while case .bytes = InputStream.readPiece(of: descriptor, byteCountMax: 4_096, into: &bytes) {}
  }
}
