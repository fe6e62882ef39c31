import Glibc

/// A descriptor that becomes readable when a file or its log is removed or renamed, or when a program closes the log
/// after reading.
final class FileWatch {
  let descriptor: Int32

  /// Creates a watch; `nil` if the system has no watch left, or a file is missing.
  ///
  /// - Parameter signal: the path of the log, which writers open and close as a signal.
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

  func drain() {
    var bytes = [UInt8](repeating: 0, count: 4_096)
    while unsafe read(descriptor, &bytes, bytes.count) > 0 {}
  }
}
