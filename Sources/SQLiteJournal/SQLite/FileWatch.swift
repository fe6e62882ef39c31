import Glibc

/// Becomes readable when a file or its log is removed, and when another program has read the log.
final class FileWatch {
  /// Readable once something has changed.
  let descriptor: Int32

  /// `nil` when the system has no watch left.
  ///
  /// - Parameter signal: the log, whose readers signal when they close it.
  init?(_ path: String, signal: String) {
    descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    let leaving = UInt32(IN_ATTRIB | IN_MOVE_SELF | IN_DELETE_SELF)
    if unsafe inotify_add_watch(descriptor, path, leaving) < 0
      || inotify_add_watch(descriptor, signal, leaving | UInt32(IN_CLOSE_NOWRITE)) < 0
    {
      close(descriptor)
      return nil
    }
  }

  deinit { close(descriptor) }

  /// Drops the pending events.
  func drain() {
    var bytes = [UInt8](repeating: 0, count: 4_096)
    while unsafe read(descriptor, &bytes, bytes.count) > 0 {}
  }
}
