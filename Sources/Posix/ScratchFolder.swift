import Glibc
import Synchronization

/// A temporary folder of this process, in memory if the system supports that.
package final class ScratchFolder {
  package let path: String
  private let names: [String]

  private static let count = Atomic<Int>(0)

  /// Creates the folder; `nil` if that fails.
  ///
  /// - Parameter names: the names of the files to remove with the folder.
  package init?(removing names: [String]) {
    self.names = names
    var made: String?
    for parent in ["/dev/shm", "/tmp"] where made == nil {
      let number = Self.count.wrappingAdd(1, ordering: .relaxed).newValue
      let path = "\(parent)/auto-update-\(getpid())-\(number)"
      if unsafe mkdir(path, 0o700) == 0 { made = path }
    }
    guard let made else { return nil }
    path = made
  }

  deinit {
    for name in names { unsafe unlink("\(path)/\(name)") }
    unsafe rmdir(path)
  }
}
